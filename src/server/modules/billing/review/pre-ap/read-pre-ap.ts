import type { PoolClient } from 'pg';
import { MOVED_SERVICE } from '../../allocation/commitments/move-commitments.ts';
import { bookedBefore } from '../../runs/corrected-runs.ts';
import type { OwnedPosting } from '../../runs/posting.ts';
import { takenByPool } from '../../runs/pooled.ts';
import { problemSentence } from '../../runs/problems.ts';
import type { LineKind } from '#calls/run-details.ts';
import type { Reconciled } from '#calls/reconciliation.ts';
import { reconcile } from '../../runs/reconciliation.ts';

/** A posting with what finance reads beside it. */
export interface PreApPosting extends OwnedPosting {
  invoice_date: string | null;
  due_date: string | null;
  /** Another company pays the invoice. */
  recharged: boolean;
}

/** Lines of one account, kind and service. */
export interface PreApLines {
  account: string | null;
  account_name: string | null;
  cloud: string | null;
  reference: string;
  kind: LineKind;
  service: string | null;
  lines: number;
  currency: string;
  amount: string;
  company_code: string | null;
  cost_center: string | null;
  wbs_element: string | null;
}

export interface PreApException {
  account: string | null;
  account_name: string | null;
  cloud: string | null;
  reference: string;
  message: string | null;
  named: string | null;
  lines: number;
  currency: string;
  amount: string;
}

export interface PreApRun {
  id: number;
  revision: number;
  provider: string;
  format: string | null;
  month: string;
  posting_day: string;
  file_name: string;
  lines: number;
  created_by: string;
  created_at: string;
}

/** All contents of the workbook of a run, as they are at one moment. */
export interface PreAp {
  run: PreApRun;
  invoices: Reconciled[];
  postings: PreApPosting[];
  lines: PreApLines[];
  exceptions: PreApException[];
}

/** The sums of accounts take the place of the lines where there are more than this by service: a workbook is held in memory. */
const MOST_GROUPS = 100_000;
/** Digits after the point with which the sums of lines are written; what a sheet shows exactly has few more. */
const LINE_DECIMALS = 6;

/** Reads the run in one look at the database. `tx` must not have read anything yet. */
export async function readPreAp(tx: PoolClient, id: number): Promise<PreAp | null> {
  await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const { rows } = await tx.query<PreApRun>(
    `SELECT id, revision, provider, format, to_char(month, 'YYYY-MM') AS month, posting_day, file_name, lines, created_by, created_at
     FROM billing_runs WHERE id = $1`,
    [id],
  );
  const [run] = rows;
  if (!run) return null;
  return {
    run,
    invoices: await reconcile(tx, id),
    postings: await readPostings(tx, id),
    lines: await readLines(tx, id),
    exceptions: await readExceptions(tx, id),
  };
}

/** The company that bears most of an invoice, with what is booked of it before, pays it; what others bear is recharged to them. */
async function readPostings(tx: PoolClient, id: number): Promise<PreApPosting[]> {
  const { rows } = await tx.query<PreApPosting>(
    `WITH payers AS (
       SELECT DISTINCT ON (reference, currency) reference, currency, company_code FROM (
         SELECT reference, currency, company_code, amount FROM billing_postings WHERE run_id = $1
         UNION ALL SELECT reference, currency, company_code, amount FROM ${bookedBefore('$1')} b) borne
       GROUP BY reference, currency, company_code ORDER BY reference, currency, sum(amount) DESC, company_code
     ), dates AS (
       SELECT reference, currency, min(invoice_date) AS invoice_date, min(due_date) AS due_date
       FROM billing_invoices WHERE run_id = $1 GROUP BY reference, currency
     )
     SELECT p.n, p.cloud, p.reference, p.currency, d.invoice_date, d.due_date, p.company_code, p.gl_account, p.cost_center,
       p.wbs_element, p.amount::text AS amount, p.text, p.business_unit, p.owner_email, p.company_code <> y.company_code AS recharged
     FROM billing_postings p JOIN payers y USING (reference, currency) LEFT JOIN dates d USING (reference, currency)
     WHERE p.run_id = $1 ORDER BY p.company_code, p.reference, p.currency, p.n`,
    [id],
  );
  return rows;
}

/** What a pool took is charged to those who bear the pool, and not where its account is. */
const unlessPooled = (column: string) => `CASE WHEN NOT l.pooled THEN a.${column} END AS ${column}`;
const PLACE = `i.reference, i.currency, i.cloud, p.name AS account_name, ${unlessPooled('company_code')}, ${unlessPooled('cost_center')}, ${unlessPooled('wbs_element')}`;
const PLACES = `JOIN billing_invoices i ON i.run_id = l.run_id AND i.n = l.invoice
  LEFT JOIN billing_accounts a ON a.run_id = l.run_id AND coalesce(a.account, '') = coalesce(l.account, '')
  LEFT JOIN cloud_parents p ON p.id = a.cloud_parent_id`;

/** Rounding that makes up for what the lines differ by from the stated total; it is no line of the file. */
const ADDED = `(l.line = 0 AND l.kind = 'rounding')`;

async function readLines(tx: PoolClient, id: number): Promise<PreApLines[]> {
  const grouped = await tx.query<PreApLines>(
    `SELECT l.account, l.kind, l.service, l.lines, round(l.amount, ${LINE_DECIMALS})::text AS amount, ${PLACE}
     FROM (SELECT l.run_id, l.invoice, l.account, l.kind, l.service, q.bearer IS NOT NULL AS pooled,
         CASE WHEN ${ADDED} THEN 0 ELSE count(*) END AS lines, sum(l.amount) AS amount
       FROM billing_lines l ${takenByPool('l')} WHERE l.run_id = $1 GROUP BY l.run_id, l.invoice, l.account, l.kind, l.service, pooled, ${ADDED}
       UNION ALL SELECT run_id, invoice, account, kind, ${MOVED_SERVICE}, false, lines, amount FROM billing_sums
       WHERE run_id = $1 AND moved AND NOT pooled
       LIMIT ${MOST_GROUPS + 1}) l
     ${PLACES} ORDER BY l.account NULLS LAST, l.invoice, l.kind, l.service`,
    [id],
  );
  if (grouped.rows.length <= MOST_GROUPS) return grouped.rows;
  const { rows } = await tx.query<PreApLines>(
    `SELECT l.account, l.kind, CASE WHEN l.pooled THEN 'Taken by pools' WHEN l.moved THEN ${MOVED_SERVICE} END AS service, CASE WHEN l.added AND l.kind = 'rounding' THEN 0 ELSE l.lines END AS lines, round(l.amount, ${LINE_DECIMALS})::text AS amount, ${PLACE}
     FROM billing_sums l ${PLACES} WHERE l.run_id = $1 ORDER BY l.account NULLS LAST, l.invoice, l.kind`,
    [id],
  );
  return rows;
}

async function readExceptions(tx: PoolClient, id: number): Promise<PreApException[]> {
  const { rows } = await tx.query<PreApException & { problem: string; month: string }>(
    `SELECT e.account, p.name AS account_name, e.cloud, e.reference, e.problem, to_char(r.month, 'YYYY-MM') AS month, a.named, e.lines, e.currency, e.amount::text AS amount
     FROM billing_exceptions e JOIN billing_runs r ON r.id = e.run_id LEFT JOIN billing_accounts a ON a.run_id = e.run_id AND coalesce(a.account, '') = e.account
     LEFT JOIN cloud_parents p ON p.id = a.cloud_parent_id
     WHERE e.run_id = $1 ORDER BY e.n`,
    [id],
  );
  return rows.map(({ problem, month, ...row }) => ({
    ...row,
    message: problemSentence(problem, { named: row.named, month }),
  }));
}
