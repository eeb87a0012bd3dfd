import type { Posting } from '../../runs/posting.ts';

/** A posting with the date of its document. */
export interface EntryPosting extends Posting {
  /** YYYY-MM-DD, the date of the invoice; null where it has none. */
  document_date: string | null;
}

/** The fields that all documents of a journal have in common. */
export interface EntryHead {
  /** Two characters, such as SA for a document of the general ledger. */
  document_type: string;
  /** YYYY-MM-DD */
  posting_date: string;
  /** The header text of each document, such as `Run 12`. */
  text: string;
}

/** One line of a document in the general ledger. */
export interface JournalLine {
  /** Lines with the same number make one document, which comes to zero. */
  document: number;
  line: number;
  company_code: string;
  currency: string;
  reference: string;
  document_date: string;
  gl_account: string;
  cost_center: string | null;
  wbs_element: string | null;
  /** S is debit, H is credit; the amount is never below zero. */
  sign: 'S' | 'H';
  amount: string;
  text: string;
}

/** SAP takes so many lines in a document. The last one balances the others. */
export const MOST_LINES = 999;

const decimalsIn = (amount: string) => (amount.split('.')[1] ?? '').length;

/** A decimal as a count of its smallest units, which have so many decimals. */
function unitsOf(amount: string, decimals: number): bigint {
  const [whole = '0', part = ''] = amount.replace('-', '').split('.');
  const size = BigInt(whole + part.padEnd(decimals, '0'));
  return amount.startsWith('-') ? -size : size;
}

function written(units: bigint, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0');
  const at = digits.length - decimals;
  return decimals === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`;
}

const signed = (units: bigint, decimals: number): Pick<JournalLine, 'sign' | 'amount'> => ({
  sign: units < 0n ? 'H' : 'S',
  amount: written(units < 0n ? -units : units, decimals),
});

/**
 * The lines of a journal: a document for each company, currency, invoice and its date, several where it has more lines than
 * SAP takes. Each of them ends with the line that brings it to zero, on the clearing account of its company.
 * @param clearing the clearing account of each company by its code
 */
export function journalLines(
  postings: readonly EntryPosting[],
  head: Pick<EntryHead, 'posting_date'>,
  clearing: ReadonlyMap<string, string>,
): JournalLine[] {
  const groups = Map.groupBy(
    postings.filter(({ amount }) => /[1-9]/.test(amount)),
    (one) => JSON.stringify([one.company_code, one.currency, one.reference, one.document_date]),
  );
  const lines: JournalLine[] = [];
  let document = 0;
  for (const group of groups.values())
    for (let at = 0; at < group.length; at += MOST_LINES - 1) {
      document += 1;
      lines.push(...documentOf(document, group.slice(at, at + MOST_LINES - 1), head, clearing));
    }
  return lines;
}

function documentOf(
  document: number,
  postings: readonly EntryPosting[],
  { posting_date }: Pick<EntryHead, 'posting_date'>,
  clearing: ReadonlyMap<string, string>,
): JournalLine[] {
  const [first] = postings;
  if (!first) return [];
  const { company_code, currency, reference } = first;
  const decimals = Math.max(...postings.map(({ amount }) => decimalsIn(amount)));
  const shared = {
    document,
    company_code,
    currency,
    reference,
    document_date: first.document_date ?? posting_date,
  };
  const lines = postings.map((one, at): JournalLine => ({
    ...shared,
    line: at + 1,
    gl_account: one.gl_account,
    cost_center: one.cost_center,
    wbs_element: one.wbs_element,
    ...signed(unitsOf(one.amount, decimals), decimals),
    text: one.text,
  }));
  const sum = postings.reduce((total, { amount }) => total + unitsOf(amount, decimals), 0n);
  if (sum === 0n) return lines;
  const balancing: JournalLine = {
    ...shared,
    line: lines.length + 1,
    gl_account: clearing.get(company_code) ?? '',
    cost_center: null,
    wbs_element: null,
    ...signed(-sum, decimals),
    text: first.text,
  };
  return [...lines, balancing];
}
