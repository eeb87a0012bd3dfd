-- What an invoice of a run is held against: a total that is stated, a person who has checked it, or nothing.

-- contract: the version before writes none of the columns that the check is about, so that all of them are null.
ALTER TABLE billing_invoices
  -- When a person stated the total. Null where the file does, and for totals that were stated before this was kept.
  ADD COLUMN stated_at timestamptz,
  -- Who confirmed the sum of its lines without a total, and how they checked it.
  ADD COLUMN checked_by text,
  ADD COLUMN checked_name text,
  ADD COLUMN checked_at timestamptz,
  ADD COLUMN checked_note text,
  -- The sum that was confirmed. Lines that come to another one were confirmed by nobody.
  ADD COLUMN checked_total numeric,
  ADD CHECK (num_nulls(checked_by, checked_at, checked_note, checked_total) IN (0, 4));

-- A total is compared in the decimals of its currency. Of runs that are final it stays as it was.
UPDATE billing_invoices i SET stated = round(stated, decimals), file_stated = round(file_stated, decimals)
FROM billing_runs r WHERE r.id = i.run_id AND r.state IN ('processing', 'needs_review', 'ready', 'failed')
  AND (stated <> round(stated, decimals) OR file_stated <> round(file_stated, decimals));

-- Runs that were finalized before anybody was asked what their invoices are held against. They stay as they are.
ALTER TABLE billing_runs ADD COLUMN finalized_unasked boolean NOT NULL DEFAULT false;
UPDATE billing_runs SET finalized_unasked = true WHERE finalized_at IS NOT NULL OR state = 'finalizing';
