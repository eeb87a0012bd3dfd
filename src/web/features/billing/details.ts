import type { Run } from '#calls/runs.ts';
import { readCorrection } from '#calls/corrections.ts';
import { explainPosting } from '#calls/explain.ts';
import { listExceptions, type Exception } from '#calls/exceptions.ts';
import { listLines, listPostings, listSpread } from '#calls/run-details.ts';
import { queryOf, wholeQueryOf } from '#web/data/call.ts';

/** A part of a run is fetched anew once the run has changed; until it is there, the one of before is shown. */
const keptWith = ({ changed_at: version }: Run) => ({ keeps: true, version });

/** As many exceptions as a person looks through on one screen. */
const MOST_EXCEPTIONS = 500;

/** The amounts that found no place, the largest first. */
export const exceptionsQuery = (run: Run) =>
  wholeQueryOf(listExceptions, { id: run.id, page: 1, per_page: MOST_EXCEPTIONS }, keptWith(run));

const MOST_SPREAD = 500;

/** The parts of its invoices that belong to no account, invoice by invoice. */
export const spreadQuery = (run: Run) =>
  wholeQueryOf(listSpread, { id: run.id, page: 1, per_page: MOST_SPREAD }, keptWith(run));

export const POSTINGS_PAGE = 50;

/** Whether it is a row of the file that is looked for; ids of accounts have more digits. */
const ROW = /^\d{1,9}$/;

/** @param find an account, or a row of the file, whose postings are wanted; empty for all */
export const postingsQuery = (run: Run, page: number, find: string) =>
  wholeQueryOf(
    listPostings,
    {
      id: run.id,
      page,
      per_page: POSTINGS_PAGE,
      ...(find !== '' && (ROW.test(find) ? { by_line: find } : { by_identifier: find })),
    },
    keptWith(run),
  );

/** The accounts in a posting, and how each of them came to be charged there. */
export const madeOfQuery = (run: Run, posting: number) =>
  queryOf(explainPosting, { id: run.id, posting }, { version: run.changed_at });

export const LINES_PAGE = 25;

/** A page of what a difference run changes. */
export const correctionQuery = (run: Run, page: number) =>
  wholeQueryOf(readCorrection, { id: run.id, page, per_page: POSTINGS_PAGE }, keptWith(run));

/** The lines behind a posting. */
export const linesQuery = (run: Run, posting: number, page: number) =>
  wholeQueryOf(listLines, { id: run.id, by_posting: posting, page, per_page: LINES_PAGE }, keptWith(run));

/** Exceptions of one account for one reason, with its amount in each currency. */
export interface AccountProblem extends Omit<
  Exception,
  'id' | 'message' | 'reference' | 'currency' | 'amount'
> {
  message: string;
  amounts: Pick<Exception, 'reference' | 'currency' | 'amount'>[];
}

/** Groups exceptions by account and reason, in the order in which they come. */
export function byAccount(exceptions: readonly Exception[]): AccountProblem[] {
  const groups = Map.groupBy(exceptions, ({ identifier, message }) => JSON.stringify([identifier, message]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    return {
      ...first,
      message: first.message ?? '',
      lines: group.reduce((sum, { lines }) => sum + lines, 0),
      amounts: group.map(({ reference, currency, amount }) => ({ reference, currency, amount })),
    };
  });
}
