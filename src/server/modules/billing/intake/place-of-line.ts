import { LONGEST_PLACE, NO_ACCOUNT } from '#kernel/billing/places.ts';
import type { InvoiceOfLine } from './bill-line.ts';
import { textOf } from './cells.ts';
import type { CellAt, Columns } from './format.ts';

/** A level at which providers charge what has no account: what it is called, and the columns with its id and its name. */
export type Level = readonly [label: string, ids: readonly string[], names: readonly string[]];

/** From the outside to the inside, in all formats: none of these columns means something else in another one. */
const LEVELS: readonly Level[] = [
  ['billing account', ['BillingAccountId'], ['BillingAccountName']],
  [
    'payer account',
    ['bill_payer_account_id', 'PayerAccountId'],
    ['bill_payer_account_name', 'PayerAccountName'],
  ],
  [
    'billing profile',
    ['billingProfileId', 'x_BillingProfileId'],
    ['billingProfileName', 'x_BillingProfileName'],
  ],
  ['enrolment account', ['AccountId', 'x_AccountId'], ['AccountName', 'x_AccountName']],
  [
    'invoice section',
    ['invoiceSectionId', 'x_InvoiceSectionId'],
    ['invoiceSectionName', 'InvoiceSection', 'x_InvoiceSectionName'],
  ],
];

const LONGEST_NAME = 60;

/** Azure writes the whole path of what something is. */
const lastOf = (id: string) => id.split('/').findLast((part) => part !== '') ?? id;

/**
 * Reads the place of a line without an account: every level that its row has, else the billing account of its invoice.
 * @param readId reads the id at a place
 */
export function placeReader(
  columns: Columns,
  readId: (cell: string, place: number) => string | null,
  levels: readonly Level[] = LEVELS,
): (cell: CellAt, invoice: Pick<InvoiceOfLine, 'billingAccount'>) => string {
  const places = levels.map(([label, ids, names]) => ({
    label,
    id: columns.aside(...ids),
    name: columns.aside(...names),
  }));
  return (cell, { billingAccount }) => {
    const levels = places.flatMap(({ label, id: idAt, name: nameAt }) => {
      const id = readId(cell(idAt), idAt);
      const name = textOf(cell(nameAt))?.slice(0, LONGEST_NAME).toWellFormed() ?? null;
      const last = id && lastOf(id);
      const called = name === null || name === last ? last : last === null ? name : `${name} (${last})`;
      return called === null ? [] : [`${label} ${called}`];
    });
    const text = levels.join(', ') || `billing account ${billingAccount}`;
    return `${NO_ACCOUNT}${text.charAt(0).toUpperCase()}${text.slice(1)}`
      .slice(0, LONGEST_PLACE)
      .toWellFormed();
  };
}
