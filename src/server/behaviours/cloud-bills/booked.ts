import { conflict } from '#kernel/errors.ts';
import type { WriteContext } from '#server/engine/hooks.ts';

/**
 * Refuses that a bill is changed or deleted which a billing run booked: what is booked is taken back by a counter-bill.
 * @throws {Refusal} 409
 */
export async function refuseBooked({ tx }: WriteContext, { id }: { id: number }): Promise<void> {
  const { rows } = await tx.query<{ run_id: number }>('SELECT run_id FROM billing_bills WHERE bill_id = $1', [
    id,
  ]);
  if (!rows[0]) return;
  const run = rows[0].run_id;
  throw conflict(
    `Billing run ${run} booked this bill, so it cannot be changed or deleted. Reverse the run to take its bills back.`,
  );
}
