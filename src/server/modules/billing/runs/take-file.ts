import type { PoolClient } from 'pg';
import type { Runner } from '#server/platform/database/database.ts';
import { BILL_PROVIDERS, type BillProvider } from '#kernel/billing/runs.ts';
import type { OtherEncoding } from '#kernel/csv/decode-text.ts';
import { malformed } from '#kernel/errors.ts';
import { parseIsoDay } from '#kernel/dates.ts';
import { readTexts } from '#server/platform/http/query.ts';
import { holdLock } from '#server/platform/database/hold-lock.ts';
import { currentRules } from '../allocation/rules.ts';
import { bundleOf, takeFiles, type KeptBill } from './bill-files.ts';
import { readWritten, WRITTEN, writtenValues, type BillWritten } from './bill-written.ts';

export const LONGEST_NAME = 255;
const LONGEST_REFERENCE = 100;
/** So many files may be one bill. */
export const MOST_FILES = 50;
/** What an upload may say beside its provider. */
export const OPTIONAL_PARAMETERS = [
  'month',
  'name',
  'currency',
  'reference',
  'posting_day',
  'existing',
  'files',
  ...WRITTEN,
];
const BILL_PARAMETERS = ['provider', ...OPTIONAL_PARAMETERS];

/** What is told of a file beside it. */
export interface BillAsked {
  provider: BillProvider;
  /** YYYY-MM, the month that is charged; null where the file tells it. */
  month: string | null;
  name: string;
  currency: string | null;
  reference: string | null;
  /** YYYY-MM-DD */
  postingDay: string | null;
  /** How it is written, where it does not say so itself. */
  written: BillWritten;
  /** What becomes of an open or final run that has one of its invoices as well; null where nobody has said so. */
  existing: Existing | null;
}

/**
 * What may become of a further file for an invoice of another run: a part of that run, the one in its place, or nothing; where that
 * run is final, a run that books the difference.
 */
export const EXISTING = ['add', 'replace', 'leave', 'difference'] as const;
export type Existing = (typeof EXISTING)[number];

/** What a parameter says of another run with the same invoice. @throws {Refusal} 400 */
export function readExisting(given: string | null): Existing | null {
  if (given === null) return null;
  const existing = EXISTING.find((one) => one === given);
  if (!existing) throw malformed(`existing must be one of ${EXISTING.join(', ')}.`);
  return existing;
}

/** What the query of an upload says of the files that the run is begun with; null where the body is the file. */
export function readFileIds(query: unknown): string[] | null {
  const given = readTexts(query, BILL_PARAMETERS).get('files')?.trim() || null;
  return given === null ? null : readIds(given);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @throws {Refusal} 400 */
export function readIds(given: string): string[] {
  const ids = [...new Set(given.split(',').map((id) => id.trim().toLowerCase()))];
  if (ids.length > MOST_FILES || ids.some((id) => !UUID.test(id)))
    throw malformed(
      `files must be the ids of at most ${MOST_FILES} files that were sent before, separated by commas.`,
    );
  return ids;
}

/** The name of a file. @throws {Refusal} 400 */
export function readName(given: string | null): string {
  if (given === null || given.length > LONGEST_NAME)
    throw malformed(`name must be the name of the file, of at most ${LONGEST_NAME} characters.`);
  return given;
}

/** What a query says of how its file is written. @throws {Refusal} 400 */
export function readTold(given: (name: string) => string | null): BillWritten {
  const { written, wrong } = readWritten(given);
  for (const sentence of wrong.values()) throw malformed(`${sentence}.`);
  return written;
}

/**
 * The query of an upload.
 * @param declared the encoding that the request declares of its body
 * @throws {Refusal} 400 that says what is missing or wrong
 */
export function readBillAsked(query: unknown, declared: OtherEncoding | null = null): BillAsked {
  const texts = readTexts(query, BILL_PARAMETERS);
  const given = (name: string) => texts.get(name)?.trim() || null;
  const provider = BILL_PROVIDERS.find((one) => one === given('provider'));
  if (!provider) throw malformed(`provider must be one of ${BILL_PROVIDERS.join(', ')}.`);
  const month = given('month');
  if (month !== null && (!/^\d{4}-\d{2}$/.test(month) || parseIsoDay(`${month}-01`) === null))
    throw malformed('month must be the month that is charged, such as 2026-03.');
  // Files that were sent before have names.
  const name = given('files') === null ? readName(given('name')) : '';
  const currency = given('currency')?.toUpperCase() ?? null;
  if (currency !== null && !/^[A-Z]{3}$/.test(currency)) throw malformed('currency must be one such as EUR.');
  const reference = given('reference');
  if (reference !== null && reference.length > LONGEST_REFERENCE)
    throw malformed(`reference must have at most ${LONGEST_REFERENCE} characters.`);
  const day = given('posting_day');
  const postingDay = day === null ? null : parseIsoDay(day);
  if (day !== null && postingDay === null) throw malformed('posting_day must be a day such as 2026-03-31.');
  const told = readTold(given);
  const written = { ...told, encoding: told.encoding ?? declared };
  const existing = readExisting(given('existing'));
  return { provider, month, name, currency, reference, postingDay, written, existing };
}

const firstDay = (month: string | null) => month && `${month}-01`;

/**
 * The run that has these files for this month already; null where none that counts has. Others wait for the answer, where it is
 * asked for in a transaction.
 */
export async function sameFiles(
  runner: Runner,
  asked: BillAsked,
  kept: readonly KeptBill[],
): Promise<number | null> {
  const { digest, digests } = bundleOf(kept);
  await holdLock(runner, 'files of a bill', digest.toString('hex'));
  const { rows } = await runner.query<{ id: number }>({
    text: `SELECT id FROM billing_runs r WHERE provider = $1 AND month = coalesce($2, month)
       AND coalesce(told_currency, '') = $3 AND coalesce(told_reference, '') = $4 AND coalesce(told_encoding, '') = $5
       AND coalesce(told_decimal_sign, '') = $6 AND coalesce(told_date_order, '') = $7
       AND state NOT IN ('failed', 'reversed', 'superseded')
       AND (file_digest = $8 OR (SELECT count(DISTINCT digest) FROM billing_sent_files f WHERE f.run_id = r.id AND f.digest = ANY($9)) = $10)
     ORDER BY id DESC LIMIT 1`,
    values: [
      asked.provider,
      firstDay(asked.month),
      asked.currency ?? '',
      asked.reference ?? '',
      ...writtenValues(asked.written).map((value) => value ?? ''),
      digest,
      digests,
      digests.length,
    ],
  });
  return rows[0]?.id ?? null;
}

/** Makes the run that kept files are for; its job must be asked for in the same transaction. @returns its id */
export async function createRun(
  tx: PoolClient,
  asked: BillAsked,
  kept: readonly KeptBill[],
  { job, by, requestId }: { job: string; by: string; requestId: string },
): Promise<number> {
  const rules = await currentRules(tx);
  const { name, size, digest } = bundleOf(kept);
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO billing_runs (provider, month, posting_day, state, file_name, file_digest, file_size, told_currency,
       told_reference, rules_version, job_id, created_by, request_id, month_told, posting_day_told, existing, told_encoding,
       told_decimal_sign, told_date_order, difference)
     SELECT $1, m.month, coalesce($3, m.month + interval '1 month' - interval '1 day'), 'processing', $4, $5, $6, $7, $8, $9, $10, $11,
       $12, $2::date IS NOT NULL, $3::date IS NOT NULL, $13, $14, $15, $16, $17
     FROM (SELECT coalesce($2, date_trunc('month', today()) - interval '1 month')::date AS month) m RETURNING id`,
    [
      asked.provider,
      firstDay(asked.month),
      asked.postingDay,
      name,
      digest,
      size,
      asked.currency,
      asked.reference,
      rules,
      job,
      by,
      requestId,
      asked.existing === 'add' || asked.existing === 'replace' ? asked.existing : null,
      ...writtenValues(asked.written),
      asked.existing === 'difference',
    ],
  );
  const [run] = rows;
  if (!run) throw new Error('The run was not written down.');
  await takeFiles(tx, run.id, kept);
  return run.id;
}
