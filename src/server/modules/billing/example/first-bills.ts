import { randomUUID } from 'node:crypto';
import { beginSoleJob } from '#server/engine/sole-job.ts';
import type { Log } from '#server/platform/log/log.ts';
import { monthToClose } from '../runs/months.ts';
import type { BillingParts } from '../runs/parts.ts';
import { EXAMPLE_BILLS, type ExampleBills } from './example-job.ts';

const BILLS = { kind: EXAMPLE_BILLS, title: 'Bills of the example', underWay: '' };

/** Whether the database has the example of $1, nobody but the portal itself has done anything, and no bill was requested. */
const IS_UNTOUCHED = `
SELECT EXISTS (SELECT FROM change_authors WHERE email = $1)
  AND NOT EXISTS (SELECT FROM change_authors WHERE email NOT LIKE '%@skyledger.example')
  AND NOT EXISTS (SELECT FROM billing_runs) AND NOT EXISTS (SELECT FROM jobs WHERE kind = $2) AS untouched`;

/**
 * Enqueues the bills of the example where there is nothing but the example, so that a portal that is looked at has something to
 * show. Never throws, as nobody waits for it: what went wrong is logged, and the next start tries again.
 */
export async function enqueueFirstBills(
  { db, services, queue, jobs, log }: Pick<BillingParts, 'db' | 'services' | 'queue' | 'jobs'> & { log: Log },
  { actor: { email } }: ExampleBills,
): Promise<void> {
  try {
    const { rows } = await db.query<{ untouched: boolean }>({
      text: IS_UNTOUCHED,
      values: [email, EXAMPLE_BILLS],
    });
    if (!rows[0]?.untouched) return;
    await beginSoleJob({ services, queue, jobs }, BILLS, {
      createdBy: email,
      requestId: `example-${randomUUID()}`,
      input: { newest: monthToClose() },
    });
  } catch (error) {
    log.warn({ err: error }, 'the bills of the example were not requested');
  }
}
