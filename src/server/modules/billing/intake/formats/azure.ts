import { BillProblem, type BillRow, type ChargeKind } from '../bill-line.ts';
import { amountOf, currencyOf, dayOf, idOf, isSome, textOf } from '../cells.ts';
import { COPILOT, copilotReader } from '../copilot-lines.ts';
import type { BillFormat, Columns, RowReader } from '../format.ts';

const AMORTISED =
  'This is an export of amortised costs, which spreads purchases over their terms and never comes to what is invoiced. ' +
  'Please export the actual costs.';

const KINDS: Record<string, ChargeKind> = {
  tax: 'tax',
  refund: 'credit',
  credit: 'credit',
  adjustment: 'adjustment',
  roundingadjustment: 'rounding',
};

/** @throws {BillProblem} for what stands in exports of amortised costs alone */
function refuseAmortised(type: string, pricing: string, amount: string): void {
  const unused = type === 'unusedreservation' || type === 'unusedsavingsplan';
  // Of actual costs, what a reservation covers costs nothing: its purchase is a line of its own.
  const covered = type === 'usage' && (pricing === 'reservation' || pricing === 'savingsplan');
  if (unused || (covered && isSome(amount))) throw new BillProblem(AMORTISED);
}

interface Names {
  subscription: string;
  currency: string;
  invoice: string | null;
  /** What is invoiced apart from others, and what tells it where that is blank. */
  invoiced: readonly [string, string];
}

function readerOf(columns: Columns, names: Names): RowReader {
  const at = {
    account: columns.at(names.subscription),
    invoice: names.invoice === null ? -1 : columns.at(names.invoice),
    invoiced: columns.at(names.invoiced[0]),
    invoicedElse: columns.at(names.invoiced[1]),
    period: columns.at('billingPeriodStartDate'),
    currency: columns.at(names.currency),
    amount: columns.at('costInBillingCurrency'),
    date: columns.at('date'),
    type: columns.at('chargeType'),
    pricing: columns.at('pricingModel'),
    service: columns.at('meterCategory'),
    description: columns.at('meterName', 'productName'),
  };
  const copilotOf = copilotReader(columns);
  return (cells, cell): BillRow => {
    const type = (cells[at.type] ?? '').trim().toLowerCase();
    const amount = amountOf(cells[at.amount], 'costInBillingCurrency');
    const service = textOf(cells[at.service]);
    const subscription = idOf(cells[at.account])?.toLowerCase() ?? null;
    const copilot = copilotOf(service, textOf(cells[at.description]), subscription, cell);
    refuseAmortised(type, (cells[at.pricing] ?? '').replaceAll(' ', '').toLowerCase(), amount);
    return {
      invoice: {
        cloud: 'azure',
        number: idOf(cells[at.invoice]),
        billingAccount: idOf(cells[at.invoiced]) ?? idOf(cells[at.invoicedElse]) ?? '',
        formerAccount: names.invoice === null ? null : idOf(cells[at.invoicedElse]),
        period: dayOf(cells[at.period], 'billingPeriodStartDate'),
        currency: currencyOf(cells[at.currency]),
      },
      account: copilot ? copilot.account : subscription,
      kind: KINDS[type] ?? 'usage',
      amount,
      day: dayOf(cells[at.date], 'date'),
      service: copilot ? COPILOT : service,
      description: copilot ? copilot.description : textOf(cells[at.description]),
    };
  };
}

/** Costs of a Microsoft Customer Agreement. */
const azureMca: BillFormat = {
  name: 'azure-mca',
  label: 'Azure, Microsoft Customer Agreement',
  provider: 'azure',
  needs: [
    'invoiceId',
    'billingProfileId',
    'billingPeriodStartDate',
    'date',
    'SubscriptionId',
    'chargeType',
    'billingCurrency',
    'costInBillingCurrency',
  ],
  numbersLate: true,
  reader: (columns) =>
    readerOf(columns, {
      subscription: 'SubscriptionId',
      currency: 'billingCurrency',
      invoice: 'invoiceId',
      // An account has several, each with an invoice a month.
      invoiced: ['billingProfileId', 'billingAccountId'],
    }),
};

/** Costs of an Enterprise Agreement, which tell no invoice. */
const azureEa: BillFormat = {
  name: 'azure-ea',
  label: 'Azure, Enterprise Agreement',
  provider: 'azure',
  needs: [
    'BillingAccountId',
    'BillingPeriodStartDate',
    'Date',
    'SubscriptionId',
    'ChargeType',
    'BillingCurrencyCode',
    'CostInBillingCurrency',
  ],
  reader: (columns) =>
    readerOf(columns, {
      subscription: 'SubscriptionId',
      currency: 'BillingCurrencyCode',
      invoice: null,
      invoiced: ['billingAccountId', 'billingProfileId'],
    }),
};

export const azureFormats = [azureMca, azureEa];
