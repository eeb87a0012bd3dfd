import type { PoolClient } from 'pg';
import { money } from '#kernel/written.ts';
import { addStep } from '../runs/run.ts';

/** Adds a step with both sums to a run that was superseded and to the run in its place: one may be a part of the other. */
export async function noteBothSums(tx: PoolClient, from: number, to: number): Promise<void> {
  const [then, now] = [await whatOf(tx, from), await whatOf(tx, to)];
  await addStep(tx, from, {
    name: `Give place to run ${to}`,
    done: true,
    detail: `${then} here, ${now} there.`,
  });
  await addStep(tx, to, {
    name: `Take the place of run ${from}`,
    done: true,
    detail: `${then} then, ${now} now.`,
  });
}

/** The sums and the number of the lines of a run. */
async function whatOf(tx: PoolClient, run: number): Promise<string> {
  const { rows } = await tx.query<{ amount: string; currency: string; lines: number }>(
    `SELECT round(sum(total), max(decimals))::text AS amount, currency, sum(lines)::bigint AS lines
     FROM billing_invoices WHERE run_id = $1 GROUP BY currency ORDER BY currency`,
    [run],
  );
  const amounts = rows.map(({ amount, currency }) => money(amount, currency)).join(', ');
  const lines = rows.reduce((sum, row) => sum + row.lines, 0);
  return `${amounts} and ${lines} ${lines === 1 ? 'line' : 'lines'}`;
}
