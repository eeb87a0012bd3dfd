import type { ChangedAccount, Changes, ChangesWanted, ComparedRun, Moved } from '#calls/changes.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { correctedBy, isReplaced } from '../../runs/corrected-runs.ts';
import { isUnplaced } from '../../runs/problems.ts';
import { readRun } from '../../runs/run.ts';
import { RUNS_COMPARED } from './runs-compared.ts';

type Kind = keyof Changes['counts'];

const ACCOUNTS = (runs: string) => `
  SELECT s.account, min(i.cloud) AS provider, i.currency, min(i.decimals) AS decimals, sum(s.amount) AS amount
  FROM billing_sums s JOIN billing_invoices i ON i.run_id = s.run_id AND i.n = s.invoice
  WHERE s.run_id = ANY(${runs}::integer[]) AND s.account IS NOT NULL AND NOT s.pooled
    AND NOT ${isReplaced('s.run_id', 's.invoice', `d.id = ANY(${runs}::integer[])`)} GROUP BY s.account, i.currency`;

/** Accounts of the runs $1 that the runs $2 lack, in a currency each; $3 is how many are listed. */
const ONLY_HERE = `
SELECT h.account AS identifier, p.name, h.provider, h.currency, round(h.amount, h.decimals)::text AS amount, a.company_code,
  a.cost_center, a.wbs_element, a.owner_email, count(*) OVER () AS total
FROM (${ACCOUNTS('$1')}) h LEFT JOIN (${ACCOUNTS('$2')}) t ON t.account = h.account AND t.currency = h.currency
LEFT JOIN (SELECT DISTINCT ON (account) * FROM billing_accounts WHERE run_id = ANY($1::integer[]) ORDER BY account, run_id DESC) a
  ON a.account = h.account
LEFT JOIN cloud_parents p ON lower(btrim(p.identifier)) = lower(h.account)
WHERE t.account IS NULL ORDER BY abs(h.amount) DESC, h.account, h.currency LIMIT $3`;

const PLACES = (runs: string) => `
  SELECT company_code, gl_account, coalesce(cost_center, '') AS cost_center, coalesce(wbs_element, '') AS wbs_element, currency,
    sum(amount) AS amount, min(owner_email) AS owner_email
  FROM billing_postings WHERE run_id = ANY(${runs}::integer[]) GROUP BY 1, 2, 3, 4, 5`;

/** The charges of one place in all references together, where it changed by more than the share $4. */
const CHANGED = `
SELECT company_code, gl_account, nullif(cost_center, '') AS cost_center, nullif(wbs_element, '') AS wbs_element, currency,
  coalesce(n.owner_email, b.owner_email) AS owner_email,
  round(coalesce(b.amount, 0), scale(coalesce(n.amount, b.amount)))::text AS before,
  round(coalesce(n.amount, 0), scale(coalesce(b.amount, n.amount)))::text AS now,
  (coalesce(n.amount, 0) - coalesce(b.amount, 0))::text AS difference,
  round((coalesce(n.amount, 0) - b.amount) / nullif(abs(b.amount), 0), 4)::text AS share, count(*) OVER () AS total
FROM (${PLACES('$1')}) n FULL JOIN (${PLACES('$2')}) b USING (company_code, gl_account, cost_center, wbs_element, currency)
WHERE abs(coalesce(n.amount, 0) - coalesce(b.amount, 0)) > $4::numeric * abs(coalesce(b.amount, 0))
ORDER BY abs(coalesce(n.amount, 0) - coalesce(b.amount, 0)) DESC, company_code, gl_account, cost_center, wbs_element, currency LIMIT $3`;

/** Charged places that end within $2 days after the posting day, with what replaces it. */
const EXPIRING = `
WITH charged AS (
  SELECT DISTINCT p.n, k.kind, k.id FROM billing_postings p CROSS JOIN LATERAL (
    VALUES ('cost_center', p.cost_center_id), ('network', p.cost_center_network_id)) k(kind, id)
  WHERE p.run_id = $1 AND k.id IS NOT NULL
), ending AS (
  SELECT 'cost_center' AS kind, c.id, c.identifier, c.expired_at, r.identifier AS replaced_by, o.email AS owner_email
  FROM cost_centers c LEFT JOIN cost_centers r ON r.id = c.new_cost_center_id LEFT JOIN cloud_contacts o ON o.id = c.cloud_contact_id
  UNION ALL
  SELECT 'network', n.id, n.identifier, n.expired_at, r.identifier, o.email
  FROM cost_center_networks n LEFT JOIN cost_center_networks r ON r.id = n.new_network_id
  LEFT JOIN cost_centers c ON c.id = n.cost_center_id LEFT JOIN cloud_contacts o ON o.id = c.cloud_contact_id
)
SELECT CASE WHEN e.kind = 'cost_center' AND strpos(e.identifier, '/') > 0 THEN 'wbs_element' ELSE e.kind END AS what, e.id, e.identifier,
  e.expired_at, e.replaced_by, e.owner_email, p.currency, sum(p.amount)::text AS amount, count(*) OVER () AS total
FROM charged JOIN ending e USING (kind, id) JOIN billing_postings p ON p.run_id = $1 AND p.n = charged.n
JOIN billing_runs r ON r.id = $1
WHERE e.expired_at >= r.posting_day AND e.expired_at <= r.posting_day + $2::integer
GROUP BY e.kind, e.id, e.identifier, e.expired_at, e.replaced_by, e.owner_email, p.currency
ORDER BY e.expired_at, e.identifier, p.currency LIMIT $3`;

const SUMS = (runs: string) => `SELECT currency, sum(amount) AS amount FROM (
    SELECT currency, amount FROM billing_postings WHERE run_id = ANY(${runs}::integer[])
    UNION ALL SELECT currency, amount FROM billing_exceptions WHERE run_id = ANY(${runs}::integer[]) AND ${isUnplaced()}) all_of_it GROUP BY currency`;

const TOTALS = `
SELECT currency, round(coalesce(b.amount, 0), scale(coalesce(n.amount, b.amount)))::text AS before,
  round(coalesce(n.amount, 0), scale(coalesce(b.amount, n.amount)))::text AS now,
  (coalesce(n.amount, 0) - coalesce(b.amount, 0))::text AS difference
FROM (${SUMS('$1')}) n FULL JOIN (${SUMS('$2')}) b USING (currency) ORDER BY currency`;

interface CountedRun {
  id: number;
  /** Of the month of the run, and not of the one before. */
  now: boolean;
  own: boolean;
}

/** Says what of a run is otherwise than it was the month before, each currency for itself. @throws {Refusal} 404 */
export async function readChanges(db: Runner, run: number, wanted: ChangesWanted): Promise<Changes> {
  await readRun(db, run);
  const { rows: counted } = await db.query<CountedRun>({ text: RUNS_COMPARED, values: [run] });
  const earlier = counted.filter(({ now }) => !now);
  const own = earlier.filter((one) => one.own);
  // Where nothing is shared with any of them, one is better than none.
  const before = idsOf(own.length > 0 ? own : earlier.slice(0, 1));
  const counts: Changes['counts'] = { accounts_came: 0, accounts_gone: 0, postings_changed: 0, expiring: 0 };
  const read = async <T extends object>(kind: Kind, text: string, values: unknown[]): Promise<T[]> => {
    const found = await db.query<T & { total: number }>({ text, values });
    counts[kind] = found.rows[0]?.total ?? 0;
    return found.rows.map(({ total: _, ...row }) => row as unknown as T);
  };
  const expiring = await read<Changes['expiring'][number]>('expiring', EXPIRING, [
    run,
    wanted.days,
    wanted.largest,
  ]);
  const nothing = { totals: [], accounts_came: [], accounts_gone: [], postings_changed: [] };
  if (before.length === 0) return { compared_with: null, compared_runs: [], ...nothing, expiring, counts };
  const compared: ComparedRun[] = [];
  for (const other of before) compared.push(await briefly(db, other));
  const now = idsOf(counted.filter((one) => one.now));
  // A difference is a part of what it corrects: both are this month.
  const mine = [run, ...(await correctedBy(db, run))];
  return {
    compared_with: compared[0] ?? null,
    compared_runs: compared,
    totals: (await db.query<Moved>({ text: TOTALS, values: [mine, before] })).rows,
    // Accounts that another run of the month has, or had the month before, neither came nor went.
    accounts_came: await read<ChangedAccount>('accounts_came', ONLY_HERE, [
      mine,
      idsOf(earlier),
      wanted.largest,
    ]),
    accounts_gone: await read<ChangedAccount>('accounts_gone', ONLY_HERE, [before, now, wanted.largest]),
    postings_changed: await read<Changes['postings_changed'][number]>('postings_changed', CHANGED, [
      mine,
      before,
      wanted.largest,
      wanted.share,
    ]),
    expiring,
    counts,
  };
}

const idsOf = (runs: readonly CountedRun[]) => runs.map(({ id }) => id);

async function briefly(db: Runner, run: number): Promise<ComparedRun> {
  const { id, provider, month, state, file_name } = await readRun(db, run);
  return { id, provider, month, state, file_name };
}
