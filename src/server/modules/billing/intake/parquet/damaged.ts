import { BillProblem } from '../bill-line.ts';

/** Why a Parquet file cannot be read that breaks its own rules. */
export const damaged = (): BillProblem =>
  new BillProblem('The Parquet file is damaged, or not all of it has arrived. Please export it anew.');

/** Why a Parquet file is not read that claims more than a bill holds. */
export const tooMuch = (): BillProblem =>
  new BillProblem(
    'The Parquet file claims to hold more in one piece than can be read. Please export it in smaller row groups, or as CSV.',
    413,
  );
