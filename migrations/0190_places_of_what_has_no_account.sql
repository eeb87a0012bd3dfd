-- Purchases and usage without an account are charged to nobody until somebody says who pays for them.
ALTER TABLE billing_runs
  -- Of this run alone: who is charged for what has no account, by the place that the file gives, in small letters.
  ADD COLUMN places jsonb NOT NULL DEFAULT '{}';

ALTER TABLE billing_invoices
  -- What of its lines is of no account and was split by the others.
  ADD COLUMN spread numeric NOT NULL DEFAULT 0;
UPDATE billing_invoices i SET spread = s.amount
FROM (SELECT run_id, invoice, sum(amount) AS amount FROM billing_sums
  WHERE account IS NULL AND NOT (added AND kind = 'rounding') GROUP BY run_id, invoice) s
WHERE i.run_id = s.run_id AND i.n = s.invoice
  AND NOT EXISTS (SELECT FROM billing_accounts a WHERE a.run_id = i.run_id AND a.account IS NULL)
  AND NOT EXISTS (SELECT FROM billing_exceptions e WHERE e.run_id = i.run_id AND e.reference = i.reference AND e.currency = i.currency
    AND e.problem = 'nothing_to_split_by');

-- What was split by the version before has to be looked at before it is booked: it becomes exceptions once it is allocated anew.
UPDATE billing_runs r SET state = 'needs_review', changed_at = now(), steps = steps || jsonb_build_array(jsonb_build_object(
  'name', 'Ask for it to be allocated anew', 'state', 'done', 'started_at', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'finished_at', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', NULL,
  'detail', 'Purchases or usage without an account were split by the others. Allocated anew, they are exceptions.'))
WHERE state = 'ready' AND EXISTS (SELECT FROM billing_sums s WHERE s.run_id = r.id AND s.account IS NULL AND s.kind = 'usage')
  AND NOT EXISTS (SELECT FROM billing_accounts a WHERE a.run_id = r.id AND a.account IS NULL);
