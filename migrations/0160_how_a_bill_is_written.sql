-- How the file of a run is written, as a person said where it leaves two readings.
ALTER TABLE billing_runs
  ADD COLUMN told_encoding text,
  ADD COLUMN told_decimal_sign text CHECK (told_decimal_sign IN ('.', ',')),
  ADD COLUMN told_date_order text CHECK (told_date_order IN ('month_first', 'day_first')),
  -- Whether a person chose the posting day, which stays then when the file tells its month.
  ADD COLUMN posting_day_told boolean NOT NULL DEFAULT false;

-- A file that was read in one way may be sent again to be read in the other one.
DROP INDEX billing_runs_file;
-- contract: it demands less than the index that it replaces, and nobody names that one.
CREATE UNIQUE INDEX billing_runs_file ON billing_runs
  (provider, month, file_digest, coalesce(told_currency, ''), coalesce(told_reference, ''), coalesce(told_encoding, ''),
   coalesce(told_decimal_sign, ''), coalesce(told_date_order, ''))
  WHERE state NOT IN ('failed', 'reversed', 'superseded');
