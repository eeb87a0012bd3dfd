-- A reviewed workbook may split a posting, and the difference from a stated total is a part of one posting alone: so the lines of
-- an account, and that difference, may be a part of several postings, each by its share.
ALTER TABLE billing_shares
  -- 1 for all of it; parts of a posting may be larger than it was, or below zero.
  ADD COLUMN share numeric NOT NULL DEFAULT 1,
  -- Whether it is the difference from the total of its invoice, which is line 0; its account is null.
  ADD COLUMN rounding boolean NOT NULL DEFAULT false;
DROP INDEX billing_shares_account;
-- contract: it demands less than the index that it replaces, and nobody names that one.
CREATE UNIQUE INDEX billing_shares_account ON billing_shares (run_id, invoice, coalesce(account, ''), rounding, posting);

INSERT INTO billing_shares (run_id, invoice, account, posting, rounding)
SELECT DISTINCT ON (i.run_id, i.n) i.run_id, i.n, NULL, p.n, true FROM billing_invoices i
JOIN billing_postings p ON p.run_id = i.run_id AND p.reference = i.reference AND p.currency = i.currency
  AND strpos(p.text, ' with Rounding ') > 0
WHERE i.rounding <> 0 AND NOT EXISTS (SELECT FROM billing_accounts a WHERE a.run_id = i.run_id AND a.account IS NULL)
ORDER BY i.run_id, i.n, p.n;

-- What of reviewed workbooks was accepted, in order: it is applied again where the run is allocated anew.
ALTER TABLE billing_runs ADD COLUMN accepted jsonb NOT NULL DEFAULT '[]';
