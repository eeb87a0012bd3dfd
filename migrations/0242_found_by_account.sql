-- Where a run has tens of thousands of accounts, what belongs to one of them is found by it, and not by going over all of the run,
-- also while nothing is known of tables that were just filled.
CREATE INDEX billing_exceptions_account ON billing_exceptions (run_id, coalesce(account, ''));
CREATE INDEX billing_sums_account ON billing_sums (run_id, invoice, coalesce(account, ''));
DROP INDEX billing_sums_run;
