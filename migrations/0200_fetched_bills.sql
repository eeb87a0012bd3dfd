-- The exports that were fetched from where clouds put them, so that none is fetched twice.
CREATE TABLE billing_fetches (
  provider text NOT NULL,
  -- Where it lies, as people know it.
  place text NOT NULL,
  -- The first day of the month that is charged.
  month date NOT NULL,
  -- By which the cloud tells it from other exports of the month.
  export_id text NOT NULL,
  -- The run that has its files.
  run_id integer NOT NULL REFERENCES billing_runs (id) ON DELETE CASCADE,
  fetched_by text NOT NULL,
  fetched_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider, place, month, export_id)
);
CREATE INDEX billing_fetches_run ON billing_fetches (run_id);
