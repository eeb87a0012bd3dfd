import {
  BillProblem,
  type BillRow,
  type ChargeKind,
  type CommitmentOfLine,
  type InvoiceOfLine,
  OF_SPLIT,
} from '../bill-line.ts';
import { isSome, textOf } from '../cells.ts';
import { COPILOT, copilotReader } from '../copilot-lines.ts';
import {
  idsOf,
  monthOf,
  type BillFormat,
  type CellAt,
  type Columns,
  type FileFacts,
  type RowReader,
} from '../format.ts';
import { placeReader } from '../place-of-line.ts';
import { AZURE, AZURE_BENEFITS, AZURE_REFUND_OF } from './azure-columns.ts';

const AMORTISED =
  'This is an export of amortised costs, which spreads purchases over their terms and never comes to what is invoiced. ' +
  'Please export the actual costs. Once these are a run, this file can be added to it as its amortised costs.';
const TAKE_SO =
  'This file has amortised costs. Take it for the split of commitments, or send the actual costs in its place.';

const KINDS: Record<string, ChargeKind> = {
  tax: 'tax',
  refund: 'credit',
  credit: 'credit',
  adjustment: 'adjustment',
  roundingadjustment: 'rounding',
};

const UNUSED = new Set(['unusedreservation', 'unusedsavingsplan']);

/** Whether it is usage that a reservation or a plan covers. */
const isCovered = (type: string, pricing: string): boolean =>
  type === 'usage' && (pricing === 'reservation' || pricing === 'savingsplan');

/** @throws {BillProblem} for cells that only exports of amortised costs have */
function refuseAmortised(type: string, pricing: string, amount: string): void {
  // Of actual costs, what a reservation covers costs nothing: its purchase is a line of its own.
  if (UNUSED.has(type) || (isCovered(type, pricing) && isSome(amount)))
    throw new BillProblem(AMORTISED, 422, [{ field: OF_SPLIT, message: TAKE_SO }]);
}

/**
 * Reads what a line says of the reservation or plan that it names: actual costs have what is billed for it, and amortised ones what
 * is used and unused.
 */
function commitmentReader(
  columns: Columns,
  { isAmortised }: FileFacts,
): (type: string, pricing: string, amount: string, cell: CellAt) => CommitmentOfLine | null {
  const benefits = AZURE_BENEFITS.map((names) => columns.aside(...names));
  return (type, pricing, amount, cell) => {
    const used = isCovered(type, pricing);
    if (!used && !UNUSED.has(type) && type !== 'purchase' && type !== 'refund') return null;
    const [id] = benefits.flatMap((place) => textOf(cell(place))?.toLowerCase() ?? []);
    return id === undefined ? null : { id, used, effective: isAmortised ? amount : null };
  };
}

/**
 * Whether a line without an account charges or pays back what somebody bought, and is none of the invoice as such: who gets the
 * money of a reservation back is who paid for it.
 */
const isOfPurchase = (kind: ChargeKind, type: string, benefit: string): boolean =>
  kind === 'usage' || (type === 'refund' && benefit.trim() !== '');

function readerOf(columns: Columns, facts: FileFacts, isByProfile: boolean): RowReader {
  const at = columns.places(AZURE);
  const name = (place: number) => columns.names[place] ?? '';
  // The column by which lines are invoiced apart, and the one that identifies them where it is blank.
  const [invoiced, otherwise] = isByProfile
    ? [at.profile, at.billingAccount]
    : [at.billingAccount, at.profile];
  // Distinguishes bills where all columns with it were left out.
  const unnamed = Math.max(at.invoice, invoiced, otherwise) < 0 ? (facts.reference ?? 'azure') : '';
  const copilotOf = copilotReader(columns);
  const { id } = idsOf(columns, facts);
  const placeOf = placeReader(columns, id);
  const benefits = AZURE_BENEFITS.map((names) => columns.aside(...names));
  const commitmentOf = commitmentReader(columns, facts);
  const refundAt = columns.aside(...AZURE_REFUND_OF);
  return (cells, cell): BillRow => {
    const type = (cells[at.type] ?? '').trim().toLowerCase();
    const amount = facts.values.amount(cells[at.amount], name(at.amount));
    const service = textOf(cells[at.service]);
    const subscription = id(cells[at.account], at.account)?.toLowerCase() ?? null;
    const copilot = copilotOf(service, textOf(cells[at.description]), subscription, cell);
    const pricing = (cells[at.pricing] ?? '').replaceAll(' ', '').toLowerCase();
    if (!facts.isAmortised) refuseAmortised(type, pricing, amount);
    const day = facts.values.day(cells[at.date], name(at.date));
    const kind = KINDS[type] ?? 'usage';
    const invoice: InvoiceOfLine = {
      cloud: 'azure',
      number: id(cells[at.invoice], at.invoice),
      billingAccount: id(cells[invoiced], invoiced) ?? id(cells[otherwise], otherwise) ?? unnamed,
      formerAccount: isByProfile ? id(cells[otherwise], otherwise) : null,
      period: at.period < 0 ? monthOf(day) : facts.values.day(cells[at.period], name(at.period)),
      currency: facts.values.currency(
        at.currency < 0 ? facts.currency : cells[at.currency],
        name(at.currency),
      ),
      refundOf: amount.startsWith('-') ? textOf(cell(refundAt)) : null,
    };
    const account = copilot ? copilot.account : subscription;
    const isOf = account === null && isOfPurchase(kind, type, benefits.map(cell).join(''));
    return {
      invoice,
      account: isOf ? placeOf(cell, invoice) : account,
      kind,
      amount,
      day,
      service: copilot ? COPILOT : service,
      description: copilot ? copilot.description : textOf(cells[at.description]),
      commitment: commitmentOf(type, pricing, amount, cell),
    };
  };
}

const NEEDS = [AZURE.account, AZURE.date, AZURE.amount] as const;
/** Its files have MM/DD/YYYY, or ISO 8601. */
const DATE_ORDER = 'month_first';

/** Costs of a Microsoft Customer Agreement, or of a subscription that is paid as it goes. */
const azureMca: BillFormat = {
  name: 'azure-mca',
  label: 'Azure, Microsoft Customer Agreement',
  provider: 'azure',
  needs: NEEDS,
  dateOrder: DATE_ORDER,
  is: (columns) => columns.has(AZURE.invoice),
  numbersLate: true,
  // An account has several profiles, each with an invoice a month.
  reader: (columns, facts) => readerOf(columns, facts, true),
};

/** Costs of an Enterprise Agreement, which name no invoice. */
const azureEa: BillFormat = {
  name: 'azure-ea',
  label: 'Azure, Enterprise Agreement',
  provider: 'azure',
  needs: NEEDS,
  dateOrder: DATE_ORDER,
  is: (columns) => columns.has(AZURE.billingAccount),
  reader: (columns, facts) => readerOf(columns, facts, false),
};

/** Exports of cost management, and all whose columns were chosen so that neither invoice nor billing account is in it. */
const azureCosts: BillFormat = {
  name: 'azure-costs',
  label: 'Azure, cost and usage',
  provider: 'azure',
  needs: NEEDS,
  dateOrder: DATE_ORDER,
  reader: (columns, facts) => readerOf(columns, facts, true),
};

export const azureFormats = [azureMca, azureEa, azureCosts];
