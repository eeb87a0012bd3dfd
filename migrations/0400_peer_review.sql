-- What people agreed on about changes of a model: whether a reason is asked for, and which fields a second person approves. Without a
-- row nothing is asked.
CREATE TABLE change_rules (
  model text PRIMARY KEY,
  asks_reason boolean NOT NULL DEFAULT false,
  fields text[] NOT NULL DEFAULT '{}',
  lock_version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text NOT NULL
);

-- Who changed these rules, and from what to what.
CREATE TABLE change_rule_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  model text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  by_email text NOT NULL,
  by_name text,
  asked_reason boolean NOT NULL,
  asks_reason boolean NOT NULL,
  fields_before text[] NOT NULL,
  fields text[] NOT NULL
);

-- Changes that wait for a second person. They outlive their records, and stay once they are decided.
CREATE TABLE waiting_changes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  model text NOT NULL,
  -- ended: its record was deleted meanwhile.
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'approved', 'refused', 'withdrawn', 'ended')),
  by_email text NOT NULL,
  by_name text,
  at timestamptz NOT NULL DEFAULT now(),
  reason text,
  -- By which ways it came, and whose calendar it was made by, as the change itself will say.
  via jsonb,
  zone text,
  decided_by_email text,
  decided_by_name text,
  decided_at timestamptz,
  -- What whoever decided said about it.
  decision text,
  CHECK ((state = 'waiting') = (decided_at IS NULL))
);
CREATE INDEX waiting_changes_open ON waiting_changes (model, id) WHERE state = 'waiting';

-- The records of each, with the values that are to be set, and how that is read: field → from and to, as in record_history.
CREATE TABLE waiting_change_records (
  change_id integer NOT NULL REFERENCES waiting_changes (id) ON DELETE CASCADE,
  record_id integer NOT NULL,
  version integer NOT NULL,
  "values" jsonb NOT NULL,
  changes jsonb NOT NULL,
  PRIMARY KEY (change_id, record_id)
);
CREATE INDEX waiting_change_records_of ON waiting_change_records (record_id);

-- Why a change was made, and who approved it.
ALTER TABLE record_history ADD COLUMN reason text;
ALTER TABLE record_history ADD COLUMN approved_by_email text;
ALTER TABLE record_history ADD COLUMN approved_by_name text;
