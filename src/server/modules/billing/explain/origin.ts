import type { DataOf } from '#calls/call.ts';
import type { readOrigin as readOriginCall } from '#calls/explain.ts';
import { notFound } from '#kernel/errors.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { readRun } from '../runs/run.ts';
import { explainPosting } from './posting.ts';

/** Says where a bill comes from; one that was typed in or uploaded comes from no run. @throws {Refusal} 404 */
export async function readOrigin(db: Runner, bill: number): Promise<DataOf<typeof readOriginCall>> {
  const { rows } = await db.query<{ run: number | null; posting: number | null; counters: boolean | null }>({
    text: `SELECT l.run_id AS run, l.posting, l.counters FROM cloud_bills b LEFT JOIN billing_bills l ON l.bill_id = b.id WHERE b.id = $1`,
    values: [bill],
  });
  const [booked] = rows;
  if (!booked) throw notFound(`Cloud Bill ${bill}`);
  const { run, posting, counters } = booked;
  const own = { bill, counters: counters === true };
  if (run === null || posting === null)
    return {
      ...own,
      billing_run: null,
      posting: null,
      accounts: [],
      accounts_total: 0,
      seats: [],
      seats_total: 0,
      split: null,
      pools: [],
      before: null,
      bills: [],
    };
  return { ...own, billing_run: await readRun(db, run), ...(await explainPosting(db, run, posting)) };
}
