import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BILL_PROVIDERS } from '#kernel/billing/runs.ts';
import type { OtherEncoding } from '#kernel/csv/decode-text.ts';
import { Refusal } from '#kernel/errors.ts';
import { demandedTags } from '#resources/demanded-tags.ts';
import type { Database } from '#server/platform/database/database.ts';
import { filesOf, isPacked, readKept } from '#server/platform/files/store.ts';
import { isParquet, isZip, type BillFile } from '../open-bill.ts';
import type { ReadOptions } from '../read-options.ts';
import { writtenOf } from './bill-written.ts';
import { OWNED_BY_RUN, type HeldRun } from '../../runs/run.ts';

/** How the demanded tags are spelled in bills. */
export const tagKeys = new Map(
  demandedTags.flatMap(({ name, spelled }) => spelled.map((key) => [key, name] as const)),
);

/** A folder of its own for as long as `work` takes. */
export async function withOwnFolder<T>(folder: string, work: (own: string) => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true });
  const own = await mkdtemp(path.join(folder, 'bill-'));
  try {
    return await work(own);
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/** A file that is kept in the database. */
interface Kept {
  id: string;
  name: string;
  /** Of its text, where it was stated for this file alone. */
  encoding: OtherEncoding | null;
  /** Whether it has the amortised costs of what the others bill. */
  amortised?: boolean;
  /** SHA-256 of it as it was sent. */
  digest?: Buffer;
}

/**
 * Copies the files of a run to the disk, those of amortised costs behind what they are of, as they are kept: what is packed is a tenth of itself, and an archive is read from its end.
 * @throws {Refusal} 422 where they are gone
 */
export async function fetchBill(db: Database, id: number, own: string): Promise<BillFile[]> {
  const { rows } = await db.query<Kept>(
    'SELECT file_id AS id, name, told_encoding AS encoding, amortised, digest FROM billing_sent_files WHERE run_id = $1 ORDER BY amortised, n',
    [id],
  );
  // A version before kept no list of them: the first file is the one that was sent.
  const first = async () => (await filesOf(db, { kind: OWNED_BY_RUN, id })).slice(0, 1);
  const files = rows.length > 0 ? rows : (await first()).map((file) => ({ ...file, encoding: null }));
  if (files.length === 0) throw new Refusal(422, 'The file is no longer there. Please upload it again.');
  const fetched: BillFile[] = [];
  for (const file of files) fetched.push(await fetchFile(db, file, path.join(own, `bill-${fetched.length}`)));
  return fetched;
}

/** Copies all of a kept file to the disk. */
export async function fetchFile(
  db: Database,
  { id, name, encoding, amortised = false, digest }: Kept,
  to: string,
): Promise<BillFile> {
  const kept = Readable.from(readKept(db, id), { objectMode: false });
  await pipeline(kept, createWriteStream(to, { mode: 0o600 }));
  return {
    path: to,
    id,
    name,
    encoding,
    amortised,
    isPacked: await isPacked(db, id),
    ...(digest && { digest: digest.toString('hex') }),
  };
}

/** As many bytes of a file as hold its header and its first rows, also where they are packed. */
const BEGIN = 1_500_000;
/** An archive and a Parquet file are read from their ends, so all of it has to be there. */
const LARGEST_LOOKED_INTO = 32_000_000;

/**
 * Copies the beginning of a kept file to the disk, as much as shows its format.
 * @returns null for one that is so large that this takes as long as reading it
 */
export async function fetchBegin(
  db: Database,
  file: Kept & { size: number },
  to: string,
): Promise<BillFile | null> {
  const parts: Buffer[] = [];
  let length = 0;
  let isCut = false;
  for await (const part of readKept(db, file.id)) {
    if (parts.length === 0 && (isZip(part) || isParquet(part)))
      return file.size > LARGEST_LOOKED_INTO ? null : fetchFile(db, file, to);
    isCut = length >= BEGIN;
    if (isCut) break;
    parts.push(part);
    length += part.length;
  }
  await writeFile(to, Buffer.concat(parts), { mode: 0o600 });
  const { name, encoding } = file;
  return { path: to, name, encoding, isPacked: await isPacked(db, file.id), isCut };
}

/** The options with which the files of a run are read. */
export function readOptionsOf(
  run: Pick<
    HeldRun,
    | 'provider'
    | 'told_currency'
    | 'told_reference'
    | 'month'
    | 'month_told'
    | 'told_encoding'
    | 'told_decimal_sign'
    | 'told_date_order'
  >,
): ReadOptions {
  const provider = BILL_PROVIDERS.find((one) => one === run.provider);
  if (provider === undefined) throw new Error(`Nobody reads files of ${run.provider}.`);
  return {
    provider,
    currency: run.told_currency,
    reference: run.told_reference,
    month: run.month_told ? run.month : null,
    tagKeys,
    ...writtenOf(run),
  };
}
