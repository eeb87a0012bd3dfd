-- Who changed what, when and in which request. A line is written in the transaction of its change and is
-- never changed afterwards; it outlives the record.
CREATE TABLE record_history (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  resource text NOT NULL,
  record_id integer NOT NULL,
  action text NOT NULL CHECK (action IN ('create', 'import', 'update', 'delete', 'restore')),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  by_email text NOT NULL,
  by_name text,
  request_id text NOT NULL,
  -- The record's version after the change; of a deletion, the last one it had.
  lock_version integer NOT NULL,
  -- field -> {"from", "to", "from_shown", "to_shown"}; what is null is left out. The shown values of
  -- references are kept too, because the record referred to may be renamed or deleted later.
  changes jsonb NOT NULL,
  -- The whole row, of a deletion only: what a restoration brings back.
  snapshot jsonb,
  CHECK ((action = 'delete') = (snapshot IS NOT NULL))
);
CREATE INDEX record_history_record ON record_history (resource, record_id, id);
CREATE INDEX record_history_deleted ON record_history (resource, id) WHERE action = 'delete';

-- The answers of requests that carried an Idempotency-Key, kept in the transaction of their effect.
CREATE TABLE idempotency_keys (
  -- SHA-256 of who asked, the method, the path and the key.
  scope bytea PRIMARY KEY,
  -- SHA-256 of the query and the body: the same key with another body is refused.
  fingerprint bytea NOT NULL,
  -- Null while the request is being worked on, which only its own transaction ever sees.
  status smallint,
  body text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);
