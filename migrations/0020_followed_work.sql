-- Work that comes back later, has steps, and is told of when it changes.

-- The named steps of a job in their order, each with its state and times.
ALTER TABLE jobs ADD COLUMN steps jsonb NOT NULL DEFAULT '[]';
-- Of a job that waits for somebody else's work to go on: when it looks again.
ALTER TABLE jobs ADD COLUMN next_look timestamptz;
-- Names what must not be under way twice, such as the same report for the same address.
ALTER TABLE jobs ADD COLUMN run_key text;
CREATE INDEX jobs_under_way ON jobs (kind, run_key) WHERE state IN ('queued', 'running');
CREATE INDEX jobs_finished ON jobs (kind, finished_at DESC) WHERE state = 'done';

-- Whoever writes a job, a mail or the end of a session, those who follow it are told when it commits.
CREATE FUNCTION tell_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('skyledger_events', json_build_object('what', TG_ARGV[0], 'id', NEW.id, 'by', NEW.created_by)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER jobs_told AFTER INSERT OR UPDATE ON jobs FOR EACH ROW EXECUTE FUNCTION tell_work('job');
CREATE TRIGGER outbox_told AFTER INSERT OR UPDATE ON outbox FOR EACH ROW EXECUTE FUNCTION tell_work('mail');

CREATE FUNCTION tell_session_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('skyledger_events', json_build_object('what', 'session', 'id', OLD.id)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER sessions_told AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION tell_session_end();
