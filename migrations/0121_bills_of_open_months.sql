-- What the key of an invoice was for a version before, where it is something else now.
ALTER TABLE billing_invoices ADD COLUMN former_key text;
-- Ids are compared whatever their case.
DROP INDEX billing_invoices_bill;
CREATE INDEX billing_invoices_bill ON billing_invoices (lower(bill));
DROP INDEX billing_invoices_key;
CREATE INDEX billing_invoices_key ON billing_invoices (lower(invoice_key));
-- The word that AWS writes in the place of a number tells no payer; the run tells the month.
UPDATE billing_invoices i SET invoice_key = 'Estimated-' || to_char(r.month, 'YYYY-MM') FROM billing_runs r
WHERE r.id = i.run_id AND r.format IN ('aws-detailed', 'aws-monthly') AND lower(i.invoice_key) = 'estimated';
-- Without a number, the sum that an old bill of AWS states was an invoice of the payer alone, beside that of the lines.
UPDATE billing_invoices s SET invoice_key = i.invoice_key FROM billing_runs r, billing_invoices i
WHERE r.id = s.run_id AND r.format IN ('aws-detailed', 'aws-monthly') AND s.lines = 0 AND s.invoice_key ~ '^\d{12}$'
  AND i.run_id = s.run_id AND i.invoice_key ~ '^\d{12}-\d{4}-(0[1-9]|1[0-2])$' AND left(i.invoice_key, 12) = s.invoice_key;
-- A cost table of Google without a date was told by its account alone.
UPDATE billing_invoices i SET invoice_key = i.invoice_key || '-' || to_char(r.month, 'YYYY-MM') FROM billing_runs r
WHERE r.id = i.run_id AND r.format = 'google-cost-table' AND i.invoice_key ~* '^[0-9A-F]{6}(-[0-9A-F]{6}){1,2}$';
-- The bill of all that has no number is its key.
UPDATE billing_invoices i SET bill = i.invoice_key FROM billing_runs r
WHERE r.id = i.run_id AND r.format IN ('aws-detailed', 'aws-monthly', 'google-cost-table') AND i.bill IS NULL
  AND i.invoice_key ~ '.-\d{4}-(0[1-9]|1[0-2])$' AND i.invoice_key !~ '^Estimated-';
-- A report of GitHub is of one month, whatever number was told beside it.
UPDATE billing_invoices i SET bill = 'github-' || to_char((SELECT min(l.day) FROM billing_lines l
    WHERE l.run_id = i.run_id AND l.invoice = i.n), 'YYYY-MM')
FROM billing_runs r WHERE r.id = i.run_id AND r.format = 'github-usage' AND i.bill IS NULL;
-- Accounts of AWS have the zeros again that spreadsheets take away.
UPDATE billing_invoices i SET bill = lpad(i.bill, 20, '0'),
  invoice_key = CASE WHEN i.invoice_key = i.bill THEN lpad(i.bill, 20, '0') ELSE i.invoice_key END
FROM billing_runs r WHERE r.id = i.run_id AND r.format = 'focus' AND i.cloud = 'aws' AND i.bill ~ '^\d{1,11}-\d{4}-\d{2}$';
