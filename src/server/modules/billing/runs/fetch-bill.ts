import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BILL_PROVIDERS } from '#kernel/billing/runs.ts';
import { OTHER_ENCODINGS } from '#kernel/csv/decode-text.ts';
import { Refusal } from '#kernel/errors.ts';
import { DATE_ORDERS } from '#kernel/reading/days.ts';
import { DECIMAL_SIGNS } from '#kernel/reading/numbers.ts';
import { demandedTags } from '#resources/demanded-tags.ts';
import type { Database } from '#server/platform/database/database.ts';
import { filesOf, isPacked, readKept } from '#server/platform/files/store.ts';
import type { ToldOfFile } from '../intake/read-bill.ts';
import { OWNED_BY_RUN, type HeldRun } from './run.ts';

/** How the demanded tags are spelled in bills. */
const TAG_KEYS = new Map(
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

/** The file of a run on the disk. */
export interface FetchedBill {
  path: string;
  isPacked: boolean;
}

/**
 * Copies the file of a run to the disk as it is kept: what is packed is a tenth of itself, and an archive is read from its end.
 * @throws {Refusal} 422 where it is gone
 */
export async function fetchBill(db: Database, id: number, own: string): Promise<FetchedBill> {
  const [file] = await filesOf(db, { kind: OWNED_BY_RUN, id });
  if (!file) throw new Refusal(422, 'The file is no longer there. Please upload it again.');
  const to = path.join(own, 'bill');
  const kept = Readable.from(readKept(db, file.id), { objectMode: false });
  await pipeline(kept, createWriteStream(to, { mode: 0o600 }));
  return { path: to, isPacked: await isPacked(db, file.id) };
}

/** What is known of the file of a run beside it. */
export function toldOf(
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
): ToldOfFile {
  const provider = BILL_PROVIDERS.find((one) => one === run.provider);
  if (provider === undefined) throw new Error(`Nobody reads files of ${run.provider}.`);
  return {
    provider,
    currency: run.told_currency,
    reference: run.told_reference,
    month: run.month_told ? run.month : null,
    tagKeys: TAG_KEYS,
    encoding: OTHER_ENCODINGS.find(({ name }) => name === run.told_encoding)?.name ?? null,
    decimalSign: DECIMAL_SIGNS.find((sign) => sign === run.told_decimal_sign) ?? null,
    dateOrder: DATE_ORDERS.find((order) => order === run.told_date_order) ?? null,
  };
}
