-- What the lines of a run say of reservations and savings plans, summed by invoice, commitment and account.
CREATE TABLE billing_commitments (
  run_id integer NOT NULL REFERENCES billing_runs (id) ON DELETE CASCADE,
  invoice smallint NOT NULL,
  -- By which the provider tells it from others.
  commitment text NOT NULL,
  account text NOT NULL,
  -- Whether the lines are usage that the commitment covers; else they are its fees and what of it nobody used.
  used boolean NOT NULL,
  lines bigint NOT NULL,
  billed numeric NOT NULL,
  -- Of used lines their amortised cost, of the others that of what nobody used; null where the file does not say it.
  effective numeric
);
CREATE INDEX billing_commitments_run ON billing_commitments (run_id);

ALTER TABLE billing_sums
  -- Whether it is no sum of lines: by effective cost an account bears this beside them, or is relieved of it. Those of an invoice are zero.
  ADD COLUMN moved boolean NOT NULL DEFAULT false;

ALTER TABLE billing_runs
  -- Whether its lines were read with what they say of commitments.
  ADD COLUMN commitments_read boolean NOT NULL DEFAULT false;

ALTER TABLE billing_sent_files
  -- Whether it has the amortised costs of what other files of the run bill: commitments are split by it, and nothing of it is booked.
  ADD COLUMN amortised boolean NOT NULL DEFAULT false;

ALTER TABLE billing_parts
  -- Whether it is of such a file.
  ADD COLUMN amortised boolean NOT NULL DEFAULT false;

ALTER TABLE billing_invoices
  -- What the lines of such files come to; null where there is none for it.
  ADD COLUMN amortised numeric;
