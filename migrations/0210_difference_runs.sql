-- After a run is final its invoice may come again, corrected. The run of the corrected file books what differs.
ALTER TABLE billing_runs
  -- Whether a person said that the run books the difference from what is booked for its invoices.
  ADD COLUMN difference boolean NOT NULL DEFAULT false;

-- The booked invoices that a run has as well, whatever a person says of it: those that a difference run corrects.
CREATE TABLE billing_corrections (
  run_id integer NOT NULL REFERENCES billing_runs (id) ON DELETE CASCADE,
  corrected_run_id integer NOT NULL REFERENCES billing_runs (id),
  corrected_invoice smallint NOT NULL,
  PRIMARY KEY (run_id, corrected_run_id, corrected_invoice)
);
CREATE INDEX billing_corrections_corrected ON billing_corrections (corrected_run_id, corrected_invoice);
