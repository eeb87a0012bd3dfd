import { BillProblem, type BillRow, type InvoiceOfLine } from '../bill-line.ts';
import { CellValues, isSome, textOf } from '../cells.ts';
import { sumOfDecimals } from '#kernel/decimal-sum.ts';
import { idsOf, monthOf, type BillFormat, type Columns, type FileFacts, type RowReader } from '../format.ts';
import { placeReader } from '../place-of-line.ts';
import { GOOGLE_EXPORT } from './google-columns.ts';
import { kindOf } from './google-kinds.ts';

/** Columns that there are only where each credit was made a row of its own, which repeats the cost of its line. */
const SPREAD = ['credits.amount', 'credits.name', 'credits.id', 'credits.type', 'credits.full_name'];

/** The sum of a line's credits: a list in JSON, or a sum that the query made of it. */
function creditsOf(
  { values, json }: { values: CellValues; json: CellValues },
  cell: string | undefined,
  column: string,
): string {
  const text = (cell ?? '').trim();
  if (!text.startsWith('[')) return values.amount(text, column);
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    read = null;
  }
  if (!Array.isArray(read)) {
    values.wrong(
      `${column} '${text.slice(0, 60).toWellFormed()}' is no JSON. Please export it with TO_JSON_STRING(credits).`,
    );
    return '0';
  }
  return sumOfDecimals(
    read.map((credit: unknown) => {
      const { amount } = Object(credit) as { amount?: unknown };
      if (typeof amount === 'number' || typeof amount === 'string')
        return json.amount(String(amount), column);
      values.wrong(`${column} has a credit without an amount.`);
      return '0';
    }),
  );
}

/** The month that a line is invoiced in, which BigQuery writes as YYYYMM. */
function invoicedIn(values: CellValues, cell: string | undefined, column: string): string | null {
  const text = textOf(cell);
  const [, year, month] = /^(\d{4})-?(0[1-9]|1[0-2])$/.exec(text ?? '') ?? [];
  return year === undefined ? monthOf(values.day(cell, column)) : `${year}-${month}-01`;
}

function readerOf(columns: Columns, facts: FileFacts): RowReader {
  if (columns.has(SPREAD))
    throw new BillProblem(
      'The credits of this export are rows of their own, which repeat the costs that they belong to. Please export each line once, with TO_JSON_STRING(credits) AS credits.',
    );
  const { values } = facts;
  // JSON has decimal points, whatever the other amounts of the file have.
  const json = new CellValues({ decimalSign: '.', dateOrder: null }, values.wrong);
  const at = columns.places(GOOGLE_EXPORT);
  const name = (place: number) => columns.names[place] ?? '';
  const { id } = idsOf(columns, facts);
  const placeOf = placeReader(columns, id);
  return (cells, cell): BillRow => {
    const cost = values.amount(cells[at.amount], name(at.amount));
    const amount = sumOfDecimals([cost, creditsOf({ values, json }, cells[at.credits], name(at.credits))]);
    const day = values.day(cells[at.day], name(at.day));
    const [service, sku] = [textOf(cells[at.service]), textOf(cells[at.sku])];
    const type = textOf(cells[at.type])?.replaceAll('_', ' ') ?? null;
    const invoice: InvoiceOfLine = {
      cloud: 'gcp',
      number: null,
      billingAccount: id(cells[at.billingAccount], at.billingAccount) ?? facts.reference ?? 'gcp',
      period: invoicedIn(values, cells[at.month], name(at.month)) ?? monthOf(day),
      currency: values.currency(at.currency < 0 ? facts.currency : cells[at.currency], name(at.currency)),
    };
    const project = id(cells[at.project], at.project);
    // Of a line without a project, what a product is called makes nothing a tax; one without a cost is its credits.
    const words = project === null ? [type, isSome(cost) ? null : 'credit'] : [type, service, sku];
    const kind = kindOf(words.filter(Boolean).join(' '), amount);
    return {
      invoice,
      account: project ?? (kind === 'usage' ? placeOf(cell, invoice) : null),
      kind,
      amount,
      day,
      service: service ?? type,
      description: sku,
    };
  };
}

/** The export to BigQuery, standard or detailed, as rows: without its credits it never comes to what is invoiced. */
export const googleExport: BillFormat = {
  name: 'google-export',
  label: 'Google Cloud, BigQuery export',
  provider: 'gcp',
  needs: [
    GOOGLE_EXPORT.project,
    GOOGLE_EXPORT.day,
    GOOGLE_EXPORT.amount,
    // Spread credits are refused with what is to be done.
    [...GOOGLE_EXPORT.credits, ...SPREAD],
  ],
  numbersLate: true,
  reader: readerOf,
};
