import { OPEN_STATES } from '#kernel/billing/runs.ts';
import { money } from '#kernel/written.ts';
import { formatDay } from '#kernel/dates.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import type { Runner } from '#server/platform/database/database.ts';
import type { FactoryParts } from '../parts.ts';
import type { LivingAccount } from './store.ts';

interface Fact {
  label: string;
  value: string;
}

/** What an account costs: so far in the running month by the exports of its cloud, and in the last month that is final. */
export async function costsOf(
  { db, lastCosts }: Pick<FactoryParts, 'db' | 'lastCosts'>,
  account: LivingAccount,
): Promise<Fact[]> {
  const { rows } = await db.query<{ currency: string; amount: string; month: string }>(
    `SELECT currency, round(sum(amount), max(decimals))::text AS amount, month::text AS month FROM running_costs
     WHERE lower(account) = lower(btrim($1)) AND month = date_trunc('month', today())::date GROUP BY currency, month ORDER BY currency`,
    [account.identifier],
  );
  const last = (await lastCosts(db, cloudParents.name, [account.id])).get(account.id);
  return [
    ...rows.map(({ amount, currency, month }) => ({
      label: `So far in ${formatDay(month).slice(3)}`,
      value: money(amount, currency),
    })),
    ...(last === undefined ? [] : [{ label: 'Last final bill', value: last }]),
  ];
}

/** What the portal has of an account, and what is still to be booked of it. */
export async function countedIn(runner: Runner, account: LivingAccount): Promise<Fact[]> {
  const { rows } = await runner.query<{ machines: number; running: number; budgets: number; runs: number }>({
    text: `SELECT (SELECT count(*)::integer FROM virtual_machines WHERE lower(btrim(identifier)) = $1) AS machines,
      (SELECT count(*)::integer FROM virtual_machines WHERE lower(btrim(identifier)) = $1 AND lower(state) = 'running') AS running,
      (SELECT count(*)::integer FROM budgets WHERE lower(btrim(account)) = $1) AS budgets,
      (SELECT count(*)::integer FROM billing_runs r WHERE r.state = ANY ($2)
        AND EXISTS (SELECT FROM billing_accounts a WHERE a.run_id = r.id AND lower(a.account) = $1)) AS runs`,
    values: [account.identifier.trim().toLowerCase(), OPEN_STATES],
  });
  const { machines = 0, running = 0, budgets = 0, runs = 0 } = rows[0] ?? {};
  return [
    { label: 'Machines', value: machines === 0 ? 'None' : `${machines}, of which ${running} run` },
    { label: 'Budgets', value: budgets === 0 ? 'None' : String(budgets) },
    {
      label: 'Billing runs that are not final',
      value: runs === 0 ? 'None' : `${runs}: they are booked as ever, and so are the bills to come`,
    },
  ];
}
