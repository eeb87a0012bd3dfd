-- Bills of GitHub, and what is charged for GitHub Copilot by seats.
ALTER TABLE billing_runs DROP CONSTRAINT billing_runs_provider_check;
-- contract: it takes what was taken before and more.
ALTER TABLE billing_runs ADD CONSTRAINT billing_runs_provider_check
  CHECK (provider IN ('azure', 'gcp', 'aws', 'focus', 'github'));
ALTER TABLE billing_invoices DROP CONSTRAINT billing_invoices_cloud_check;
-- contract: it takes what was taken before and more.
ALTER TABLE billing_invoices ADD CONSTRAINT billing_invoices_cloud_check
  CHECK (cloud IN ('aws', 'azure', 'gcp', 'github'));

-- Who bears what the lines of an account of GitHub are charged, as it was when the run was allocated.
CREATE TABLE billing_seats (
  run_id integer NOT NULL REFERENCES billing_runs (id) ON DELETE CASCADE,
  invoice smallint NOT NULL,
  -- The account of the lines.
  account text NOT NULL,
  -- The account of billing_accounts by which this part of it is charged.
  seat text NOT NULL,
  -- Null where the organization bears it itself.
  username text,
  -- Null where it is not known.
  organization text,
  name text,
  -- What the seat, or the organization that bears it, names.
  named text,
  -- Whether it is charged to the cost center of its organization, since what it names is none that counts.
  fallback boolean NOT NULL DEFAULT false,
  -- Of what the account is charged; all shares of an account are exactly 1.
  share numeric NOT NULL,
  -- Null for what nobody is charged for.
  posting integer,
  PRIMARY KEY (run_id, invoice, account, seat)
);
CREATE INDEX billing_seats_posting ON billing_seats (run_id, posting);

-- That Copilot of an organization is rightly charged by two runs of a month, and why.
CREATE TABLE billing_copilot_decisions (
  run_id integer NOT NULL REFERENCES billing_runs (id) ON DELETE CASCADE,
  other_run integer NOT NULL REFERENCES billing_runs (id) ON DELETE CASCADE,
  -- In small letters; * for what names none.
  organization text NOT NULL,
  reason text NOT NULL,
  decided_by text NOT NULL,
  decided_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (run_id, other_run, organization)
);
