import type { BillProvider } from '#kernel/billing/runs.ts';
import { Columns } from './format.ts';

/** Which file has the lines of each provider's bill. */
export const DETAIL_OF: Record<BillProvider, string> = {
  aws: 'Please export the Cost and Usage Report (Data Exports), or FOCUS, as CSV or Parquet.',
  azure: 'Please export "Cost and usage details (actual)" of cost management, or FOCUS, as CSV or Parquet.',
  gcp: 'Please download the Cost table of the invoice as CSV (Billing, Cost table), or export the lines of the BigQuery export.',
  focus: 'Please export the dataset CostAndUsage of FOCUS as CSV or Parquet.',
  github: 'Please download the usage report of GitHub (Billing and licensing, Usage, Get usage report).',
};

/** A file that people take for a bill, known by columns of which it has all of one list. */
interface OtherFile {
  /** Its kind, as the beginning of a sentence. */
  is: string;
  provider: BillProvider | null;
  by: readonly (readonly string[])[];
}

const OTHER_FILES: readonly OtherFile[] = [
  {
    is: "This is the cost report of Google's console, the summary and not the detail",
    provider: 'gcp',
    by: [
      ['Project name', 'Project number', 'Subtotal'],
      ['Project ID', 'Subtotal'],
      ['Service description', 'Subtotal'],
      ['SKU description', 'Subtotal'],
    ],
  },
  {
    is: "This is Google's invoice CSV of before 2021, which does not say by project what is tax and what is credit",
    provider: 'gcp',
    by: [['Account ID', 'Source', 'Product', 'Resource Type', 'Start Date', 'Amount']],
  },
  {
    is: 'This is a price sheet of Azure, which has prices and no costs',
    provider: 'azure',
    by: [
      ['unitPrice', 'tierMinimumUnits'],
      ['unitPrice', 'marketPrice'],
      ['unitPrice', 'priceType'],
      ['Unit Price', 'Included Quantity', 'Part Number'],
    ],
  },
  {
    is: 'This is a report on how far savings plans or reservations were used, and not what is charged',
    provider: null,
    by: [
      ['savingsPlanArn'],
      ['Savings Plans ID', 'Utilization'],
      ['Savings Plan ID', 'Utilization'],
      ['Savings Plan ARN'],
      ['Savings Plans ARN'],
      ['utilizationPercentage'],
      ['avgUtilizationPercentage'],
      ['reservationOrderId', 'usedHours'],
      ['benefitOrderId', 'avgUtilization'],
    ],
  },
  {
    is: 'This is an export of budgets, which has plans and no lines of a bill',
    provider: null,
    by: [['Budget name'], ['Budget', 'Forecast'], ['Budgeted', 'Forecasted']],
  },
  {
    is: "This is FOCUS's InvoiceDetail, the summary and not the detail",
    provider: 'focus',
    by: [['InvoiceDetailId', 'InvoiceIssueDate']],
  },
  {
    is: 'This is a download of cost analysis, the summary and not the detail',
    provider: 'azure',
    by: [
      ['CostUSD', 'Currency'],
      ['Cost', 'CostUSD'],
    ],
  },
];

/** The first cell of the tables that AWS's Cost Explorer downloads: the sums of a month or an account are its columns. */
const EXPLORED = /^(?:service|linked account|region|usage type|instance type|month|day)$/i;
const isCostExplorer = (cells: readonly string[]) =>
  EXPLORED.test((cells[0] ?? '').trim()) &&
  cells.length > 1 &&
  /^total costs? ?\(/i.test((cells.at(-1) ?? '').trim());

/** A name without the currency behind it. */
const plain = (name: string) => name.replace(/\s*\([^()]*\)\s*$/u, '');

/**
 * The kind of a file that is no bill, and which export is needed instead; null where nobody knows.
 * @param rows the first ones, of which one may be the header
 */
export function otherFileOf(rows: readonly (readonly string[])[], provider: BillProvider): string | null {
  for (const cells of rows) {
    const columns = new Columns([...cells, ...cells.map(plain)]);
    const known = OTHER_FILES.find(({ by }) =>
      by.some((names) => names.every((name) => columns.has([name]))),
    );
    if (known) return `${known.is}. ${DETAIL_OF[known.provider ?? provider]}`;
    if (isCostExplorer(cells))
      return `This is a download of AWS's Cost Explorer, the summary and not the detail. ${DETAIL_OF.aws}`;
  }
  return null;
}
