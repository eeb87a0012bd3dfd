-- A file whose run was superseded may be sent again, and counts then: the one that was sent last does.
DROP INDEX billing_runs_file;
-- contract: it demands less than the index that it replaces, and nobody names that one.
CREATE UNIQUE INDEX billing_runs_file ON billing_runs
  (provider, month, file_digest, coalesce(told_currency, ''), coalesce(told_reference, ''))
  WHERE state NOT IN ('failed', 'reversed', 'superseded');
