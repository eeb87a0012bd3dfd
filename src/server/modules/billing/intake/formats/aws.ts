import type { BillRow, ChargeKind, InvoiceOfLine } from '../bill-line.ts';
import { amountOf, awsIdOf, currencyOf, dayOf, idOf, textOf, type Cells } from '../cells.ts';
import type { BillFormat, Columns, FileFacts } from '../format.ts';

/** What an AWS bill is in that says nothing of it. */
const USUAL_CURRENCY = 'USD';

/** The number of an invoice; until its month is closed a word stands in the place of it. */
function numberOf(cell: string | undefined): string | null {
  const id = idOf(cell);
  return id !== null && /^estimated$/i.test(id) ? null : id;
}

function kindOf(words: string, amount: string): ChargeKind {
  if (/^(?:tax|vat|gst)\b|\b(?:sales tax|vat|gst)\b/i.test(words)) return 'tax';
  if (/\bround/i.test(words)) return 'rounding';
  if (/\b(?:credit|refund|discount)\b/i.test(words) && amount.startsWith('-')) return 'credit';
  return 'usage';
}

const monthOf = (day: string | null) => day && `${day.slice(0, 7)}-01`;

/** What a version before took for the number of all invoices of open months. */
const FORMERLY = 'Estimated';

/** The bills that were before CUR: their totals are rows among the others. */
function billReader(columns: Columns, facts: FileFacts, amountColumn: string): (cells: Cells) => BillRow {
  const at = {
    invoice: columns.at('InvoiceID'),
    payer: columns.at('PayerAccountId'),
    linked: columns.at('LinkedAccountId'),
    record: columns.at('RecordType'),
    period: columns.at('BillingPeriodStartDate'),
    currency: columns.at('CurrencyCode'),
    product: columns.at('ProductName'),
    description: columns.at('ItemDescription'),
    day: columns.at('UsageStartDate'),
    amount: columns.at(amountColumn),
  };
  return (cells) => {
    const record = (cells[at.record] ?? '').trim().toLowerCase();
    if (record === 'accounttotal' || record === 'statementtotal') return null;
    const amount = amountOf(cells[at.amount], amountColumn);
    const day = dayOf(cells[at.day], 'UsageStartDate');
    const payer = awsIdOf(cells[at.payer]);
    const written = textOf(cells[at.currency]) ?? facts.currency ?? USUAL_CURRENCY;
    const invoice: InvoiceOfLine = {
      cloud: 'aws',
      number: numberOf(cells[at.invoice]),
      billingAccount: payer ?? '',
      formerAccount: FORMERLY,
      period: dayOf(cells[at.period], 'BillingPeriodStartDate') ?? monthOf(day),
      currency: currencyOf(written),
    };
    if (record === 'invoicetotal')
      return textOf(cells[at.amount]) === null ? null : { stated: amount, invoice };
    const product = textOf(cells[at.product]);
    const description = textOf(cells[at.description]);
    const kind = record === 'rounding' ? 'rounding' : kindOf(description ?? product ?? '', amount);
    const linked = awsIdOf(cells[at.linked]);
    return {
      invoice,
      // What the payer's own account used has no linked one.
      account: linked ?? (kind === 'usage' ? payer : null),
      kind,
      amount,
      day,
      service: product,
      description,
    };
  };
}

const awsDetailed: BillFormat = {
  name: 'aws-detailed',
  label: 'AWS, detailed bill',
  provider: 'aws',
  needs: ['InvoiceID', 'PayerAccountId', 'LinkedAccountId', 'RecordType', 'UsageStartDate', 'UnBlendedCost'],
  numbersLate: true,
  reader: (columns, facts) => billReader(columns, facts, 'UnBlendedCost'),
};

const awsMonthly: BillFormat = {
  name: 'aws-monthly',
  label: 'AWS, monthly bill',
  provider: 'aws',
  needs: [
    'InvoiceID',
    'PayerAccountId',
    'LinkedAccountId',
    'RecordType',
    'BillingPeriodStartDate',
    'TotalCost',
  ],
  numbersLate: true,
  reader: (columns, facts) => billReader(columns, facts, 'TotalCost'),
};

const CUR_KINDS: Record<string, ChargeKind> = {
  tax: 'tax',
  credit: 'credit',
  refund: 'credit',
  edpdiscount: 'credit',
  bundleddiscount: 'credit',
  privateratediscount: 'credit',
};

function curReader(columns: Columns, facts: FileFacts): (cells: Cells) => BillRow {
  const at = {
    invoice: columns.at('bill_invoice_id'),
    payer: columns.at('bill_payer_account_id'),
    period: columns.at('bill_billing_period_start_date'),
    account: columns.at('line_item_usage_account_id'),
    type: columns.at('line_item_line_item_type'),
    amount: columns.at('line_item_unblended_cost'),
    currency: columns.at('line_item_currency_code'),
    day: columns.at('line_item_usage_start_date'),
    service: columns.at('line_item_product_code', 'product_product_name'),
    description: columns.at('line_item_line_item_description'),
  };
  return (cells) => ({
    invoice: {
      cloud: 'aws',
      number: numberOf(cells[at.invoice]),
      billingAccount: awsIdOf(cells[at.payer]) ?? '',
      period: dayOf(cells[at.period], 'bill_billing_period_start_date'),
      currency: currencyOf(textOf(cells[at.currency]) ?? facts.currency ?? USUAL_CURRENCY),
    },
    account: awsIdOf(cells[at.account]),
    kind: CUR_KINDS[(cells[at.type] ?? '').trim().toLowerCase()] ?? 'usage',
    amount: amountOf(cells[at.amount], 'line_item_unblended_cost'),
    day: dayOf(cells[at.day], 'line_item_usage_start_date'),
    service: textOf(cells[at.service]),
    description: textOf(cells[at.description]),
  });
}

const awsCur: BillFormat = {
  name: 'aws-cur-2',
  label: 'AWS, Cost and Usage Report 2.0',
  provider: 'aws',
  needs: [
    'bill_payer_account_id',
    'bill_billing_period_start_date',
    'line_item_usage_account_id',
    'line_item_line_item_type',
    'line_item_unblended_cost',
    'line_item_currency_code',
  ],
  numbersLate: true,
  reader: curReader,
};

export const awsFormats = [awsDetailed, awsMonthly, awsCur];
