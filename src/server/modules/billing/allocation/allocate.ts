import type { PoolClient } from 'pg';
import { keepDoubled } from './copilot/doubled.ts';
import { subtractBooked } from './subtract-booked.ts';
import { holdAmortised, moveCommitments } from './commitments/move-commitments.ts';
import { cloudNameIn, ofCloudIn } from '../runs/cloud-name.ts';
import { isPoolIn } from '../runs/pooled.ts';
import { placeFormerly } from '../runs/places.ts';
import { bearPools } from './pools/bear.ts';
import { holdUnread, takePools } from './pools/take.ts';
import { resolveAccounts } from './resolve.ts';
import { placesOf, readRulesOf, sharedCostCenter } from '../runs/rules.ts';
import { keepSpread } from './spread.ts';

/** The account on which the company books what a cloud charges. */
const GL_ACCOUNT = ofCloudIn('i.cloud', ({ glField }) => `m.${glField}`);

/** Every sum of the run's lines by who bears it: an account, a seat, or a part of a pool, which are exact amounts. */
const BORNE = `
  SELECT s.invoice, s.account AS source, coalesce(e.seat, s.account) AS account, coalesce(e.share, 1) AS share,
    s.amount * coalesce(e.share, 1) AS amount, s.lines
  FROM billing_sums s LEFT JOIN billing_seats e ON e.run_id = s.run_id AND e.invoice = s.invoice AND e.account = s.account
  WHERE s.run_id = $1 AND NOT (s.pooled AND ${isPoolIn('s.account')})
  UNION ALL
  SELECT invoice, bearer, account, round(amount / whole, 40), amount, lines FROM billing_pool_parts WHERE run_id = $1`;

/**
 * Every sum of the run's lines with the place where it is charged, and what is wrong where there is none. `pool` is
 * what is of the invoice as such, and so is split by the others. What is split by seats is there once for each of them.
 * It is made before it is joined: else postings are joined with accounts first, each with each.
 */
const PLACED = `
placed AS MATERIALIZED (
  SELECT s.invoice, i.reference, i.currency, i.decimals, i.cloud, s.source, s.account, s.share, s.amount, s.lines, a.cost_center, a.wbs_element,
    a.company_code, a.business_units_id, a.business_unit, a.owner_email, a.cost_center_id, a.cost_center_network_id,
    a.run_id IS NULL AS pool,
    ${GL_ACCOUNT} AS gl_account,
    coalesce(a.problem, CASE WHEN i.cloud IS NULL THEN 'unknown_cloud'
      WHEN coalesce(${GL_ACCOUNT}, '') = '' THEN 'no_gl_account' END) AS problem
  FROM (${BORNE}) s JOIN billing_invoices i ON i.run_id = $1 AND i.n = s.invoice
  LEFT JOIN billing_accounts a ON a.run_id = $1 AND coalesce(a.account, '') = coalesce(s.account, '')
  LEFT JOIN companies m ON m.id = a.company_id
)`;

/**
 * Sums become postings and exceptions. Tax, credits and rounding of no account are split in proportion to what the others are charged
 * (to nothing below zero, and to the sizes alone where nothing is above it). Two clouds of one invoice are posted each for
 * itself, also where a company books both on one account. Amounts are rounded by the largest remainder:
 * all of an invoice's together are its lines' sum, to the smallest unit of the currency.
 */
const ROUNDED = `
WITH ${PLACED}, grouped AS (
  SELECT reference, currency, decimals, cloud, company_code, gl_account, cost_center, wbs_element,
    NULL::text AS account, NULL::text AS problem, sum(amount) AS exact, sum(lines) AS lines,
    min(business_units_id) AS business_units_id, min(business_unit) AS business_unit, min(owner_email) AS owner_email,
    min(cost_center_id) AS cost_center_id, min(cost_center_network_id) AS cost_center_network_id
  FROM placed WHERE NOT pool AND problem IS NULL
  GROUP BY reference, currency, decimals, cloud, company_code, gl_account, cost_center, wbs_element
  -- Of an account that pools took whole nothing is left, and nothing is charged.
  HAVING sum(lines) <> 0 OR sum(amount) <> 0
  UNION ALL
  SELECT reference, currency, decimals, cloud, NULL, NULL, NULL, NULL, account, problem, sum(amount), sum(lines),
    NULL, NULL, NULL, NULL, NULL
  FROM placed WHERE NOT pool AND problem IS NOT NULL GROUP BY reference, currency, decimals, cloud, account, problem
  HAVING sum(lines) <> 0 OR sum(amount) <> 0
), differences AS (
  SELECT reference, currency, sum(rounding) AS rounding FROM billing_invoices WHERE run_id = $1 GROUP BY reference, currency
), pools AS (
  -- The difference from the stated total is a part of one posting, where it can be seen.
  SELECT reference, currency, decimals, min(cloud) AS cloud, sum(amount) - min(rounding) AS amount, sum(lines) AS lines,
    min(rounding) AS rounding
  FROM placed JOIN differences USING (reference, currency) WHERE pool GROUP BY reference, currency, decimals
), weighed AS (
  SELECT g.*, sum(greatest(exact, 0)) OVER w AS above, sum(abs(exact)) OVER w AS sizes,
    row_number() OVER (PARTITION BY reference, currency ORDER BY problem IS NOT NULL, abs(exact) DESC, company_code, gl_account,
      cost_center, wbs_element, account, problem, cloud) = 1 AS largest
  FROM grouped g WINDOW w AS (PARTITION BY reference, currency)
), shared AS (
  SELECT w.*, CASE WHEN w.largest THEN coalesce(p.rounding, 0) ELSE 0 END AS difference,
    w.exact + CASE WHEN w.largest THEN coalesce(p.rounding, 0) ELSE 0 END + CASE WHEN p.amount IS NULL OR w.sizes = 0 THEN 0
      -- Digits that the division is carried to; what is left of it the rounding gives away.
      WHEN w.above > 0 THEN round(p.amount * greatest(w.exact, 0), 40) / w.above
      ELSE round(p.amount * abs(w.exact), 40) / w.sizes END AS share
  FROM weighed w LEFT JOIN pools p USING (reference, currency)
), parts AS (
  SELECT * FROM shared
  UNION ALL
  SELECT p.reference, p.currency, p.decimals, p.cloud, NULL, NULL, NULL, NULL, NULL, 'nothing_to_split_by', p.amount, p.lines,
    NULL, NULL, NULL, NULL, NULL, 0, 0, false, 0,
    p.amount + CASE WHEN EXISTS (SELECT FROM weighed w WHERE w.reference = p.reference AND w.currency = p.currency)
      THEN 0 ELSE p.rounding END
  FROM pools p WHERE NOT EXISTS (SELECT FROM weighed w WHERE w.reference = p.reference AND w.currency = p.currency AND w.sizes > 0)
), units AS (
  SELECT parts.*, share * power(10::numeric, decimals) AS unit FROM parts
), whole AS (
  SELECT reference, currency, round(sum(amount) * power(10::numeric, decimals)) AS due
  FROM placed GROUP BY reference, currency, decimals
), ranked AS (
  SELECT u.*, floor(unit) AS least, due - sum(floor(unit)) OVER w AS left_over,
    row_number() OVER (PARTITION BY reference, currency ORDER BY unit - floor(unit) DESC, company_code, gl_account,
      cost_center, wbs_element, account, problem, cloud) AS place
  FROM units u JOIN whole USING (reference, currency) WINDOW w AS (PARTITION BY reference, currency)
)
SELECT *, (least + CASE WHEN place <= left_over THEN 1 ELSE 0 END) / power(10::numeric, decimals) AS amount FROM ranked`;

/** With the postings goes which of them has the difference from the stated total of its invoice. */
const POSTINGS = `
WITH found AS (
  SELECT *, row_number() OVER (ORDER BY reference, currency, company_code, gl_account, cost_center, wbs_element, cloud) AS n
  FROM (${ROUNDED}) r WHERE problem IS NULL AND amount <> 0
), posted AS (
  INSERT INTO billing_postings (run_id, n, cloud, reference, currency, company_code, gl_account, cost_center, wbs_element, amount,
    text, business_units_id, business_unit, owner_email, cost_center_id, cost_center_network_id)
  SELECT $1, n, cloud, reference, currency, company_code, gl_account, cost_center, wbs_element, round(amount, decimals),
    concat_ws(' ', ${cloudNameIn('cloud')}, $2::text,
      CASE WHEN difference <> 0 THEN concat('with Rounding ', round(difference, decimals)) END),
    business_units_id, business_unit, owner_email, cost_center_id, cost_center_network_id
  FROM found
)
INSERT INTO billing_shares (run_id, invoice, account, posting, rounding)
SELECT $1, i.n, NULL, f.n, true FROM found f
JOIN billing_invoices i ON i.run_id = $1 AND i.reference = f.reference AND i.currency = f.currency AND i.rounding <> 0
WHERE f.difference <> 0`;

/** Which posting an account, or a seat that bears a share of one, became a part of. */
const POSTED = `
  SELECT DISTINCT l.invoice, l.source, l.account, l.share, p.n AS posting FROM placed l JOIN billing_postings p ON p.run_id = $1
    AND p.reference = l.reference AND p.currency = l.currency AND p.cloud = l.cloud AND p.company_code = l.company_code AND p.gl_account = l.gl_account
    AND coalesce(p.cost_center, '') = coalesce(l.cost_center, '') AND coalesce(p.wbs_element, '') = coalesce(l.wbs_element, '')
  WHERE l.problem IS NULL AND NOT l.pool`;

/** Of which postings the lines of each account became a part, and with which share. */
const SHARES = `
WITH ${PLACED}, parts AS (${POSTED}
), kept AS (
  UPDATE billing_seats e SET posting = p.posting FROM parts p
  WHERE e.run_id = $1 AND e.invoice = p.invoice AND e.account = p.source AND e.seat = p.account
), borne AS (
  UPDATE billing_pool_parts e SET posting = p.posting FROM parts p
  WHERE e.run_id = $1 AND e.invoice = p.invoice AND e.account = p.account
)
INSERT INTO billing_shares (run_id, invoice, account, posting, share)
SELECT $1, invoice, source, posting, sum(share) FROM parts GROUP BY invoice, source, posting`;

const EXCEPTIONS = `
INSERT INTO billing_exceptions (run_id, n, reference, currency, cloud, account, problem, amount, lines)
SELECT $1, row_number() OVER (ORDER BY abs(amount) DESC, reference, currency, account, problem, cloud), reference, currency, cloud, account,
  problem, round(amount, decimals), lines
FROM (${ROUNDED}) r WHERE problem IS NOT NULL`;

/** An invoice that its lines do not come to, by more than rounding explains. */
const DIFFERENCES = `
INSERT INTO billing_exceptions (run_id, n, reference, currency, cloud, account, problem, amount, lines)
SELECT $1, coalesce((SELECT max(n) FROM billing_exceptions WHERE run_id = $1), 0) + row_number() OVER (ORDER BY n),
  reference, currency, cloud, NULL, 'total_differs', stated - round(total, decimals), lines
FROM billing_invoices WHERE run_id = $1 AND stated <> round(total, decimals)`;

/** So many accounts change what is known of the tables; autovacuum comes a minute later, or when the disk is quiet. */
const MANY_ACCOUNTS = 1000;
/** The tables that an allocation fills, and the sums that it is made of. */
const FILLED =
  'billing_sums, billing_tag_sums, billing_pooled, billing_pool_parts, billing_accounts, billing_seats, billing_shares, billing_postings, billing_exceptions';

/**
 * Has PostgreSQL look at what was written of a large run: what it knows of is a few rows, which it would join by going over all of one
 * table for each row of another. Who looks at the same tables already is not waited for.
 */
async function analyseMany(tx: PoolClient, run: number): Promise<void> {
  const { rowCount } = await tx.query(
    `SELECT FROM billing_accounts WHERE run_id = $1 OFFSET ${MANY_ACCOUNTS} LIMIT 1`,
    [run],
  );
  if (rowCount) await tx.query(`ANALYZE (SKIP_LOCKED) ${FILLED}`);
}

/** Of a run, what its lines are allocated by. */
export interface AllocatedRun {
  id: number;
  month: string;
  posting_day: string;
  rules_version: number;
  shared_cost_center_id: number | null;
  /** Who is charged in this run alone for what has no account: the ids of cost centers by place, in small letters. */
  places: Record<string, number>;
  /** Whether it books what differs from what is booked for its invoices. */
  difference: boolean;
}

/**
 * Allocates the lines of a run anew, by its own version of the rules and the reference data as they are now.
 * The accepted changes of reviewed workbooks are not applied; `allocateRun` does both.
 */
export async function allocateLines(tx: PoolClient, run: AllocatedRun): Promise<void> {
  const rules = await readRulesOf(tx, run.rules_version);
  const shared = run.shared_cost_center_id ?? sharedCostCenter(rules);
  await tx.query('UPDATE billing_runs SET revision = revision + 1 WHERE id = $1', [run.id]);
  // New rows have no statistics yet: they are taken for a row or two, and joined by going over all of one for each of
  // the other, which takes minutes where there are thousands.
  await tx.query('SET LOCAL enable_nestloop = off');
  await placeFormerly(tx, run.id);
  await moveCommitments(tx, run.id, rules);
  await takePools(tx, run.id, rules.pools);
  const places = placesOf(run.places, rules);
  await resolveAccounts(tx, { id: run.id, postingDay: run.posting_day, shared, places });
  await bearPools(tx, { id: run.id, postingDay: run.posting_day }, rules.pools);
  for (const table of ['billing_shares', 'billing_postings', 'billing_exceptions'])
    await tx.query(`DELETE FROM ${table} WHERE run_id = $1`, [run.id]);
  await tx.query(POSTINGS, [run.id, run.month.slice(0, 7)]);
  await tx.query(SHARES, [run.id]);
  await tx.query(EXCEPTIONS, [run.id]);
  await tx.query(DIFFERENCES, [run.id]);
  await holdAmortised(tx, run.id, rules);
  await holdUnread(tx, run.id, rules.pools);
  await keepSpread(tx, run.id);
  await keepDoubled(tx, run.id);
  await subtractBooked(tx, run);
  await tx.query('SET LOCAL enable_nestloop TO DEFAULT');
  await analyseMany(tx, run.id);
}
