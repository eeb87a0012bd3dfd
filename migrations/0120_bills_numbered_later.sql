-- The billing account and month of an invoice whose number comes once the month is closed; its key, as long as it has none.
ALTER TABLE billing_invoices ADD COLUMN bill text;
UPDATE billing_invoices i SET bill = i.invoice_key FROM billing_runs r
WHERE r.id = i.run_id AND r.format IN ('aws-cur-2', 'focus') AND i.invoice_key ~ '.-\d{4}-(0[1-9]|1[0-2])$';
CREATE INDEX billing_invoices_bill ON billing_invoices (bill);
