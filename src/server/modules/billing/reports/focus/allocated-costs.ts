import { FOCUS_COLUMNS } from '#calls/focus.ts';
import type { BillProvider } from '#kernel/billing/runs.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { ofCloudIn } from '../../runs/cloud-name.ts';
import { isPlaceIn } from '../../runs/places.ts';
import { bearerOf, takenByPool } from '../../runs/pooled.ts';
import { MOVED_SERVICE } from '../../allocation/commitments/move-commitments.ts';
import { CORRECTS } from '../../runs/corrected-runs.ts';
import { harmlessCell } from '#server/platform/files/csv-cell-sql.ts';

/** Selects costs: those of the final runs of a month, of one provider or of all. */
export interface CostsFilter {
  /** YYYY-MM */
  month: string;
  provider: BillProvider | null;
}

/** A text that no spreadsheet runs; NULL where there is nothing in it. */
const cellOf = (value: string) => `CASE WHEN btrim(${value}) <> '' THEN ${harmlessCell(value)} END`;

const moment = (day: string) => `to_char(${day}, 'YYYY-MM-DD"T00:00:00Z"')`;

const CLOUD = ofCloudIn('p.cloud', ({ focusName }) => `'${focusName}'`);

/** The SQL of each column. An InvoiceDetailId is a posting, whose rows come to its amount. */
const COLUMNS: Record<(typeof FOCUS_COLUMNS)[number], string> = {
  BilledCost: 'trim_scale(c.cost)::text',
  BillingAccountId: cellOf('p.company_code'),
  BillingAccountName: 'NULL::text',
  BillingAccountType: `'Company Code'`,
  BillingCurrency: 'p.currency',
  BillingPeriodEnd: moment(`r.month + interval '1 month'`),
  BillingPeriodStart: moment('r.month'),
  ChargeCategory: `CASE c.kind WHEN 'usage' THEN 'Usage' WHEN 'tax' THEN 'Tax' WHEN 'credit' THEN 'Credit' ELSE 'Adjustment' END`,
  ChargeClass: `CASE WHEN r.corrects THEN 'Correction' END`,
  ChargeDescription: cellOf(`coalesce(c.said, p.text)`),
  ChargePeriodEnd: moment(`coalesce(c.last + 1, (r.month + interval '1 month')::date)`),
  ChargePeriodStart: moment('coalesce(c.first, r.month)'),
  ContractedCost: 'trim_scale(c.cost)::text',
  EffectiveCost: 'trim_scale(c.cost)::text',
  HostProviderName: CLOUD,
  InvoiceDetailId: `p.run_id || '-' || p.n`,
  InvoiceId: cellOf('p.reference'),
  InvoiceIssuerName: CLOUD,
  ListCost: 'trim_scale(c.cost)::text',
  PricingQuantity: 'NULL::text',
  PricingUnit: 'NULL::text',
  ServiceCategory: `'Other'`,
  ServiceName: `coalesce(${cellOf('c.service')}, ${CLOUD})`,
  ServiceProviderName: CLOUD,
  ServiceSubcategory: `'Other (Other)'`,
  SubAccountId: `CASE WHEN NOT ${isPlaceIn('c.account')} THEN ${cellOf('c.account')} END`,
  SubAccountName: cellOf('a.name'),
  SubAccountType: `CASE WHEN c.account IS NOT NULL AND NOT ${isPlaceIn('c.account')} THEN ${ofCloudIn('p.cloud', ({ focusAccount }) => `'${focusAccount}'`)} END`,
  Tags: 'a.tags::text',
  x_BillingRunId: 'p.run_id::text',
  x_BusinessUnit: cellOf('p.business_unit'),
  x_CompanyCode: cellOf('p.company_code'),
  x_CostCenter: cellOf('coalesce(p.cost_center, o.identifier)'),
  x_GlAccount: cellOf('p.gl_account'),
  x_Owner: cellOf('p.owner_email'),
  x_PostingId: 'p.n::text',
  x_ProjectId: cellOf('a.project'),
  x_SapCostCenter: cellOf('s.identifier'),
  x_WbsElement: cellOf('p.wbs_element'),
};

/** Digits after the point with which a share of a cost is written; what is left of a posting is a row of its own. */
const DIGITS = 10;

/**
 * The charges of each account by posting, kind and service, and the part of each posting that is of no account: shares of tax
 * and the like, and the cents of rounding. What effective cost moves from one account to another is a row of its own, and what pools took goes with those who bear it. Together the rows of a posting are exactly its amount. A difference is one row, since its lines
 * are those of the whole invoice.
 */
const COSTS = (runs: string) => `
WITH runs AS (
  SELECT id, month, ${CORRECTS} <> '[]' AS corrects FROM billing_runs r WHERE id IN (${runs})
), grouped AS MATERIALIZED (
  SELECT l.run_id, l.invoice, l.account, ${bearerOf('l')} AS bearer, l.kind, l.service, sum(l.amount) AS amount, min(l.day) AS first, max(l.day) AS last
  FROM billing_lines l ${takenByPool('l')}
  WHERE l.run_id IN (${runs}) AND l.run_id NOT IN (SELECT id FROM runs WHERE corrects) GROUP BY 1, 2, 3, 4, 5, 6
  UNION ALL
  SELECT s.run_id, s.invoice, s.account, s.bearer, s.kind, ${MOVED_SERVICE}, s.amount, NULL, NULL
  FROM (SELECT run_id, invoice, account, account AS bearer, kind, amount FROM billing_sums WHERE moved AND NOT pooled
    UNION ALL SELECT run_id, invoice, account, account, kind, -amount FROM billing_pooled WHERE moved
    UNION ALL SELECT run_id, invoice, account, bearer, kind, amount FROM billing_pooled WHERE moved) s
  WHERE s.run_id IN (${runs}) AND s.run_id NOT IN (SELECT id FROM runs WHERE corrects)
), parts AS MATERIALIZED (
  SELECT g.run_id, h.posting, g.account, g.kind, g.service, g.first, g.last, round(g.amount * h.share, ${DIGITS}) AS cost
  FROM grouped g JOIN billing_shares h ON h.run_id = g.run_id AND h.invoice = g.invoice AND NOT h.rounding
    AND coalesce(h.account, '') = coalesce(g.bearer, '')
), pooled AS (
  -- What belongs to no account and is split by the others.
  SELECT g.run_id, i.reference, i.currency, g.kind, sum(g.amount) AS amount
  FROM grouped g JOIN billing_invoices i ON i.run_id = g.run_id AND i.n = g.invoice
  WHERE g.account IS NULL AND NOT EXISTS (SELECT FROM billing_accounts a WHERE a.run_id = g.run_id AND a.account IS NULL)
  GROUP BY 1, 2, 3, 4 HAVING sum(g.amount) <> 0
), rests AS (
  SELECT p.run_id, p.n AS posting, p.reference, p.currency, p.amount - coalesce(t.cost, 0) AS rest
  FROM billing_postings p JOIN runs ON runs.id = p.run_id
  LEFT JOIN (SELECT run_id, posting, sum(cost) AS cost FROM parts GROUP BY 1, 2) t ON t.run_id = p.run_id AND t.posting = p.n
), split AS (
  SELECT t.*, k.kind, k.amount, sum(k.amount) OVER w AS total,
    row_number() OVER (PARTITION BY t.run_id, t.posting ORDER BY abs(k.amount) DESC, k.kind) AS place,
    coalesce(min(sign(k.amount)) OVER w = max(sign(k.amount)) OVER w, false) AS alike
  FROM rests t LEFT JOIN pooled k USING (run_id, reference, currency) WINDOW w AS (PARTITION BY t.run_id, t.posting)
), shares AS (
  SELECT run_id, posting, place, rest, CASE WHEN alike THEN kind ELSE 'adjustment' END AS kind,
    CASE WHEN alike THEN round(rest * amount / total, ${DIGITS}) WHEN place = 1 THEN rest ELSE 0 END AS share
  FROM split
), unaccounted AS (
  -- The largest kind takes what the division leaves.
  SELECT run_id, posting, kind, share + CASE WHEN place = 1 THEN rest - sum(share) OVER (PARTITION BY run_id, posting) ELSE 0 END AS cost
  FROM shares
), costs AS (
  SELECT run_id, posting, account, kind, service, CASE WHEN ${isPlaceIn('account')} THEN account END AS said, first, last, cost FROM parts
  UNION ALL
  SELECT run_id, posting, NULL, kind, NULL, CASE WHEN NOT corrects THEN 'Share of what belongs to no account, and rounding' END, NULL, NULL, cost
  FROM unaccounted JOIN runs ON runs.id = run_id
), accounts AS (
  SELECT a.run_id, a.account, nullif(btrim(c.name), '') AS name,
    jsonb_path_query_first(a.chain, '$[*] ? (@.what == "project").identifier') #>> '{}' AS project,
    (SELECT jsonb_object_agg(g.key, g.value) FROM (SELECT DISTINCT ON (key) key, value FROM billing_tags g
      WHERE g.run_id = a.run_id AND lower(g.account) = lower(a.account) ORDER BY key, lines DESC, value) g) AS tags
  FROM billing_accounts a JOIN runs ON runs.id = a.run_id LEFT JOIN cloud_parents c ON c.id = a.cloud_parent_id
  WHERE a.account IS NOT NULL
)`;

const FROM = `
FROM costs c JOIN billing_postings p ON p.run_id = c.run_id AND p.n = c.posting JOIN runs r ON r.id = c.run_id
LEFT JOIN accounts a ON a.run_id = c.run_id AND a.account = c.account
LEFT JOIN cost_centers o ON o.id = p.cost_center_id
LEFT JOIN sap_cost_centers s ON lower(btrim(s.identifier)) = lower(btrim(coalesce(p.cost_center, o.identifier)))
WHERE c.cost <> 0 ORDER BY c.run_id, c.posting, c.account NULLS LAST, c.kind, c.service NULLS FIRST`;

/** The final runs whose costs are selected. */
export async function runsOfCosts(runner: Runner, { month, provider }: CostsFilter): Promise<number[]> {
  const { rows } = await runner.query<{ id: number }>({
    text: `SELECT id FROM billing_runs WHERE state = 'final' AND month = $1 AND ($2::text IS NULL OR provider = $2) ORDER BY id`,
    values: [`${month}-01`, provider],
  });
  return rows.map(({ id }) => id);
}

/** No run has this id. */
const NONE = 0;

/**
 * The statement that writes the costs of runs as CSV. It takes no parameters: ids are numbers, which also name the partitions
 * that are read. What has no value is NULL without quotes; a text that reads NULL is in quotes.
 */
export function copyCosts(runs: readonly number[]): string {
  const columns = FOCUS_COLUMNS.map((name) => `${COLUMNS[name]} AS "${name}"`).join(',\n  ');
  return `COPY (${COSTS([NONE, ...runs].map(Number).join(', '))}
SELECT ${columns} ${FROM}) TO STDOUT (FORMAT csv, HEADER, NULL 'NULL')`;
}
