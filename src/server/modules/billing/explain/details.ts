import type { Exception, ProblemName } from '#calls/exceptions.ts';
import type { Line, LineKind, Posting } from '#calls/run-details.ts';
import { notFound } from '#kernel/errors.ts';
import type { Database, Runner } from '#server/platform/database/database.ts';
import { limitOf, type Page, type PageOf } from '#server/platform/http/query.ts';
import { nameOfAccount } from '../runs/account-names.ts';
import { isPool, POOL } from '#kernel/billing/places.ts';
import { isPlaceIn } from '../runs/places.ts';
import { bearerOf, takenByPool } from '../runs/pooled.ts';
import { suggestionsFor } from '../allocation/unallocated/suggest.ts';
import { bitsOf, isTaggable } from './lacks.ts';
import { isAssignable, isUnplaced, problemSentence } from '../runs/problems.ts';

/** An amount with all of its digits, and at least those of its currency. */
const EXACT = `CASE WHEN scale(trim_scale(l.amount)) < i.decimals THEN round(l.amount, i.decimals)
  ELSE trim_scale(l.amount) END::text`;

/** Selects postings; null for all. */
export interface PostingsFilter {
  /** A row of the file: the postings that it is a part of. */
  line: number | null;
  /** The account, subscription or project whose lines are a part of them. */
  account: string | null;
  reference: string | null;
}

const POSTING_COLUMNS = `n AS id, reference, company_code, gl_account, cost_center, wbs_element, amount::text AS amount, currency, text,
  business_unit, owner_email`;

/**
 * The shares `h` of a line `l`, whose account `a` is, and which its account bears or the pool that took it: the difference from a stated total, which is line 0, is a part of one
 * posting unless somebody is named for what belongs to no account.
 */
const sharesOf = (
  bearer: string,
) => `h.run_id = l.run_id AND h.invoice = l.invoice AND coalesce(h.account, '') = coalesce(${bearer}, '')
  AND h.rounding = (l.line = 0 AND a.run_id IS NULL)`;
const OF_LINE = bearerOf('l');

/** Whether a line is split by seats of GitHub Copilot. */
const IS_POOLED = `l.account LIKE 'copilot:%/*'`;

/** Whether a line is split by the others, and so is a part of every posting of its invoice. */
const IS_SPLIT = 'l.account IS NULL AND a.run_id IS NULL AND l.line <> 0';

const POSTED = `FROM billing_postings p WHERE p.run_id = $1 AND ($4::text IS NULL OR p.reference = $4)
  AND ($3::text IS NULL OR EXISTS (SELECT FROM billing_shares h WHERE h.run_id = $1 AND h.posting = p.n AND lower(h.account) = lower($3))
    OR EXISTS (SELECT FROM billing_pooled q JOIN billing_shares h ON h.run_id = $1 AND h.invoice = q.invoice AND h.account = q.bearer
      WHERE q.run_id = $1 AND h.posting = p.n AND lower(q.account) = lower($3))
    OR EXISTS (SELECT FROM billing_seats e WHERE e.run_id = $1 AND e.posting = p.n AND lower($3) IN (e.seat, lower(e.username))))
  AND ($2::integer IS NULL OR EXISTS (SELECT FROM billing_lines l JOIN billing_invoices i ON i.run_id = l.run_id AND i.n = l.invoice
      LEFT JOIN billing_accounts a ON a.run_id = l.run_id AND coalesce(a.account, '') = coalesce(l.account, '')
      ${takenByPool('l')}
    WHERE l.run_id = $1 AND (l.line = $2 OR $2 = 0 AND l.line < 0) AND i.reference = p.reference AND i.currency = p.currency
      AND (${IS_SPLIT} OR EXISTS (SELECT FROM billing_shares h WHERE ${sharesOf(OF_LINE)} AND h.posting = p.n))))`;

/** The postings of a run, as finance reads them. */
export async function readPostings(
  db: Runner,
  run: number,
  filter: PostingsFilter | null,
  page: Page,
): Promise<PageOf<Posting>> {
  const values = [run, filter?.line ?? null, filter?.account ?? null, filter?.reference ?? null];
  const { rows } = await db.query<Posting>({
    text: `SELECT ${POSTING_COLUMNS} ${POSTED} ORDER BY n ${limitOf(page)}`,
    values,
  });
  const counted = await db.query<{ total: number }>({ text: `SELECT count(*) AS total ${POSTED}`, values });
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** One posting of a run. @throws {Refusal} 404 */
export async function readPosting(db: Runner, run: number, n: number): Promise<Posting> {
  const { rows } = await db.query<Posting>({
    text: `SELECT ${POSTING_COLUMNS} FROM billing_postings WHERE run_id = $1 AND n = $2`,
    values: [run, n],
  });
  if (!rows[0]) throw notFound(`Posting ${n} of billing run ${run}`);
  return rows[0];
}

interface ReadException extends Omit<
  Exception,
  'account_name' | 'assignable' | 'message' | 'owner_email' | 'suggestions'
> {
  problem: ProblemName;
  /** The month of the run, YYYY-MM. */
  month: string;
  /** The posting day of the run. */
  day: string;
}

/** Exceptions, which found no place: the largest amounts first, each with where it may belong. */
export async function readExceptions(db: Database, run: number, page: Page): Promise<PageOf<Exception>> {
  // The page is found before anything is joined to it.
  const { rows } = await db.query<ReadException>(
    `SELECT e.n AS id, e.account AS identifier, e.cloud AS provider, e.reference, e.currency, e.amount::text AS amount, e.lines,
       e.problem, a.named, a.cloud_parent_id, coalesce(a.chain, '[]') AS chain, r.posting_day AS day, to_char(r.month, 'YYYY-MM') AS month
     FROM (SELECT * FROM billing_exceptions WHERE run_id = $1 ORDER BY n ${limitOf(page)}) e
     JOIN billing_runs r ON r.id = e.run_id
     LEFT JOIN billing_accounts a ON a.run_id = e.run_id AND coalesce(a.account, '') = e.account
     ORDER BY e.n`,
    [run],
  );
  const knownOf = await suggestionsFor(
    db,
    rows.flatMap(({ identifier, day }) => (identifier === null ? [] : [{ account: identifier, day }])),
  );
  const found = rows.map(({ day: _, month, ...row }) => {
    const { account_name, owner_email, suggestions } = knownOf(row.identifier);
    const assignable = isAssignable(row.problem) && !isPool(row.identifier ?? '');
    return {
      ...row,
      account_name,
      assignable,
      message: problemSentence(row.problem, { named: row.named, month }),
      owner_email,
      suggestions,
    };
  });
  const counted = await db.query<{ total: number }>(
    'SELECT count(*) AS total FROM billing_exceptions WHERE run_id = $1',
    [run],
  );
  return { rows: found, total: counted.rows[0]?.total ?? 0 };
}

/** Selects lines; null for all. */
export interface LinesFilter {
  account: string | null;
  kind: LineKind | null;
  /** The number of a posting of the run. */
  posting: number | null;
  /** The tags that the lines lack, and their service, null for whichever; only where it is known what tags they bear. */
  gaps: { lacks: string; service: string | null } | null;
}

interface ReadLine extends Omit<Line, 'posting' | 'message'> {
  /** The posting of the filter, where the line is a part of it. */
  wanted: number | null;
}

/** The accounts of selected lines may be so many to be found by them, else the lines are gone through in their order. */
const MOST_ACCOUNTS = 500;

/**
 * The accounts of the selected lines as the file spells them, by which an index finds these among millions; those of
 * no account are null among them.
 */
const ACCOUNTS = `SELECT DISTINCT s.account FROM billing_sums s
  WHERE s.run_id = $1 AND ($2::text IS NULL OR lower(s.account) = lower($2)) AND ($3::text IS NULL OR s.kind = $3)
    AND NOT s.pooled AND ($4::integer IS NULL OR s.account IS NULL OR s.account IN (
      SELECT coalesce(q.account, h.account) FROM billing_shares h
      LEFT JOIN billing_pooled q ON q.run_id = $1 AND q.invoice = h.invoice AND q.bearer = h.account
      WHERE h.run_id = $1 AND h.posting = $4)) LIMIT ${MOST_ACCOUNTS + 1}`;

/** As many rows as there are sums, each with the number of its lines. */
const COUNTED = `(SELECT run_id, invoice, account, kind, lines, CASE WHEN added AND kind = 'rounding' THEN 0 ELSE 1 END AS line, account AS bearer
  FROM billing_sums WHERE NOT pooled
  UNION ALL SELECT run_id, invoice, account, kind, -lines, 1, account FROM billing_pooled
  UNION ALL SELECT run_id, invoice, account, kind, lines, 1, bearer FROM billing_pooled) l`;

/** The same by service and by what lines lack. */
const COUNTED_BY_GAPS = `(SELECT t.run_id, t.invoice, t.account, t.kind, t.lines, 1 AS line, t.service, t.lacks, ${bearerOf('t')} AS bearer
  FROM billing_tag_sums t ${takenByPool('t')}) l`;

/** Those that lack $5, of the service $6 or of any; one that has no name is an empty text. */
const GAPS = `AND ${isTaggable('l')} AND l.lacks & (SELECT ${bitsOf('r.tag_keys', '$5::text')} FROM billing_runs r WHERE r.id = $1) <> 0
  AND ($6::text IS NULL OR coalesce(l.service, '') = $6)`;

/** The share of the posting of the filter, $4; without one there is none. */
const within = (
  lines: string,
  bearer = 'l.bearer',
) => `FROM ${lines} JOIN billing_invoices i ON i.run_id = l.run_id AND i.n = l.invoice
  LEFT JOIN billing_accounts a ON a.run_id = l.run_id AND coalesce(a.account, '') = coalesce(l.account, '')
  LEFT JOIN billing_shares h ON ${sharesOf(bearer)} AND h.posting = $4::integer
  WHERE l.run_id = $1 AND ($2::text IS NULL OR lower(l.account) = lower($2)) AND ($3::text IS NULL OR l.kind = $3)
    AND ($4::integer IS NULL OR h.posting IS NOT NULL OR ${IS_SPLIT} AND EXISTS (SELECT FROM billing_postings p
      WHERE p.run_id = l.run_id AND p.n = $4 AND p.reference = i.reference AND p.currency = i.currency))`;

/** Lines as the file has them. */
const LINES = `billing_lines l ${takenByPool('l')}`;

/** Only of the accounts `$at`, and of none where the parameter after it is. */
const among = (at: number) =>
  `AND ($${at}::text[] IS NULL OR l.account = ANY($${at}) OR $${at + 1}::boolean AND l.account IS NULL)`;

/** Of which postings a line is a part, the largest share first. */
const PARTS = `coalesce((SELECT jsonb_agg(jsonb_build_object('posting', h.posting, 'share', trim_scale(round(h.share, 6))::text)
    ORDER BY h.share DESC, h.posting) FROM billing_shares h WHERE ${sharesOf(OF_LINE)}), '[]')`;

/** The problem of an exception `e` of the invoice of a line. */
const PROBLEM_OF = `SELECT e.problem FROM billing_exceptions e WHERE e.run_id = l.run_id AND e.reference = i.reference
  AND e.currency = i.currency AND ${isUnplaced('e.problem')}`;

/** The accounts of the parts of a pool: of a line that it took, the exceptions have them. */
const PARTS_OF_POOL = `SELECT e.account FROM billing_pool_parts e WHERE e.run_id = l.run_id AND e.invoice = l.invoice AND e.bearer = q.bearer`;

/** Why nobody is charged for a line, or for a part of it. */
const PROBLEM = `CASE WHEN q.bearer IS NOT NULL THEN (${PROBLEM_OF} AND e.account IN (${PARTS_OF_POOL}) LIMIT 1)
  ELSE coalesce(a.problem, (${PROBLEM_OF} AND coalesce(e.account, '') = coalesce(l.account, '') LIMIT 1),
    CASE WHEN ${IS_POOLED} THEN (${PROBLEM_OF} AND coalesce(e.account, '') IN (
      SELECT seat FROM billing_seats s WHERE s.run_id = l.run_id AND s.account = l.account) LIMIT 1) END) END`;

/** What a line says of its account, and nothing where a pool took it. */
const ofAccount = (column: string) => `CASE WHEN q.bearer IS NULL THEN a.${column} END AS ${column}`;

/** Lines in the order of the file, each with where it is charged and why. */
export async function readLines(
  db: Database,
  run: number,
  filter: LinesFilter,
  page: Page,
): Promise<PageOf<Line>> {
  const { gaps } = filter;
  const chosen = [run, filter.account, filter.kind, filter.posting];
  const accounts = await accountsOf(db, chosen);
  const values = gaps ? [...chosen, gaps.lacks, gaps.service] : chosen;
  const { rows } = await db.query<ReadLine>(
    `SELECT greatest(l.line, 0) AS line, l.account AS identifier, i.cloud AS provider, i.reference, i.currency, ${EXACT} AS amount, l.kind, l.day, l.service,
       l.description, CASE WHEN q.bearer IS NOT NULL THEN 'pool' WHEN ${IS_POOLED} THEN 'seats' WHEN ${isPlaceIn('l.account')} THEN 'named' WHEN l.account IS NOT NULL THEN 'account' WHEN l.line = 0 THEN 'rounding' WHEN a.run_id IS NULL THEN 'proportional'
         ELSE 'named' END AS rule, substring(q.bearer FROM ${POOL.length + 1}) AS pool, h.posting AS wanted, ${PARTS} AS parts,
       ${nameOfAccount('l.account')} AS account_name, a.named, a.cloud_parent_id, coalesce(a.chain, '[]') AS chain,
       ${ofAccount('company_code')}, ${ofAccount('cost_center')}, ${ofAccount('wbs_element')}, ${PROBLEM} AS problem
     ${within(LINES, OF_LINE)} ${gaps ? GAPS : ''} ${among(values.length + 1)} ORDER BY l.line, l.invoice ${limitOf(page)}`,
    [...values, ...accounts],
  );
  const counted = await db.query<{ total: number }>(
    `SELECT coalesce(sum(l.lines), 0)::bigint AS total ${gaps ? `${within(COUNTED_BY_GAPS)} ${GAPS}` : within(COUNTED)}`,
    values,
  );
  const found = rows.map(({ wanted: posting, ...row }) => ({
    ...row,
    posting: posting ?? row.parts[0]?.posting ?? null,
    message: problemSentence(row.problem),
  }));
  return { rows: found, total: counted.rows[0]?.total ?? 0 };
}

/** @returns the accounts, null for whichever, and whether lines of none are selected as well */
async function accountsOf(db: Database, values: unknown[]): Promise<[string[] | null, boolean]> {
  if (values.slice(1).every((value) => value === null)) return [null, true];
  const { rows } = await db.query<{ account: string | null }>(ACCOUNTS, values);
  if (rows.length > MOST_ACCOUNTS) return [null, true];
  const known = rows.flatMap(({ account }) => account ?? []);
  return [known, known.length < rows.length];
}
