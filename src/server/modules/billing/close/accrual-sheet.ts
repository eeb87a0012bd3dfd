import type { Accrual } from '#calls/accruals.ts';
import type { Readable } from 'node:stream';
import type { Runner } from '#server/platform/database/database.ts';
import { writeXlsx } from '#server/platform/files/xlsx.ts';
import { isBlockHead, preApColumns, preApRows } from '../review/pre-ap/pre-ap-sheet.ts';
import { opposite, type OwnedPosting, takenBack } from '../runs/posting.ts';
import { readAccrualPostings } from './accrual.ts';
import { cloudName } from '#kernel/clouds.ts';

/** The postings of an accrual, or those that take it back: the same rows with opposite amounts. */
export async function postingsToBook(
  runner: Runner,
  accrual: Accrual,
  reversal: boolean,
): Promise<OwnedPosting[]> {
  const postings = await readAccrualPostings(runner, accrual.id);
  return reversal ? takenBack(postings) : postings;
}

/** The name of the files of an accrual, without their ending. */
export const fileNameOf = ({ provider, month }: Accrual, reversal: boolean): string =>
  `accrual_${reversal ? 'reversal_' : ''}${provider}_${month}`;

const PORTION = 500;

async function* portioned(rows: readonly unknown[][]): AsyncGenerator<unknown[][]> {
  for (let at = 0; at < rows.length; at += PORTION) yield await Promise.resolve(rows.slice(at, at + PORTION));
}

/**
 * The sheet that finance books of, with the columns of the Pre-AP sheet of a run. It has the name of what it is, and a
 * first sheet says that there is no invoice behind it.
 */
export function accrualSheets(
  accrual: Accrual,
  postings: readonly OwnedPosting[],
  reversal: boolean,
): Readable {
  const name = reversal ? 'Accrual Reversal' : 'Accrual';
  const rows = preApRows(
    postings.map((one) => ({ ...one, invoice_date: null, due_date: null, recharged: false })),
  );
  return writeXlsx([
    {
      name: 'Summary',
      columns: [
        { header: 'Item', kind: 'text' },
        { header: 'Value', kind: 'text' },
      ],
      rows: portioned([
        [name, accrual.id],
        ['Provider', cloudName(accrual.provider)],
        ['Month', accrual.month],
        ['Amounts As In', accrual.based_on],
        ['Percent', accrual.percent],
        ...accrual.totals.map(({ currency, amount }) => [
          `Total ${currency}`,
          reversal ? opposite(amount) : amount,
        ]),
        ['Made By', accrual.created_by],
        ...(accrual.reversed_by === null ? [] : [['Reversed By', accrual.reversed_by]]),
        [
          'Note',
          reversal
            ? 'It takes the accrual back, which stood for an invoice that had not come.'
            : 'This is an accrual: no invoice stands behind it, and it is to be reversed once the invoice comes.',
        ],
      ]),
    },
    { name, columns: preApColumns, rows: portioned(rows), heads: isBlockHead },
  ]);
}
