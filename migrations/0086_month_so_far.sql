-- What the running month costs by what the provider has counted so far, which no bill says yet. It is the last that was read.
CREATE TABLE unbilled_months (
  -- The first day of the month whose invoice it will be on.
  month date PRIMARY KEY,
  provider text NOT NULL CHECK (provider IN ('aws', 'azure', 'gcp')),
  -- Where it was read, as the provider calls it.
  source text NOT NULL,
  read_at timestamptz NOT NULL,
  read_by text NOT NULL
);

CREATE TABLE unbilled_costs (
  month date NOT NULL REFERENCES unbilled_months (month) ON DELETE CASCADE,
  -- The account, subscription or project; null for what belongs to none.
  account text,
  name text,
  currency text NOT NULL,
  decimals smallint NOT NULL,
  cost numeric NOT NULL,
  -- Below zero.
  credits numeric NOT NULL
);
CREATE UNIQUE INDEX unbilled_costs_account ON unbilled_costs (month, coalesce(account, ''), currency);

-- A run that is reversed may have work left that does not change its state: that fails with the job, and says so in its step.
CREATE OR REPLACE FUNCTION fail_billing_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE billing_runs r SET changed_at = now(),
    error = CASE WHEN state = 'reversed' THEN error ELSE NEW.error END,
    state = CASE WHEN state = 'processing' THEN 'failed' WHEN state = 'reversed' THEN state
      WHEN EXISTS (SELECT FROM billing_options o WHERE o.run_id = r.id AND o.state = 'done') THEN 'final' ELSE 'ready' END,
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
