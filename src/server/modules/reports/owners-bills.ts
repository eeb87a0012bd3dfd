import { formatDay } from '#kernel/dates.ts';
import type { ReportRecipient } from '#calls/reports.ts';
import { money } from '#kernel/written.ts';
import { cloudBills } from '#resources/cloud-bills.ts';
import { XLSX_TYPE } from '#calls/shapes.ts';
import type { ContentParts, ReportMail } from './served.ts';
import { reportWorkbook } from './workbook.ts';

/** A sum in one currency, as a decimal text. */
interface Sum {
  currency: string;
  amount: string;
}

interface Charged {
  /** The owner's; null where there is none. */
  email: string | null;
  terminated: boolean | null;
  bills: number;
  identifiers: string[];
  sums: Sum[];
}

/** The charges of the requested days, by owner. */
async function chargedOwners({ db, values }: ContentParts, owner: string | null = null): Promise<Charged[]> {
  const { rows } = await db.query<Charged>(
    `WITH sums AS (
       SELECT lower(identifier) AS key, network, min(identifier) AS identifier, currency, sum(amount) AS amount,
         sum(bills)::bigint AS bills
       FROM cloud_bill_sums WHERE date BETWEEN $1 AND $2 GROUP BY lower(identifier), network, currency HAVING sum(bills) <> 0
     ), owned AS MATERIALIZED (
       SELECT o.email, o.terminated, s.* FROM sums s JOIN owners_of_cloud_bills o USING (key, network)
       WHERE $3::text IS NULL OR lower(o.email) = lower($3)
     ), of_currency AS (
       SELECT email, currency, sum(amount) AS amount FROM owned GROUP BY email, currency
     ), of_key AS (
       SELECT email, terminated, min(identifier) AS identifier, sum(bills)::bigint AS bills
       FROM owned GROUP BY email, terminated, key
     )
     SELECT k.email, k.terminated, sum(k.bills)::bigint AS bills, array_agg(k.identifier ORDER BY k.identifier) AS identifiers,
       (SELECT json_agg(json_build_object('currency', c.currency, 'amount', c.amount::text) ORDER BY c.currency)
        FROM of_currency c WHERE c.email IS NOT DISTINCT FROM k.email) AS sums
     FROM of_key k GROUP BY k.email, k.terminated ORDER BY lower(k.email)`,
    [values['start_date'], values['end_date'], owner],
  );
  return rows;
}

const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

const sumsOf = ({ sums }: Charged) =>
  sums.map(({ currency, amount }) => money(amount, currency)).join(' and ');

const whatOf = (charged: Charged) =>
  `${counted(charged.bills, 'bill')} of ${counted(charged.identifiers.length, 'cost center')}, ${sumsOf(charged)}`;

const isMailed = ({ email, terminated }: Charged) => email !== null && terminated !== true;

/** The owners who were charged something, whatever the domain of their address; those who have left get no mail. */
export async function ownersOfBills(parts: ContentParts): Promise<ReportRecipient[]> {
  const owners = await chargedOwners(parts);
  return owners.flatMap((one) =>
    isMailed(one) && one.email !== null ? [{ to: one.email, what: whatOf(one) }] : [],
  );
}

/** The charges that go to nobody: their owner has left, or is not known. */
export async function billsLeftOut(parts: ContentParts): Promise<string[]> {
  const others = (await chargedOwners(parts)).filter((one) => !isMailed(one));
  return others.map((one) => {
    const why = one.email === null ? 'have no known owner' : `belong to ${one.email}, who is terminated`;
    return `${whatOf(one)}, ${why}: ${named(one.identifiers)}.`;
  });
}

/** So many identifiers are named in a sentence. */
const MOST_NAMED = 5;
const named = (identifiers: readonly string[]) => {
  const more = identifiers.length - MOST_NAMED;
  return `${identifiers.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/** The mail of one owner: sums by currency, and every bill in a workbook. */
export async function mailOfOwner({ to }: ReportRecipient, parts: ContentParts): Promise<ReportMail> {
  const { services, values } = parts;
  const [start, end] = [String(values['start_date']), String(values['end_date'])];
  const [charged] = await chargedOwners(parts, to);
  const sheet = {
    model: cloudBills.name,
    sheet: 'Cloud Bills',
    query: { owner: to, startDate: start, endDate: end },
  };
  return {
    text: [
      `  From ${formatDay(start)} to ${formatDay(end)}`,
      ...(charged ? [`  ${whatOf(charged)}`, `  ${named(charged.identifiers)}`] : []),
    ],
    file: {
      name: `cloud_bills_${start}_${end}.xlsx`,
      contentType: XLSX_TYPE,
      content: (onRows) => reportWorkbook(services, [sheet], values, (_sheet, count) => onRows(count)),
    },
  };
}

/** Whether the address owns the requested identifier: owners may be mailed whatever their domain. */
export async function ownsIdentifier(address: string, { db, values }: ContentParts): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM owners_of_cloud_bills WHERE key = lower(btrim($1)) AND lower(email) = lower($2) AND NOT terminated`,
    [values['identifier'], address],
  );
  return rowCount !== 0;
}
