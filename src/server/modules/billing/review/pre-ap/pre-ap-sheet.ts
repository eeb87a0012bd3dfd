import { billedCloud } from '#kernel/billing/clouds.ts';
import { sumOfDecimals } from '#kernel/decimal-sum.ts';
import { Computed, exactNumber, type SheetColumn } from '#server/platform/files/xlsx-cells.ts';
import type { PreApPosting } from './read-pre-ap.ts';

/** The names of the columns of the sheet, by which a reviewed workbook is read back. */
export const PRE_AP = {
  sheet: 'Pre-AP',
  company: 'Company Code',
  vendor: 'Vendor',
  reference: 'Invoice Number',
  invoiceDate: 'Invoice Date',
  dueDate: 'Due Date',
  currency: 'Currency',
  total: 'Total',
  gl: 'GL Account',
  center: 'Cost Center',
  wbs: 'WBS Element',
  amount: 'Amount',
  recharge: 'Cross-Company',
  text: 'Text',
  unit: 'Business Unit',
  owner: 'Owner',
  posting: 'Posting',
} as const;

const RECHARGE = 'Cross-company recharge';
const CURRENCY = 5;

export const preApColumns: readonly SheetColumn[] = [
  { header: PRE_AP.company, kind: 'text' },
  { header: PRE_AP.vendor, kind: 'text' },
  { header: PRE_AP.reference, kind: 'text' },
  { header: PRE_AP.invoiceDate, kind: 'date' },
  { header: PRE_AP.dueDate, kind: 'date' },
  { header: PRE_AP.currency, kind: 'text' },
  { header: PRE_AP.total, kind: 'money', currency: { column: CURRENCY }, total: true },
  { header: PRE_AP.gl, kind: 'text' },
  { header: PRE_AP.center, kind: 'text' },
  { header: PRE_AP.wbs, kind: 'text' },
  { header: PRE_AP.amount, kind: 'money', currency: { column: CURRENCY }, total: true },
  { header: PRE_AP.recharge, kind: 'text' },
  { header: PRE_AP.text, kind: 'text' },
  { header: PRE_AP.unit, kind: 'text' },
  { header: PRE_AP.owner, kind: 'text' },
  { header: PRE_AP.posting, kind: 'number' },
];

/** The letters of columns that formulas of this and other sheets name. */
export const LETTERS = { reference: 'C', currency: 'F', amount: 'K' } as const;

/** A block for each company code and invoice: a row with its total, then its postings. Row 1 has the headers. */
export function preApRows(postings: readonly PreApPosting[]): unknown[][] {
  const rows: unknown[][] = [];
  for (let at = 0; at < postings.length;) {
    const first = postings[at];
    if (!first) break;
    const same = (one: PreApPosting) =>
      one.company_code === first.company_code &&
      one.reference === first.reference &&
      one.currency === first.currency;
    let end = at;
    for (let one = postings[end]; one && same(one); one = postings[end]) end += 1;
    const block = postings.slice(at, end);
    // The header is row 1, and the block's own row comes next.
    rows.push(headOf(first, block, rows.length + 2), ...block.map(rowOf));
    at = end;
  }
  return rows;
}

const VENDOR = 1;

/** Whether a row is that of a block, which names the vendor and has the total. */
export const isBlockHead = (row: readonly unknown[]): boolean => row[VENDOR] !== null;

function headOf(first: PreApPosting, block: readonly PreApPosting[], row: number): unknown[] {
  const total = sumOfDecimals(block.map(({ amount }) => amount));
  // A sheet would round what has more digits: then the sum is text, as its parts do.
  const isExact = block.every(({ amount }) => exactNumber(amount) !== null);
  const formula = `SUM(${LETTERS.amount}${row + 1}:${LETTERS.amount}${row + block.length})`;
  return [
    first.company_code,
    billedCloud(first.cloud)?.vendor ?? first.cloud,
    first.reference,
    first.invoice_date,
    first.due_date,
    first.currency,
    isExact ? new Computed(formula, total) : total,
    null,
    null,
    null,
    null,
    first.recharged ? RECHARGE : null,
  ];
}

const rowOf = (one: PreApPosting): unknown[] => [
  one.company_code,
  null,
  one.reference,
  null,
  null,
  one.currency,
  null,
  one.gl_account,
  one.cost_center,
  one.wbs_element,
  one.amount,
  one.recharged ? RECHARGE : null,
  one.text,
  one.business_unit,
  one.owner_email,
  one.n,
];
