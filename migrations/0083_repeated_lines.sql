-- What of the lines of a run is like an earlier line in all that is read; null until somebody has looked.
ALTER TABLE billing_runs ADD COLUMN repeated jsonb;
