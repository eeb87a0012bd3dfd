import { takenByPool } from '../runs/pooled.ts';
import type { Statement } from '#calls/finalize.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { RUNS_COMPARED } from '../explain/changes/runs-compared.ts';
import { bookedBefore, correctedBy } from '../runs/corrected-runs.ts';

/**
 * Who owns what a row is charged to now; who owned it then where its cost center is not there any more.
 * @param row names a row of `billing_postings` or `billing_accounts`
 */
const ownerOf = (
  row: string,
) => `(SELECT lower(CASE WHEN center.id IS NULL THEN ${row}.owner_email ELSE contact.email END)
    FROM (SELECT) nothing LEFT JOIN cost_centers center ON center.id = ${row}.cost_center_id
    LEFT JOIN cloud_contacts contact ON contact.id = center.cloud_contact_id)`;

/** So many services of an owner are listed. */
const MOST_SERVICES = 5;

/**
 * The charges of the run by owner, and those of the same cost centers for the same clouds a
 * month earlier: by the runs of that month but those that go with another run of this one, and by bills that came
 * without a run, whose date is a month later.
 */
const CHARGED = `
WITH run AS (
  SELECT id, month, (month - interval '1 month')::date AS before FROM billing_runs WHERE id = $1
), now AS (
  SELECT ${ownerOf('p')} AS owner, coalesce(cost_center, wbs_element) AS identifier, currency, sum(amount) AS amount
  FROM billing_postings p WHERE run_id = $1 GROUP BY 1, 2, 3
), booked AS (
  SELECT b.identifier, b.currency, b.amount FROM run JOIN billing_runs r ON r.month = run.before AND r.id <> run.id
    JOIN billing_bills l ON l.run_id = r.id JOIN cloud_bills b ON b.id = l.bill_id
  WHERE b.provider IN (SELECT cloud FROM billing_postings WHERE run_id = $1)
    AND NOT EXISTS (SELECT FROM (${RUNS_COMPARED}) c WHERE c.id = r.id AND c.others)
  UNION ALL
  SELECT b.identifier, b.currency, b.amount FROM run JOIN cloud_bills b
    ON b.date >= run.month AND b.date < run.month + interval '1 month'
  WHERE b.provider IN (SELECT cloud FROM billing_postings WHERE run_id = $1)
    AND NOT EXISTS (SELECT FROM billing_bills l WHERE l.bill_id = b.id)
), earlier AS (
  SELECT lower(btrim(identifier)) AS key, currency, sum(amount) AS amount FROM booked GROUP BY 1, 2
), decimals AS (
  SELECT currency, max(decimals) AS decimals FROM billing_invoices WHERE run_id = $1 GROUP BY currency
)
SELECT n.owner, n.identifier, n.currency, d.decimals, n.amount AS this_month, coalesce(e.amount, 0) AS last_month
FROM now n JOIN decimals d USING (currency)
LEFT JOIN earlier e ON e.key = lower(n.identifier) AND e.currency = n.currency`;

/** The bookings with a difference run where it changes something, and those before it. */
const CORRECTED = `
WITH before AS (
  SELECT lower(coalesce(cost_center, wbs_element)) AS key, currency, sum(amount) AS amount FROM ${bookedBefore('$1')} b GROUP BY 1, 2
), decimals AS (
  SELECT currency, max(decimals) AS decimals FROM billing_invoices WHERE run_id = $1 GROUP BY currency
), changed AS (
  SELECT ${ownerOf('p')} AS owner, coalesce(cost_center, wbs_element) AS identifier, currency, sum(amount) AS amount
  FROM billing_postings p WHERE run_id = $1 GROUP BY 1, 2, 3
)
SELECT c.owner, c.identifier, c.currency, d.decimals, c.amount + coalesce(b.amount, 0) AS this_month, coalesce(b.amount, 0) AS last_month
FROM changed c JOIN decimals d USING (currency) LEFT JOIN before b ON b.key = lower(c.identifier) AND b.currency = c.currency`;

const compared = `jsonb_build_object('currency', currency, 'this_month', round(sum(this_month), max(decimals))::text,
  'last_month', round(sum(last_month), max(decimals))::text, 'difference', round(sum(this_month - last_month), max(decimals))::text)`;

const statementsOf = (charged: string) => `
WITH charged AS MATERIALIZED (${charged}), totals AS (
  SELECT owner, jsonb_agg(entry ORDER BY currency) AS totals FROM (
    SELECT owner, currency, ${compared} AS entry FROM charged GROUP BY owner, currency) t GROUP BY owner
), centers AS (
  SELECT owner, jsonb_agg(entry ORDER BY currency, size DESC, identifier) AS centers FROM (
    SELECT owner, currency, identifier, sum(abs(this_month)) AS size,
      jsonb_build_object('identifier', identifier) || ${compared} AS entry
    FROM charged GROUP BY owner, currency, identifier) t GROUP BY owner
), used AS (
  SELECT ${ownerOf('a')} AS owner, l.service, i.currency, max(i.decimals) AS decimals, sum(l.amount) AS amount
  FROM (SELECT l.run_id, l.invoice, l.account, l.service, sum(l.amount) AS amount FROM billing_lines l ${takenByPool('l')}
      WHERE l.run_id = $1 AND l.service IS NOT NULL AND l.account IS NOT NULL AND q.bearer IS NULL GROUP BY 1, 2, 3, 4) l
    JOIN billing_invoices i ON i.run_id = l.run_id AND i.n = l.invoice
    JOIN billing_accounts a ON a.run_id = l.run_id AND coalesce(a.account, '') = l.account
  WHERE a.problem IS NULL GROUP BY 1, 2, 3
), services AS (
  SELECT owner, jsonb_agg(jsonb_build_object('service', service, 'currency', currency, 'amount', round(amount, decimals)::text)
    ORDER BY currency, place) AS services
  FROM (SELECT *, row_number() OVER (PARTITION BY owner, currency ORDER BY amount DESC, service) AS place FROM used) u
  WHERE place <= ${MOST_SERVICES} GROUP BY owner
)
SELECT t.owner AS owner_email, t.owner IS NOT NULL AND NOT coalesce(c.terminated, false) AS sent,
  CASE WHEN t.owner IS NULL THEN 'Cost centers without a known owner: nobody is mailed.'
    WHEN c.terminated THEN concat(t.owner, ' is terminated and is not mailed.') END AS why,
  t.totals, n.centers AS cost_centers, coalesce(s.services, '[]') AS services
FROM totals t JOIN centers n ON n.owner IS NOT DISTINCT FROM t.owner
LEFT JOIN services s ON s.owner IS NOT DISTINCT FROM t.owner
LEFT JOIN LATERAL (SELECT bool_and(terminated) AS terminated FROM cloud_contacts WHERE lower(email) = t.owner) c ON true
ORDER BY t.owner NULLS LAST`;

/** One statement for each owner of what a run charges, as it would be mailed now. */
export async function readStatements(runner: Runner, run: number): Promise<Statement[]> {
  const corrects = (await correctedBy(runner, run)).length > 0;
  const text = statementsOf(corrects ? CORRECTED : CHARGED);
  const { rows } = await runner.query<Statement>({ text, values: [run] });
  // The services are those of the whole invoice, and not of what differs.
  return corrects ? rows.map((row) => ({ ...row, services: [] })) : rows;
}
