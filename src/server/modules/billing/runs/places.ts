import type { PoolClient } from 'pg';
import { NO_ACCOUNT } from '#kernel/billing/places.ts';

/** Whether an account is the place of what has none, as SQL; a column that is null is none. */
export const isPlaceIn = (column: string): string =>
  `coalesce(starts_with(${column}, '${NO_ACCOUNT}'), false)`;

/**
 * Gives purchases and usage without an account the place of their invoice, in runs that were read by a version that knew no
 * places and split them by the others.
 */
export async function placeFormerly(tx: PoolClient, run: number): Promise<void> {
  for (const table of ['billing_sums', 'billing_lines', 'billing_tag_sums']) {
    const { rowCount } = await tx.query(
      `UPDATE ${table} s SET account = concat('${NO_ACCOUNT}Invoice ', i.reference) FROM billing_invoices i
       WHERE s.run_id = $1 AND i.run_id = $1 AND i.n = s.invoice AND s.account IS NULL AND s.kind = 'usage'`,
      [run],
    );
    if (rowCount === 0) return;
  }
}
