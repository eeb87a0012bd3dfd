import { conflict, type FieldError } from '#kernel/errors.ts';
import type { Runner } from '#server/platform/database/database.ts';
import type { EntryPosting } from './entry.ts';
import { LONGEST } from './journal-file.ts';

/** So many faults are named. */
const MOST_SHOWN = 10;
/** So many postings are named that one fault is about. */
const MOST_NAMED = 5;

/** The clearing accounts of companies by code: those of companies that a GL account belongs to count before others of the code. */
const CLEARING = `
WITH known AS (
  SELECT btrim(m.code) AS code, btrim(m.clearing_gl) AS account, c.gl_account = ANY (ARRAY[m.aws_gl, m.gcp_gl, m.azure_gl]) AS booked
  FROM companies m JOIN jsonb_to_recordset($1) AS c(company_code text, gl_account text) ON btrim(m.code) = c.company_code
  WHERE coalesce(btrim(m.clearing_gl), '') <> ''
), best AS (
  SELECT code, account FROM known k WHERE booked OR NOT EXISTS (SELECT FROM known o WHERE o.code = k.code AND o.booked)
)
SELECT code, array_agg(DISTINCT account ORDER BY account) AS accounts FROM best GROUP BY code`;

/**
 * The clearing account of each company that something is posted for.
 * @throws {Refusal} 409 that names what is missing or longer than SAP's fields, with the postings that it is about
 */
export async function clearingOf(
  runner: Runner,
  postings: readonly EntryPosting[],
): Promise<Map<string, string>> {
  const companies = [
    ...new Map(
      postings.map(({ company_code, gl_account }) => [
        `${company_code} ${gl_account}`,
        { company_code, gl_account },
      ]),
    ).values(),
  ];
  const { rows } = await runner.query<{ code: string; accounts: string[] }>({
    text: CLEARING,
    values: [JSON.stringify(companies)],
  });
  const found = new Map(rows.map(({ code, accounts }) => [code, accounts]));
  const faults = faultsOf(postings, found);
  if (faults.length > 0) {
    const shown = faults.slice(0, MOST_SHOWN).map(({ message }) => message);
    const more = faults.length - shown.length;
    throw conflict(
      ['SAP would not take this journal.', ...shown, ...(more > 0 ? [`There are ${more} more.`] : [])].join(
        ' ',
      ),
      { errors: faults.slice(0, MOST_SHOWN) },
    );
  }
  return new Map(rows.map(({ code, accounts }) => [code, accounts[0] ?? '']));
}

function faultsOf(postings: readonly EntryPosting[], clearing: ReadonlyMap<string, string[]>): FieldError[] {
  const about = new Map<string, EntryPosting[]>();
  const note = (fault: string | null, posting: EntryPosting) => {
    if (fault !== null) about.set(fault, [...(about.get(fault) ?? []), posting]);
  };
  const tooLong = (what: string, value: string | null, most: number) =>
    value !== null && value.length > most
      ? `${what} ${value} has more than the ${most} characters that SAP takes`
      : null;
  for (const posting of postings) {
    const { company_code, gl_account, cost_center, wbs_element } = posting;
    const accounts = clearing.get(company_code) ?? [];
    if (company_code.trim() === '') note('A company code is missing', posting);
    else if (accounts.length === 0) note(`Company ${company_code} has no Clearing GL`, posting);
    else if (accounts.length > 1)
      note(`Company ${company_code} has several accounts as Clearing GL (${accounts.join(', ')})`, posting);
    if (gl_account.trim() === '') note(`A GL account of company ${company_code} is missing`, posting);
    note(tooLong('Company code', company_code, LONGEST.company), posting);
    note(tooLong('GL account', gl_account, LONGEST.account), posting);
    note(tooLong('Cost center', cost_center, LONGEST.center), posting);
    note(tooLong('WBS element', wbs_element, LONGEST.element), posting);
  }
  return [...about].map(([fault, of]) => ({
    field: `posting ${of[0]?.n}`,
    message: `${fault}, which ${named(of)} ${of.length === 1 ? 'is' : 'are'} about.`,
  }));
}

function named(postings: readonly EntryPosting[]): string {
  const numbers = postings.slice(0, MOST_NAMED).map(({ n }) => n);
  const more = postings.length - numbers.length;
  return `${postings.length === 1 ? 'posting' : 'postings'} ${numbers.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
