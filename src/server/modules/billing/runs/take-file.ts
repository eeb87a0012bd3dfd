import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import { BILL_PROVIDERS, type BillProvider } from '#kernel/billing/runs.ts';
import { OTHER_ENCODINGS } from '#kernel/csv/decode-text.ts';
import { invalid, malformed, Refusal } from '#kernel/errors.ts';
import { parseIsoDay } from '#kernel/dates.ts';
import type { Database } from '#server/platform/database/database.ts';
import { longWork } from '#server/platform/database/limits.ts';
import { releaseFiles, storeFile } from '#server/platform/files/store.ts';
import { readTexts } from '#server/platform/http/query.ts';
import { currentRules } from '../allocation/rules.ts';
import { isGzip, isZip } from '../intake/open-bill.ts';
import { isParquet } from '../intake/parquet/parquet-file.ts';
import { readWritten, WRITTEN, writtenValues, type BillWritten } from './bill-written.ts';
import { OWNED_BY_RUN } from './run.ts';

/** Bytes of a file as it is sent. */
export const LARGEST_BILL = 5_000_000_000;
export const LONGEST_NAME = 255;
const LONGEST_REFERENCE = 100;
/** Bytes that tell an archive. */
const HEAD_BYTES = 4;
/** What nobody came to own is gone after a day. */
const KEPT_DAYS = 1;

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
}

/**
 * The query of an upload.
 * @param charset that the request declares of its body; one that is not known here is none
 * @throws {Refusal} 400 that says what is missing or wrong
 */
export function readBillAsked(query: unknown, charset: string | null = null): BillAsked {
  const names = ['provider', 'month', 'name', 'currency', 'reference', 'posting_day', ...WRITTEN];
  const texts = readTexts(query, names);
  const given = (name: string) => texts.get(name)?.trim() || null;
  const provider = BILL_PROVIDERS.find((one) => one === given('provider'));
  if (!provider) throw malformed(`provider must be one of ${BILL_PROVIDERS.join(', ')}.`);
  const month = given('month');
  if (month !== null && (!/^\d{4}-\d{2}$/.test(month) || parseIsoDay(`${month}-01`) === null))
    throw malformed('month must be the month that is charged, such as 2026-03.');
  const name = given('name');
  if (name === null || name.length > LONGEST_NAME)
    throw malformed(`name must be the name of the file, of at most ${LONGEST_NAME} characters.`);
  const currency = given('currency')?.toUpperCase() ?? null;
  if (currency !== null && !/^[A-Z]{3}$/.test(currency)) throw malformed('currency must be one such as EUR.');
  const reference = given('reference');
  if (reference !== null && reference.length > LONGEST_REFERENCE)
    throw malformed(`reference must have at most ${LONGEST_REFERENCE} characters.`);
  const day = given('posting_day');
  const postingDay = day === null ? null : parseIsoDay(day);
  if (day !== null && postingDay === null) throw malformed('posting_day must be a day such as 2026-03-31.');
  const { written, wrong } = readWritten(given);
  for (const sentence of wrong.values()) throw malformed(`${sentence}.`);
  const declared = OTHER_ENCODINGS.find((one) => one.name === charset?.toLowerCase())?.name ?? null;
  const encoding = written.encoding ?? declared;
  return { provider, month, name, currency, reference, postingDay, written: { ...written, encoding } };
}

/** A file that was kept for a run that is not there yet. */
export interface KeptBill {
  run: number;
  size: number;
  digest: Buffer;
}

/**
 * Keeps a file as it arrives, in portions, whatever its size.
 * @param body the request's bytes; undefined for none
 * @throws {Refusal} 422 for an empty one, 413 for one that is too large, 400 where it broke off
 */
export async function keepBill(db: Database, name: string, body: unknown): Promise<KeptBill> {
  if (!(body instanceof Readable)) throw empty();
  return longWork(async () => {
    const { rows } = await db.query<{ id: number }>(
      `SELECT nextval(pg_get_serial_sequence('billing_runs', 'id'))::integer AS id`,
    );
    const run = rows[0]?.id;
    if (run === undefined) throw new Error('No number was given to the run.');
    const hash = createHash('sha256');
    const { head, bytes } = await begunBy(arriving(body, hash));
    const file = {
      name,
      contentType: 'application/octet-stream',
      owner: { kind: OWNED_BY_RUN, id: run },
      keepDays: KEPT_DAYS,
      // An archive is packed already, and a ZIP and a Parquet file are read from their ends.
      isPacked: !isZip(head) && !isGzip(head) && !isParquet(head),
    };
    const { size } = await storeFile(db, file, bytes);
    return { run, size, digest: hash.digest() };
  });
}

/** The first bytes, by which a file is known, and all of them. */
async function begunBy(
  parts: AsyncGenerator<Buffer>,
): Promise<{ head: Buffer; bytes: AsyncGenerator<Buffer> }> {
  let head: Buffer = Buffer.alloc(0);
  while (head.length < HEAD_BYTES) {
    const next = await parts.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  return { head, bytes: join(head, parts) };
}

async function* join(head: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* rest;
}

const empty = () =>
  invalid([{ field: 'file', message: 'The file is empty. Send it as the body of the request.' }]);

async function* arriving(body: Readable, hash: Hash): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    for await (const part of body.iterator({ destroyOnReturn: false })) {
      const bytes = part as Buffer;
      size += bytes.length;
      if (size > LARGEST_BILL) throw new Refusal(413, 'The file is too large. Please pack it.');
      hash.update(bytes);
      yield bytes;
    }
  } catch (error) {
    throw error instanceof Refusal ? error : malformed('The request broke off.');
  }
  if (size === 0) throw empty();
}

const firstDay = (month: string | null) => month && `${month}-01`;

/** The run that has this file for this month already; null where none that counts has. Others wait for the answer. */
export async function sameFile(
  tx: PoolClient,
  asked: BillAsked,
  { digest }: KeptBill,
): Promise<number | null> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 63))', [digest.toString('hex')]);
  const { rows } = await tx.query<{ id: number }>(
    `SELECT id FROM billing_runs WHERE provider = $1 AND month = coalesce($2, month) AND file_digest = $3
       AND coalesce(told_currency, '') = $4 AND coalesce(told_reference, '') = $5 AND coalesce(told_encoding, '') = $6
       AND coalesce(told_decimal_sign, '') = $7 AND coalesce(told_date_order, '') = $8
       AND state NOT IN ('failed', 'reversed', 'superseded')`,
    [
      asked.provider,
      firstDay(asked.month),
      digest,
      asked.currency ?? '',
      asked.reference ?? '',
      ...writtenValues(asked.written).map((value) => value ?? ''),
    ],
  );
  return rows[0]?.id ?? null;
}

/** Makes the run that a kept file is for; its job must be asked for in the same transaction. */
export async function createRun(
  tx: PoolClient,
  asked: BillAsked,
  kept: KeptBill,
  { job, by, request }: { job: string; by: string; request: FastifyRequest },
): Promise<void> {
  const rules = await currentRules(tx);
  await tx.query(
    `INSERT INTO billing_runs (id, provider, month, posting_day, state, file_name, file_digest, file_size, told_currency,
       told_reference, rules_version, job_id, created_by, request_id, month_told,
       posting_day_told, told_encoding, told_decimal_sign, told_date_order)
     SELECT $1, $2, m.month, coalesce($4, m.month + interval '1 month' - interval '1 day'), 'processing', $5, $6, $7, $8, $9,
       $10, $11, $12, $13, $3::date IS NOT NULL, $4::date IS NOT NULL, $14, $15, $16
     FROM (SELECT coalesce($3, date_trunc('month', now()) - interval '1 month')::date AS month) m`,
    [
      kept.run,
      asked.provider,
      firstDay(asked.month),
      asked.postingDay,
      asked.name,
      kept.digest,
      kept.size,
      asked.currency,
      asked.reference,
      rules,
      job,
      by,
      request.id,
      ...writtenValues(asked.written),
    ],
  );
  await tx.query('UPDATE file_owners SET keep_until = NULL WHERE owner_kind = $1 AND owner_id = $2', [
    OWNED_BY_RUN,
    String(kept.run),
  ]);
}

/** Gives a kept file up that another run has already. */
export const giveUp = (tx: PoolClient, { run }: KeptBill): Promise<void> =>
  releaseFiles(tx, OWNED_BY_RUN, [String(run)]);
