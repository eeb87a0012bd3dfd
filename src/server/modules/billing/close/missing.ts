import type { Accrual } from '#calls/accruals.ts';
import type { CloseState, Missing } from '#calls/close.ts';
import type { BillProvider } from '#kernel/billing/runs.ts';
import { money } from '#kernel/written.ts';
import type { BoardRun } from './board-run.ts';
import { monthWords } from '../runs/months.ts';
import { cloudName } from '#kernel/clouds.ts';

interface Known {
  month: string;
  provider: BillProvider;
  state: CloseState;
  /** All of the month, and those that count. */
  runs: readonly BoardRun[];
  counting: readonly BoardRun[];
  /** The accrual of the month that is not reversed. */
  accrual: Accrual | null;
  mayAccrue: boolean;
}

/** The things that are missing until a month of a provider is closed, in words. */
export function missingOf(known: Known): Missing[] {
  const { state, runs, counting, accrual, mayAccrue } = known;
  const of = `${cloudName(known.provider)} for ${monthWords(known.month)}`;
  const missing = counting.flatMap(missingOfRun);
  if (state === 'not_come')
    missing.push({ kind: 'invoice', message: `No invoice of ${of} has come.`, run: null });
  const last = Math.max(0, ...counting.map(({ id }) => id));
  for (const { id, state: became, error } of runs) {
    if (became === 'failed' && id > last)
      missing.push({ kind: 'run', message: `Run ${id} failed: ${error ?? 'it says no more.'}`, run: id });
    if (became === 'reversed' && counting.length === 0)
      missing.push({ kind: 'run', message: `Run ${id} was reversed, and no other took its place.`, run: id });
  }
  if (state === 'not_come' && mayAccrue)
    missing.push({
      kind: 'accrue',
      message: 'An accrual from the last final month can stand for it.',
      run: null,
    });
  if (accrual !== null && counting.some((run) => run.state === 'final'))
    missing.push({
      kind: 'accrual',
      message: `Accrual ${accrual.id} still stands, although the invoice is final. Reverse it.`,
      run: null,
    });
  return missing;
}

function missingOfRun({ id, state, exceptions, unallocated, differences, booked }: BoardRun): Missing[] {
  if (state === 'processing')
    return [{ kind: 'run', message: `Run ${id} is being read and allocated.`, run: id }];
  if (state === 'finalizing') return [{ kind: 'run', message: `Run ${id} is being finalized.`, run: id }];
  if (state === 'final')
    return booked
      ? []
      : [{ kind: 'run', message: `Run ${id} is final, and its bills are not booked.`, run: id }];
  const missing: Missing[] = [];
  if (exceptions > 0) {
    const amounts = unallocated.map(({ currency, amount }) => money(amount, currency)).join(' and ');
    const what = `${exceptions === 1 ? 'One exception' : `${exceptions} exceptions`} of run ${id}`;
    const charged = amounts === '' ? '' : `: nobody is charged for ${amounts}`;
    missing.push({ kind: 'exceptions', message: `${what} to be worked through${charged}.`, run: id });
  }
  if (differences > 0) {
    const where = differences === 1 ? 'a posting' : `${differences} postings`;
    const message = `The reviewed workbook of run ${id} differs in ${where}, which nobody has accepted.`;
    missing.push({ kind: 'run', message, run: id });
  }
  if (missing.length === 0)
    missing.push({ kind: 'run', message: `Run ${id} waits to be reviewed and finalized.`, run: id });
  return missing;
}
