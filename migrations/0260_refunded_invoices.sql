-- The earlier invoices that refunds in an invoice are of, where its file names them: Azure does so line by line.
ALTER TABLE billing_invoices ADD COLUMN refund_of text[] NOT NULL DEFAULT '{}';
