import { invalid } from '#kernel/errors.ts';
import { tooFine } from '#kernel/fields/money.ts';
import type { Values } from '#kernel/input.ts';
import { cloudBills } from '#resources/cloud-bills.ts';
import type { WriteContext } from '#server/engine/hooks.ts';

const { amount } = cloudBills.fields;

/**
 * Refuses a change of a bill's amount or currency after which one has more digits than the other.
 * @throws {Refusal} 422
 */
export async function demandDecimals(
  _context: WriteContext,
  { current, values }: { current: Values; values: Values },
): Promise<void> {
  const changed = { ...current, ...values };
  const message = tooFine(amount, changed['amount'], changed['currency']);
  if (message !== null) throw invalid([{ field: 'amount', message }]);
}
