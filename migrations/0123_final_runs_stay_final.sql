-- A run that was final once stays so: its journal may be posted, although no option of it was done.
ALTER TABLE billing_runs
  -- When it was final first.
  ADD COLUMN finalized_at timestamptz;
UPDATE billing_runs SET finalized_at = changed_at WHERE state IN ('final', 'reversed');

CREATE FUNCTION keep_when_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.finalized_at := now();
  RETURN NEW;
END $$;
CREATE TRIGGER billing_run_final BEFORE UPDATE OF state ON billing_runs FOR EACH ROW
  WHEN (NEW.state = 'final' AND NEW.finalized_at IS NULL) EXECUTE FUNCTION keep_when_final();

-- A run fails with its work. One that was being finalized has its postings still: it is final if it was before or anything
-- left the house, and else as it was before.
CREATE OR REPLACE FUNCTION fail_billing_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE billing_runs r SET changed_at = now(),
    error = CASE WHEN state = 'reversed' THEN error ELSE NEW.error END,
    state = CASE WHEN state = 'processing' THEN 'failed' WHEN state = 'reversed' THEN state
      WHEN finalized_at IS NOT NULL
        OR EXISTS (SELECT FROM billing_options o WHERE o.run_id = r.id AND o.state = 'done') THEN 'final' ELSE 'ready' END,
    steps = (SELECT coalesce(jsonb_agg(CASE WHEN step ->> 'state' = 'running'
        THEN step || jsonb_build_object('state', 'failed', 'finished_at', NEW.finished_at)
          || CASE WHEN r.state = 'reversed' THEN jsonb_build_object('detail', NEW.error) ELSE '{}' END
        ELSE step END ORDER BY place), '[]')
      FROM jsonb_array_elements(steps) WITH ORDINALITY AS each(step, place))
  WHERE job_id = NEW.id AND state IN ('processing', 'finalizing', 'reversed');
  UPDATE billing_options o SET state = 'failed', note = NEW.error, finished_at = now()
  FROM billing_runs r WHERE r.job_id = NEW.id AND o.run_id = r.id AND o.state = 'waiting';
  RETURN NULL;
END $$;
