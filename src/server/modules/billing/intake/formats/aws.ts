import type { BillRow, ChargeKind, InvoiceOfLine } from '../bill-line.ts';
import { textOf } from '../cells.ts';
import { idsOf, monthOf, type BillFormat, type Columns, type FileFacts, type RowReader } from '../format.ts';
import { placeReader } from '../place-of-line.ts';
import { AWS_BILL, AWS_CUR } from './aws-columns.ts';
import { awsCommitmentReader } from './aws-commitments.ts';

/** The currency of an AWS bill that names none. */
const USUAL_CURRENCY = 'USD';

/** The number of an invoice; until its month is closed the file has a word in its place. */
function numberOf(id: string | null): string | null {
  return id !== null && /^estimated$/i.test(id) ? null : id;
}

function kindOf(words: string, amount: string): ChargeKind {
  if (/^(?:tax|vat|gst)\b|\b(?:sales tax|vat|gst)\b/i.test(words)) return 'tax';
  if (/\brounding\b/i.test(words)) return 'rounding';
  if (/\b(?:credit|refund|discount)\b/i.test(words) && amount.startsWith('-')) return 'credit';
  return 'usage';
}

/** The word that an earlier version took for the number of all invoices of open months. */
const FORMERLY = 'Estimated';

/** The bills that were before CUR: their totals are rows among the others. */
function billReader(columns: Columns, facts: FileFacts, amountNames: readonly string[]): RowReader {
  const at = { ...columns.places(AWS_BILL), amount: columns.amountAt(...amountNames) };
  const name = (place: number) => columns.names[place] ?? '';
  const { id, awsId } = idsOf(columns, facts);
  const placeOf = placeReader(columns, awsId);
  return (cells, cell): BillRow => {
    const record = (cells[at.record] ?? '').trim().toLowerCase();
    if (record === 'accounttotal' || record === 'statementtotal') return null;
    const amount = facts.values.amount(cells[at.amount], name(at.amount));
    const day = facts.values.day(cells[at.day], name(at.day));
    const payer = awsId(cells[at.payer], at.payer);
    const written = textOf(cells[at.currency]) ?? facts.currency ?? USUAL_CURRENCY;
    const invoice: InvoiceOfLine = {
      cloud: 'aws',
      number: numberOf(id(cells[at.invoice], at.invoice)),
      billingAccount: payer ?? '',
      formerAccount: FORMERLY,
      period: facts.values.day(cells[at.period], name(at.period)) ?? monthOf(day),
      currency: facts.values.currency(written, name(at.currency)),
    };
    if (record === 'invoicetotal')
      return textOf(cells[at.amount]) === null ? null : { stated: amount, invoice };
    const product = textOf(cells[at.product]);
    const description = textOf(cells[at.description]);
    const kind = record === 'rounding' ? 'rounding' : kindOf(description ?? product ?? '', amount);
    const linked = awsId(cells[at.linked], at.linked);
    return {
      invoice,
      // Usage of the payer's own account has no linked one.
      account: linked ?? (kind === 'usage' ? (payer ?? placeOf(cell, invoice)) : null),
      kind,
      amount,
      day,
      service: product,
      description,
    };
  };
}

const BILL_NEEDS = [
  [...AWS_BILL.linked, ...AWS_BILL.payer],
  // By which rows with totals are known.
  AWS_BILL.record,
  AWS_BILL.day,
] as const;

const awsDetailed: BillFormat = {
  name: 'aws-detailed',
  label: 'AWS, detailed bill',
  provider: 'aws',
  needs: [...BILL_NEEDS, AWS_BILL.unblended],
  numbersLate: true,
  reader: (columns, facts) => billReader(columns, facts, AWS_BILL.unblended),
};

const awsMonthly: BillFormat = {
  name: 'aws-monthly',
  label: 'AWS, monthly bill',
  provider: 'aws',
  needs: [...BILL_NEEDS, AWS_BILL.total],
  numbersLate: true,
  reader: (columns, facts) => billReader(columns, facts, AWS_BILL.total),
};

const CUR_KINDS: Record<string, ChargeKind> = {
  tax: 'tax',
  credit: 'credit',
  refund: 'credit',
  edpdiscount: 'credit',
  bundleddiscount: 'credit',
  privateratediscount: 'credit',
  discount: 'credit',
  rounding: 'rounding',
};

function curReader(columns: Columns, facts: FileFacts): RowReader {
  const at = columns.places(AWS_CUR);
  const name = (place: number) => columns.names[place] ?? '';
  // Distinguishes bills where the columns with it were left out.
  const unnamed = at.invoice < 0 && at.payer < 0 ? (facts.reference ?? 'aws') : '';
  const { id, awsId } = idsOf(columns, facts);
  const placeOf = placeReader(columns, awsId);
  const commitmentOf = awsCommitmentReader(columns, facts);
  return (cells, cell) => {
    const day = facts.values.day(cells[at.day], name(at.day));
    const type = (cells[at.type] ?? '').trim().toLowerCase();
    const kind = CUR_KINDS[type] ?? 'usage';
    const invoice: InvoiceOfLine = {
      cloud: 'aws',
      number: numberOf(id(cells[at.invoice], at.invoice)),
      billingAccount: awsId(cells[at.payer], at.payer) ?? unnamed,
      period: at.period < 0 ? monthOf(day) : facts.values.day(cells[at.period], name(at.period)),
      currency: facts.values.currency(
        textOf(cells[at.currency]) ?? facts.currency ?? USUAL_CURRENCY,
        name(at.currency),
      ),
    };
    return {
      invoice,
      account: awsId(cells[at.account], at.account) ?? (kind === 'usage' ? placeOf(cell, invoice) : null),
      kind,
      amount: facts.values.amount(cells[at.amount], name(at.amount)),
      day,
      service: textOf(cells[at.service]),
      description: textOf(cells[at.description]),
      commitment: commitmentOf(type, cell),
    };
  };
}

const awsCur: BillFormat = {
  name: 'aws-cur-2',
  label: 'AWS, Cost and Usage Report',
  provider: 'aws',
  needs: [AWS_CUR.account, [...AWS_CUR.day, ...AWS_CUR.period], AWS_CUR.amount],
  numbersLate: true,
  reader: curReader,
};

/** The first version of the report as CSV: its columns are called `category/Column`. */
const awsLegacyCur: BillFormat = {
  ...awsCur,
  name: 'aws-cur',
  is: (columns) => columns.names.some((name) => /^lineItem\//i.test(name)),
};

export const awsFormats = [awsDetailed, awsMonthly, awsLegacyCur, awsCur];
