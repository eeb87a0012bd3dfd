-- Which posting the lines of an account became: the way from a line to its posting and back, whatever happens to companies
-- and their GL accounts later. The account is null for what belongs to none and is charged to a cost center that is named;
-- what is split by the others is a part of every posting of its invoice.
CREATE TABLE billing_shares (
  run_id integer NOT NULL REFERENCES billing_runs (id) ON DELETE CASCADE,
  invoice smallint NOT NULL,
  account text,
  posting integer NOT NULL
);
CREATE INDEX billing_shares_posting ON billing_shares (run_id, posting);
CREATE UNIQUE INDEX billing_shares_account ON billing_shares (run_id, invoice, coalesce(account, ''));

-- How an account of earlier months was charged.
CREATE INDEX billing_accounts_known ON billing_accounts (lower(account)) WHERE problem IS NULL;

INSERT INTO billing_shares (run_id, invoice, account, posting)
SELECT DISTINCT s.run_id, s.invoice, s.account, p.n
FROM billing_sums s JOIN billing_invoices i ON i.run_id = s.run_id AND i.n = s.invoice
  JOIN billing_accounts a ON a.run_id = s.run_id AND a.account IS NOT DISTINCT FROM s.account AND a.problem IS NULL
  JOIN companies m ON m.id = a.company_id
  JOIN billing_postings p ON p.run_id = s.run_id AND p.reference = i.reference AND p.currency = i.currency
    AND p.company_code = a.company_code AND p.gl_account = CASE i.cloud WHEN 'aws' THEN m.aws_gl WHEN 'azure' THEN m.azure_gl ELSE m.gcp_gl END
    AND p.cost_center IS NOT DISTINCT FROM a.cost_center AND p.wbs_element IS NOT DISTINCT FROM a.wbs_element;
