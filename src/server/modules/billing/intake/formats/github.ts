import type { BillRow, InvoiceOfLine } from '../bill-line.ts';
import { currencyOf, textOf, type CellValues } from '../cells.ts';
import { COPILOT, pooled } from '../copilot-lines.ts';
import { idsOf, type BillFormat, type Columns, type FileFacts, type RowReader } from '../format.ts';
import { placeReader } from '../place-of-line.ts';
import { GITHUB, GITHUB_LEVELS } from './github-columns.ts';

/** GitHub bills in dollars, and its reports say nothing of it. */
const USUAL_CURRENCY = 'USD';

/** Colons, slashes and stars have a meaning in the names of accounts. */
const NAME = /^[^\s:/*]{1,90}$/;

/** The name of a user or an organization in small letters, since GitHub does not distinguish them. */
function nameOf(values: CellValues, cell: string | undefined, column: string): string | null {
  const name = values.id(cell, column);
  if (name !== null && !NAME.test(name))
    values.wrong(`${column} '${name.slice(0, 60).toWellFormed()}' is no name of GitHub.`);
  return name?.toLowerCase() ?? null;
}

/**
 * Whom a line is charged to. Copilot is a user's own, else its organization's, else it is split by all seats; everything
 * else is the organization's. The report has no kinds, so that what is of no organization is charged to nobody.
 */
function accountOf(isCopilot: boolean, organization: string | null, user: string | null): string | null {
  if (!isCopilot) return organization && `github:${organization}`;
  if (user !== null) return `copilot:${organization ?? ''}/${user}`;
  return organization === null ? pooled(null) : `copilot:${organization}`;
}

function readerOf(columns: Columns, facts: FileFacts): RowReader {
  const at = columns.places(GITHUB);
  const currency = currencyOf(facts.currency ?? USUAL_CURRENCY);
  const placeOf = placeReader(columns, idsOf(columns, facts).id, GITHUB_LEVELS);
  let month: string | null = null;
  return (cells, cell): BillRow => {
    const { values } = facts;
    const day = values.day(cells[at.date], 'date');
    if (day === null && textOf(cells[at.date]) === null) values.wrong('date is empty.');
    month ??= day?.slice(0, 7) ?? null;
    if (day !== null && day.slice(0, 7) !== month)
      values.wrong(
        `date ${day} is not in ${month}, as the rows above are. Please make the report of one month.`,
      );
    const product = textOf(cells[at.product]);
    const sku = textOf(cells[at.sku]);
    const isCopilot = /^copilot\b/i.test(product ?? '') || /^copilot/i.test(sku ?? '');
    const organization = nameOf(values, cells[at.organization], 'organization');
    const user = nameOf(values, cells[at.user], 'username');
    const amount = values.amount(cells[at.amount], 'net_amount');
    const used = [textOf(cells[at.quantity]), textOf(cells[at.unit])].filter(Boolean).join(' ');
    const invoice: InvoiceOfLine = {
      cloud: 'github',
      number: facts.reference,
      billingAccount: 'github',
      period: month && `${month}-01`,
      currency,
    };
    return {
      invoice,
      account: accountOf(isCopilot, organization, user) ?? placeOf(cell, invoice),
      kind: amount.startsWith('-') ? 'credit' : 'usage',
      amount,
      day,
      service: isCopilot ? COPILOT : ['GitHub', product].filter(Boolean).join(' '),
      description: [sku, used, user, textOf(cells[at.repository])].filter(Boolean).join(', ') || null,
    };
  };
}

/**
 * The usage report of GitHub's billing, summarized or detailed, of which only the latter names users. `net_amount` is what is
 * billed; it names neither an invoice nor a currency.
 */
export const githubFormats: BillFormat[] = [
  {
    name: 'github-usage',
    label: 'GitHub, usage report',
    provider: 'github',
    needs: [
      GITHUB.date,
      [...GITHUB.product, ...GITHUB.sku],
      GITHUB.amount,
      [...GITHUB.organization, ...GITHUB.user],
    ],
    numbersLate: true,
    reader: readerOf,
  },
];
