import { LINE_KIND_WORDS } from '#calls/run-details.ts';
import { cloudName } from '#kernel/clouds.ts';
import type { HeldAgainst } from '#kernel/billing/runs.ts';
import { isCurrency } from '#kernel/currencies.ts';
import { Computed, exactNumber, type SheetColumn } from '#server/platform/files/xlsx-cells.ts';
import type { Sheet } from '#server/platform/files/xlsx.ts';
import { isBlockHead, LETTERS, PRE_AP, preApColumns, preApRows } from './pre-ap-sheet.ts';
import { sumOfDecimals } from '#kernel/decimal-sum.ts';
import { opposite } from '../../runs/posting.ts';
import type { PreAp } from './read-pre-ap.ts';

/** The name of the sheet that names the run, and its rows by which a reviewed workbook is recognised. */
export const SUMMARY = {
  sheet: 'Summary',
  item: 'Item',
  value: 'Value',
  run: 'Billing Run',
  version: 'Version',
} as const;

/** More decimals than any currency has. */
const FINEST = 6;
/** Rows that are handed on at once. */
const PORTION = 500;

async function* portioned(rows: readonly unknown[][]): AsyncGenerator<unknown[][]> {
  for (let at = 0; at < rows.length; at += PORTION) yield await Promise.resolve(rows.slice(at, at + PORTION));
}

const sheet = (name: string, columns: readonly SheetColumn[], rows: readonly unknown[][]): Sheet => ({
  name,
  columns,
  rows: portioned(rows),
});

const text = (header: string): SheetColumn => ({ header, kind: 'text' });
const money = (header: string, currency: number, total = false): SheetColumn => ({
  header,
  kind: 'money',
  currency: { column: currency },
  total,
});

/** The sheets of the workbook that finance reviews. */
export function preApSheets(preAp: PreAp, madeAt: string): Sheet[] {
  return [
    summarySheet(preAp, madeAt),
    { ...sheet(PRE_AP.sheet, preApColumns, preApRows(preAp.postings)), heads: isBlockHead },
    linesSheet(preAp),
    exceptionsSheet(preAp),
    reconciliationSheet(preAp),
  ];
}

function summarySheet({ run, invoices, postings, exceptions }: PreAp, madeAt: string): Sheet {
  const recharged = postings.some((one) => one.recharged);
  const rows = [
    [SUMMARY.run, run.id],
    [SUMMARY.version, run.revision],
    ['Provider', cloudName(run.provider)],
    ['Month Charged', run.month],
    ['Posting Day', run.posting_day],
    ['File', run.file_name],
    ['Format', run.format],
    ['Lines', run.lines],
    ['Invoices', invoices.length],
    ['Postings', postings.length],
    ['Exceptions', exceptions.length],
    ...totalRows(invoices),
    ['Begun By', run.created_by],
    ['Begun At', `${run.created_at.slice(0, 16).replace('T', ' ')} UTC`],
    ['Workbook Made At', `${madeAt.slice(0, 16).replace('T', ' ')} UTC`],
    [
      'Cross-Company',
      recharged
        ? 'The company that bears most of an invoice pays it; what others bear is marked as a recharge.'
        : 'Each invoice is borne by one company.',
    ],
    [
      'Review',
      `On the sheet ${PRE_AP.sheet}, change a cost center or WBS element to re-assign a row. To split one, copy it and divide its amount. Then hand the workbook in to be finalized.`,
    ],
    ['Reviewed By', null],
    ['Reviewed On', null],
  ];
  const columns = [text(SUMMARY.item), text(SUMMARY.value), text('Currency'), money('Amount', 2)];
  return sheet(SUMMARY.sheet, columns, rows);
}

/** The words of the sheet about an invoice total. */
const INVOICE_TOTAL_IS: Record<HeldAgainst, string> = {
  stated_total: 'stated',
  person: 'confirmed by a person',
  nothing: 'unconfirmed',
};

const SUMS = [
  { label: 'Invoices', of: 'invoice', letter: 'D' },
  { label: 'Posted', of: 'postings', letter: 'G' },
  { label: 'Unallocated', of: 'unallocated', letter: 'H' },
  { label: 'Booked Before', of: 'before', letter: 'J' },
] as const;

/** Whether the run books the difference from what is booked before. */
const isDifference = (invoices: PreAp['invoices']) => invoices.some(({ before }) => /[1-9]/.test(before));

/** The totals of all invoices, currency by currency, from the sheet that has them one by one. */
function totalRows(invoices: PreAp['invoices']): unknown[][] {
  const range = (letter: string) => `Reconciliation!$${letter}$2:$${letter}$${invoices.length + 1}`;
  return [...Map.groupBy(invoices, ({ currency }) => currency)].flatMap(([currency, own]) =>
    SUMS.filter(({ of }) => of !== 'before' || isDifference(invoices)).map(({ label, of, letter }) => {
      const amounts = own.map((one) => one[of]);
      // A currency that a person wrote is put into no formula.
      const computes = isCurrency(currency) && invoices.every((one) => exactNumber(one[of]) !== null);
      const formula = `SUMIF(${range('B')},"${currency}",${range(letter)})`;
      const total = sumOfDecimals(amounts);
      return [`${label} ${currency}`, null, currency, computes ? new Computed(formula, total) : total];
    }),
  );
}

function linesSheet({ lines }: PreAp): Sheet {
  const columns: SheetColumn[] = [
    text('Account'),
    text('Account Name'),
    text('Cloud'),
    text('Invoice Number'),
    text('Kind'),
    text('Service'),
    { header: 'Lines', kind: 'number' },
    text('Currency'),
    money('Amount', 7, true),
    text('Company Code'),
    text('Cost Center'),
    text('WBS Element'),
  ];
  const rows = lines.map((one) => [
    one.account,
    one.account_name,
    one.cloud && cloudName(one.cloud),
    one.reference,
    LINE_KIND_WORDS[one.kind],
    one.service,
    one.lines,
    one.currency,
    one.amount,
    one.company_code,
    one.cost_center,
    one.wbs_element,
  ]);
  return sheet('Lines', columns, rows);
}

function exceptionsSheet({ exceptions }: PreAp): Sheet {
  const columns: SheetColumn[] = [
    text('Account'),
    text('Account Name'),
    text('Cloud'),
    text('Invoice Number'),
    text('Problem'),
    text('Cost Center Named'),
    { header: 'Lines', kind: 'number' },
    text('Currency'),
    money('Amount', 7, true),
  ];
  const rows = exceptions.map((one) => [
    one.account,
    one.account_name,
    one.cloud && cloudName(one.cloud),
    one.reference,
    one.message,
    one.named,
    one.lines,
    one.currency,
    one.amount,
  ]);
  return sheet('Exceptions', columns, rows);
}

/** The column of what is booked before, which the sheet of a difference run has. */
const BOOKED_BEFORE = 9;

function reconciliationSheet({ invoices, postings }: PreAp): Sheet {
  const last = preApRows(postings).length + 1;
  const range = (letter: string) => `'${PRE_AP.sheet}'!$${letter}$2:$${letter}$${last}`;
  const isExact = postings.every(({ amount }) => exactNumber(amount) !== null);
  const corrects = isDifference(invoices);
  const columns: SheetColumn[] = [
    text('Invoice Number'),
    text('Currency'),
    text('Invoice Total Is'),
    money('Invoice Total', 1, true),
    money('Lines', 1, true),
    money('Rounding', 1, true),
    money('Postings', 1, true),
    money('Unallocated', 1, true),
    money('Bills', 1, true),
    ...(corrects ? [money('Booked Before', 1, true)] : []),
    {
      header: 'Difference',
      kind: 'formula',
      shows: { currency: { column: 1 } },
      // Sheets calculate with floats, and would show a rest that is not there.
      formula: (cell) => `ROUND(${cell(3)}-${corrects ? `${cell(BOOKED_BEFORE)}-` : ''}${cell(6)},${FINEST})`,
    },
    money('Spread', 1, true),
  ];
  const rows = invoices.map((one, at) => {
    const row = at + 2;
    // Compared cell by cell: a condition would take signs in an invoice number for an instruction.
    const formula = `SUMPRODUCT(--(${range(LETTERS.reference)}=A${row}),--(${range(LETTERS.currency)}=B${row}),${range(LETTERS.amount)})`;
    return [
      one.reference,
      one.currency,
      INVOICE_TOTAL_IS[one.held_against],
      one.invoice,
      // The lines have the rounding among them, which has a column of its own.
      sumOfDecimals([one.lines, opposite(one.rounding)]),
      one.rounding,
      isExact && postings.length > 0 ? new Computed(formula, one.postings) : one.postings,
      one.unallocated,
      one.bills,
      ...(corrects ? [one.before] : []),
      one.difference,
      one.spread,
    ];
  });
  return sheet('Reconciliation', columns, rows);
}
