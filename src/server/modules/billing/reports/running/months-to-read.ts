import type { Runner } from '#server/platform/database/database.ts';
import { today } from '#server/platform/database/today.ts';
import { monthAfter } from '../../runs/months.ts';
import { isBooked } from '../../runs/run-states.ts';
import type { BillSource } from '../../intake/sources/source.ts';

/** How many months are kept, the running one included. */
export const MONTHS_KEPT = 25;
/** So many months before the running one are read once, for what is usual. */
const HISTORY_MONTHS = 3;

/** Whether a final run has booked the costs of the cloud $1 in the month of `row`. */
export const isMonthBooked = (provider: string, month: string): string =>
  `EXISTS (SELECT FROM billing_runs r WHERE r.month = ${month} AND ${isBooked('r')} AND (r.provider = ${provider}
    OR EXISTS (SELECT FROM billing_invoices i WHERE i.run_id = r.id AND i.cloud = ${provider} AND r.provider = 'focus')))`;

/**
 * The months of a cloud that are read, YYYY-MM: first the running one, then the one before until it is booked and, once, those before
 * it, for a history.
 */
export async function monthsToRead(
  db: Runner,
  { provider }: Pick<BillSource, 'provider'>,
): Promise<[running: string, ...others: string[]]> {
  const running = today().slice(0, 7);
  const before = Array.from({ length: HISTORY_MONTHS }, (_none, at) => monthAfter(running, -1 - at));
  const { rows } = await db.query<{ month: string; tried: boolean; booked: boolean }>({
    text: `SELECT to_char(m, 'YYYY-MM') AS month, ${isMonthBooked('$1', 'm::date')} AS booked,
        EXISTS (SELECT FROM running_readings t WHERE t.provider = $1 AND t.month = m::date) AS tried
      FROM unnest($2::date[]) m ORDER BY m DESC`,
    values: [provider, before.map((month) => `${month}-01`)],
  });
  const others = rows.filter(({ tried, booked }, at) => !tried || (at === 0 && !booked));
  return [running, ...others.map(({ month }) => month)];
}
