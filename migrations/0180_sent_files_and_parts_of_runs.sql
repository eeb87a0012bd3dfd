-- A bill comes in one file or in several. Each is kept as it was sent, for a day until a run is begun with it.
CREATE TABLE billing_sent_files (
  file_id uuid PRIMARY KEY REFERENCES files (id) ON DELETE CASCADE,
  -- Null until a run is begun with it.
  run_id integer REFERENCES billing_runs (id) ON DELETE CASCADE,
  -- Its place among the files of the run, in which they are read.
  n integer,
  name text NOT NULL,
  size bigint NOT NULL,
  digest bytea NOT NULL,
  -- Whether the lines of the run are those of this file as well; one that was added is read next.
  taken boolean NOT NULL DEFAULT false,
  -- How its text is encoded, where that is told of it by itself, and not of the run.
  told_encoding text,
  -- What is told with a file that is added: it is told of the run once its lines are read with it.
  told_decimal_sign text,
  told_date_order text,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX billing_sent_files_run ON billing_sent_files (run_id, n);
CREATE INDEX billing_sent_files_digest ON billing_sent_files (digest);
-- What a run had until now: the first of its files is the one that was sent.
INSERT INTO billing_sent_files (file_id, run_id, n, name, size, digest, taken, created_by, created_at)
SELECT DISTINCT ON (r.id) f.id, r.id, 1, f.name, r.file_size, r.file_digest, r.lines > 0, r.created_by, r.created_at
FROM billing_runs r JOIN file_owners o ON o.owner_kind = 'billing_run' AND o.owner_id = r.id::text
JOIN files f ON f.id = o.file_id AND f.complete
ORDER BY r.id, f.created_at, f.id
ON CONFLICT DO NOTHING;

-- The parts that a run's files consist of, such as the CSVs of an archive, and those that a manifest names and nobody has sent.
CREATE TABLE billing_parts (
  run_id integer NOT NULL REFERENCES billing_runs (id) ON DELETE CASCADE,
  n integer NOT NULL,
  name text NOT NULL,
  state text NOT NULL CHECK (state IN ('read', 'repeated', 'missing')),
  -- The part whose bytes it has, where it is repeated.
  same_as text,
  -- Rows below the header.
  rows bigint NOT NULL DEFAULT 0,
  lines bigint NOT NULL DEFAULT 0,
  -- What its lines come to, by currency.
  totals jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (run_id, n)
);

ALTER TABLE billing_runs
  -- What is to become of an open run that has one of its invoices as well; null where nobody has said so.
  ADD COLUMN existing text CHECK (existing IN ('add', 'replace')),
  -- That run, as long as nobody has.
  ADD COLUMN existing_run integer REFERENCES billing_runs (id);
