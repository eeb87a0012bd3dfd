-- Which files were added to a run at once: amortised costs that were added are removed with each other.
ALTER TABLE billing_sent_files
  -- The first of the files that were added with it; null for one that a version before has added.
  ADD COLUMN added_with uuid;

ALTER TABLE billing_parts
  -- The file of the run that it is in; null for one that is missing, and where a version before has read the run.
  ADD COLUMN file_id uuid;

ALTER TABLE billing_fetches
  -- Of an export of amortised costs: which addition to the run it is.
  ADD COLUMN addition uuid;

-- What a run has of amortised costs until now is one addition.
WITH first AS (
  SELECT DISTINCT ON (run_id) run_id, file_id FROM billing_sent_files WHERE amortised AND run_id IS NOT NULL ORDER BY run_id, n
), added AS (
  UPDATE billing_sent_files b SET added_with = first.file_id FROM first WHERE b.run_id = first.run_id AND b.amortised
)
UPDATE billing_parts p SET file_id = first.file_id FROM first WHERE p.run_id = first.run_id AND p.amortised;
