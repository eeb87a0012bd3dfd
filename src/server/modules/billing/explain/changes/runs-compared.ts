/**
 * The runs of the month before, `before`, and those of the same month, `now`; runs that were reversed or superseded, or never came
 * to anything, do not count. `own`: a run before goes with that of this month with which it shares most accounts, since a
 * provider may send several invoices a month, and that is the run $1. `others`: it goes with another run of this month.
 */
export const RUNS_COMPARED = `
WITH mine AS (
  SELECT id, provider, month, (month - interval '1 month')::date AS month_before FROM billing_runs WHERE id = $1
), counted AS (
  SELECT r.id, r.month = m.month AS now FROM billing_runs r JOIN mine m ON r.provider = m.provider AND r.month IN (m.month, m.month_before)
  WHERE r.id = m.id OR r.state NOT IN ('processing', 'failed', 'superseded', 'reversed')
), shared AS (
  SELECT o.id AS before, n.id AS now, count(*) AS accounts FROM counted o
  JOIN billing_accounts b ON b.run_id = o.id AND b.account IS NOT NULL CROSS JOIN counted n
  JOIN billing_accounts a ON a.run_id = n.id AND coalesce(a.account, '') = b.account
  WHERE NOT o.now AND n.now GROUP BY 1, 2
), best AS (
  SELECT DISTINCT ON (before) before, now FROM shared ORDER BY before, accounts DESC, now = $1 DESC, now DESC
)
SELECT c.id, c.now, coalesce(b.now = $1, false) AS own, coalesce(b.now <> $1, false) AS others FROM counted c LEFT JOIN best b ON b.before = c.id
LEFT JOIN shared s ON s.before = c.id AND s.now = $1 ORDER BY coalesce(s.accounts, 0) DESC, c.id DESC`;
