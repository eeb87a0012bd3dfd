import { grouped } from '#kernel/written.ts';
import { formatDay } from '#kernel/dates.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { costCenters } from '#resources/cost-centers.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { isReplaced } from '../../runs/corrected-runs.ts';
import { isBooked } from '../../runs/run-states.ts';

/** What was booked on cost centers, and the lines of accounts, in the month `last`. */
const COSTS: Readonly<Record<string, string>> = {
  [costCenters.name]: `SELECT p.cost_center_id AS id, p.currency, sum(p.amount) AS amount
    FROM last JOIN billing_runs r ON r.month = last.month AND ${isBooked('r')} JOIN billing_postings p ON p.run_id = r.id
    WHERE p.cost_center_id = ANY ($1::integer[]) GROUP BY 1, 2`,
  [cloudParents.name]: `SELECT c.id, i.currency, round(sum(s.amount), max(i.decimals)) AS amount
    FROM last JOIN billing_runs r ON r.month = last.month AND ${isBooked('r')} JOIN billing_tag_sums s ON s.run_id = r.id
      JOIN billing_invoices i ON i.run_id = s.run_id AND i.n = s.invoice
      JOIN cloud_parents c ON lower(btrim(c.identifier)) = lower(s.account)
    WHERE c.id = ANY ($1::integer[]) AND NOT ${isReplaced('s.run_id', 's.invoice', isBooked('d'))} GROUP BY 1, 2`,
};

/** What records cost in the last month that is final, in words, by id; of a model whose costs are not known by record, nothing. */
export async function lastCosts(
  runner: Runner,
  model: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const costs = COSTS[model];
  if (costs === undefined || ids.length === 0) return new Map();
  const { rows } = await runner.query<{ id: number; month: string; amounts: string[] }>({
    text: `WITH last AS (SELECT max(month) AS month FROM billing_runs r WHERE ${isBooked('r')}), costs AS (${costs})
      SELECT id, last.month::text AS month, array_agg(amount || ' ' || currency ORDER BY currency) AS amounts
      FROM costs, last GROUP BY 1, 2`,
    values: [ids],
  });
  return new Map(
    rows.map(({ id, month, amounts }) => [
      id,
      `${amounts.map(inWords).join(', ')} in ${formatDay(month).slice(3)}`,
    ]),
  );
}

const inWords = (amount: string): string => {
  const [number = '', currency = ''] = amount.split(' ');
  return `${grouped(number)} ${currency}`;
};
