import { conflict, Refusal } from '#kernel/errors.ts';
import { OF_SPLIT } from '../bill-line.ts';
import { demandAzure } from './add-files.ts';
import type { KeptBill } from './bill-files.ts';
import { isReadAtOnce, lookAt, whichOfBoth, type LookParts } from './look.ts';
import type { BillRequest } from './take-file.ts';

/** Whether files were refused as a bill since their costs are amortised. */
export const isOfSplit = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.errors.some(({ field }) => field === OF_SPLIT);

const NONE_OPEN =
  'No open run was found that bills what these costs are of. Begin a run with the actual costs; then this file can be added to it ' +
  'as its amortised costs.';

/**
 * Decides about amortised costs, with which no run is begun: commitments of the open run that bills the same are split by them,
 * or they are left out.
 * @param refused why they are no bill, where nobody has stated that they are taken for the split; else null
 * @throws {Refusal} 409 with the figures of both sides where nobody has decided, `refused` or 422 where there is no such run
 */
export async function decideSplit(
  look: LookParts,
  wanted: BillRequest,
  kept: readonly KeptBill[],
  refused: Refusal | null,
): Promise<{ run: number; how: 'add' | 'leave' }> {
  // This call can take no answer that would settle it.
  const noBill = refused && new Refusal(refused.status, refused.message);
  if (wanted.provider !== 'azure') demandAzure(wanted);
  const costs = { ...wanted, amortised: true };
  const other = await lookAt(look, costs, kept);
  if (other === null) throw noBill ?? new Refusal(422, NONE_OPEN);
  const { run, reference, booked } = other;
  if (booked)
    throw (
      noBill ?? conflict(`Billing run ${run} is final, so its commitments are not split anew by this file.`)
    );
  if (wanted.existing === 'leave') return { run, how: 'leave' };
  if (wanted.amortised && wanted.existing === 'add') return { run, how: 'add' };
  // Neither a further part of what is billed, nor in its place.
  if (noBill && (wanted.existing !== null || !isReadAtOnce(kept))) throw noBill;
  throw await whichOfBoth(
    look,
    costs,
    kept,
    other,
    (figures) =>
      `Billing run ${run} has invoice ${reference} already, with ${figures.run}; this file has its amortised costs, ${figures.file}. ` +
      'Say whether it is to be taken for the split of commitments, or to be left out.',
  );
}
