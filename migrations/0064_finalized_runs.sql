-- What becomes of a run once it is allocated: its files, what finance says of them, and what it is booked as.

ALTER TABLE billing_runs
  -- Counts up with every change of its postings or bills: what a workbook was made of.
  ADD COLUMN revision integer NOT NULL DEFAULT 0,
  -- What a reviewed workbook asks for and nobody has accepted: the postings, and how they differ.
  ADD COLUMN review jsonb,
  -- The state in which who began it was last told of it.
  ADD COLUMN mailed_state text;

-- Files that can be made again, and of what they were made.
CREATE TABLE billing_files (
  run_id integer NOT NULL REFERENCES billing_runs (id) ON DELETE CASCADE,
  name text NOT NULL,
  file_id uuid NOT NULL,
  made_of text NOT NULL,
  PRIMARY KEY (run_id, name)
);

-- What was asked for when a run was finalized, each thing with a state of its own.
CREATE TABLE billing_options (
  run_id integer NOT NULL REFERENCES billing_runs (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (name IN ('cloud_bills', 'send_invoices', 'email_owners', 'big_query')),
  state text NOT NULL CHECK (state IN ('waiting', 'done', 'skipped', 'failed')),
  note text,
  asked_by text NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  PRIMARY KEY (run_id, name)
);

-- From a bill to the posting that it books. A bill of a run is never changed or deleted: a counter-bill takes it back.
CREATE TABLE billing_bills (
  bill_id integer PRIMARY KEY,
  run_id integer NOT NULL REFERENCES billing_runs (id),
  posting integer NOT NULL,
  counters boolean NOT NULL DEFAULT false,
  -- A posting is booked once, and taken back once.
  UNIQUE (run_id, posting, counters)
);

-- A run fails with its work. One that was being finalized has its postings still: it is final if anything left the
-- house, and else as it was before.
CREATE OR REPLACE FUNCTION fail_billing_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE billing_runs r SET error = NEW.error, changed_at = now(),
    state = CASE WHEN state = 'processing' THEN 'failed'
      WHEN EXISTS (SELECT FROM billing_options o WHERE o.run_id = r.id AND o.state = 'done') THEN 'final' ELSE 'ready' END,
    steps = (SELECT coalesce(jsonb_agg(CASE WHEN step ->> 'state' = 'running'
        THEN step || jsonb_build_object('state', 'failed', 'finished_at', NEW.finished_at) ELSE step END ORDER BY place), '[]')
      FROM jsonb_array_elements(steps) WITH ORDINALITY AS each(step, place))
  WHERE job_id = NEW.id AND state IN ('processing', 'finalizing');
  UPDATE billing_options o SET state = 'failed', note = NEW.error, finished_at = now()
  FROM billing_runs r WHERE r.job_id = NEW.id AND o.run_id = r.id AND o.state = 'waiting';
  RETURN NULL;
END $$;
