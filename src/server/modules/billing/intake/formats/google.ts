import { BillProblem, type BillRow, type InvoiceOfLine } from '../bill-line.ts';
import { currencyOf, idOf, textOf, type Cells } from '../cells.ts';
import { idsOf, type BillFormat, type Columns, type FileFacts, type RowReader } from '../format.ts';
import { placeReader } from '../place-of-line.ts';
import { GOOGLE_TABLE } from './google-columns.ts';
import { kindOf } from './google-kinds.ts';
import { googleExport } from './google-export.ts';

/** The sign in it is that of the currency; what was not rounded is another column. */
const COST = /^cost(?: ?\(.*\))?$/i;
/** Rows that repeat the sum of all rows, and of some. */
const TOTAL = /\btotal\b/i;
const SUBTOTAL = /\bsub-?total\b/i;

/**
 * The last cell of a row with a sum that ends before the column of amounts; a row of a label alone charges nothing.
 * @throws {BillProblem} for a row that ends with something else
 */
function endOf(cells: Cells, column: string): string {
  const [, ...others] = cells.filter((cell) => cell.trim() !== '');
  const last = others.at(-1) ?? '';
  if (last !== '' && (/[a-z]/i.test(last) || !/\d/.test(last)))
    throw new BillProblem(`it ends before '${column}'. The file may be cut off.`);
  return last;
}

function readerOf(columns: Columns, facts: FileFacts): RowReader {
  const { preamble, currency, values } = facts;
  const at = { ...columns.places(GOOGLE_TABLE), amount: columns.markAmounts(columns.like(COST)) };
  const period = values.day(preamble.get('invoice date'), 'Invoice date');
  const base = {
    cloud: 'gcp' as const,
    number: idOf(preamble.get('invoice number')),
    period: period && `${period.slice(0, 7)}-01`,
    currency: currencyOf(preamble.get('currency') ?? currency),
  };
  const { id } = idsOf(columns, facts);
  const placeOf = placeReader(columns, id);
  return (cells, cell): BillRow => {
    const column = columns.names[at.amount] ?? 'Cost';
    const amount = values.amount(cells.length > at.amount ? cells[at.amount] : endOf(cells, column), column);
    const project = id(cells[at.project], at.project);
    const service = textOf(cells[at.service]);
    const type = textOf(cells[at.type]);
    const invoice: InvoiceOfLine = {
      ...base,
      billingAccount:
        id(cells[at.billingAccount], at.billingAccount) ??
        idOf(preamble.get('billing account id')) ??
        idOf(preamble.get('billing id')) ??
        '',
    };
    // Of a line without a project, what a product is called makes nothing a tax.
    const named = project === null ? [] : [service, textOf(cells[at.sku])];
    let words = [type, textOf(cells[at.credit]), ...named].filter(Boolean).join(' ');
    if (project === null && service === null) {
      const isLabel = (cell: string, place: number) => place !== at.amount && /[a-z]/i.test(cell);
      words = type ?? cells.find(isLabel) ?? '';
      // Tax and rounding are charged; a total repeats what was, and so does a row that is called nothing.
      if (words === '' || SUBTOTAL.test(words)) return null;
      if (TOTAL.test(words)) return { stated: amount, invoice };
    }
    const kind = kindOf(words, amount);
    return {
      invoice,
      account: project ?? (kind === 'usage' ? placeOf(cell, invoice) : null),
      kind,
      amount,
      day: values.day(cells[at.day], columns.names[at.day] ?? ''),
      service: service ?? type,
      description: textOf(cells[at.sku]),
    };
  };
}

/** The export to BigQuery, and the cost table of an invoice: a preamble, the costs by project and SKU, and rows with sums. */
export const googleFormats: BillFormat[] = [
  {
    name: 'google-cost-table',
    label: 'Google Cloud, cost table',
    provider: 'gcp',
    needs: [GOOGLE_TABLE.project, GOOGLE_TABLE.day, { like: COST, label: 'Cost ($)' }],
    numbersLate: true,
    reader: readerOf,
    // The label of a sum may be in any column.
    readsAll: true,
    hasShortSums: true,
    statedBy: ({ preamble, values }) => {
      const total = preamble.get('total amount due');
      return total === undefined ? null : values.amount(total, 'Total amount due');
    },
    dates: ({ preamble, values }) => ({
      invoice: values.day(preamble.get('invoice date'), 'Invoice date'),
      due: values.day(preamble.get('due date'), 'Due date'),
    }),
  },
  googleExport,
];
