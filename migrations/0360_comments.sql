-- What people say about a record. It outlives the record, which may come back.
CREATE TABLE comments (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- A model, or billing_runs.
  model text NOT NULL,
  record_id integer NOT NULL,
  -- As it was typed, in Markdown. It stays when the comment is deleted, and is told to nobody then.
  text text NOT NULL,
  by_email text NOT NULL,
  by_name text,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When its writer changed it last; null where it is as it was sent.
  changed_at timestamptz,
  deleted_at timestamptz,
  deleted_by_email text,
  deleted_by_name text,
  lock_version integer NOT NULL DEFAULT 1,
  search text GENERATED ALWAYS AS (lower(text)) STORED,
  CHECK ((deleted_at IS NULL) = (deleted_by_email IS NULL))
);
CREATE INDEX comments_record ON comments (model, record_id, id);
CREATE INDEX comments_search ON comments USING gin (search gin_trgm_ops) WHERE deleted_at IS NULL;
CREATE INDEX comments_pieces ON comments USING gin (search_pieces(search)) WHERE deleted_at IS NULL;

-- Whom a comment mentions, or did before it was changed. They are mailed with the row: once for a comment.
CREATE TABLE comment_mentions (
  comment_id integer NOT NULL REFERENCES comments (id) ON DELETE CASCADE,
  email text NOT NULL,
  -- As it was known then.
  name text,
  PRIMARY KEY (comment_id, email)
);

-- Whoever follows comments is told when one is written, changed or deleted; what it says is read with its own rights.
CREATE FUNCTION tell_comment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('skyledger_events', json_build_object('what', 'comment', 'id', NEW.id, 'by', NULL)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER comments_told AFTER INSERT OR UPDATE ON comments FOR EACH ROW EXECUTE FUNCTION tell_comment();

-- The history of a record has a line for each comment as well. Its version stays: nothing of the record itself changes.
-- The lines that are there fit, as the constraint before has seen to: none of them is looked at again.
ALTER TABLE record_history DROP CONSTRAINT record_history_action_check;
-- contract: it takes whatever the constraint before took.
ALTER TABLE record_history ADD CONSTRAINT record_history_action_check CHECK (
  action IN ('create', 'import', 'update', 'delete', 'restore', 'comment', 'change_comment', 'delete_comment')
) NOT VALID;

CREATE OR REPLACE FUNCTION tell_webhooks_of_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks WHERE active) THEN
    RETURN NULL;
  END IF;
  INSERT INTO webhook_deliveries (webhook_id, webhook, event, record_id, message_id, state, attempts, next_try, line)
  SELECT h.id, h.name,
    w.resource || CASE w.action WHEN 'update' THEN '.updated' WHEN 'delete' THEN '.deleted' WHEN 'restore' THEN '.restored'
      WHEN 'comment' THEN '.commented' WHEN 'change_comment' THEN '.comment_changed'
      WHEN 'delete_comment' THEN '.comment_deleted' ELSE '.created' END,
    w.record_id, 'msg_' || replace(gen_random_uuid()::text, '-', ''), 'waiting', 0, now(), w.id
  FROM written w JOIN webhooks h ON h.active AND h.events ?| ARRAY['*', 'record.*', w.resource || '.*']
  WHERE w.resource <> 'webhooks' ORDER BY w.id, h.id;
  RETURN NULL;
END $$;
