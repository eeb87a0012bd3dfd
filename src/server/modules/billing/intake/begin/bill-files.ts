import { createHash, randomUUID, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { PoolClient } from 'pg';
import type { OtherEncoding } from '#kernel/csv/decode-text.ts';
import { conflict, invalid, malformed, notFound, Refusal } from '#kernel/errors.ts';
import type { Database, Runner } from '#server/platform/database/database.ts';
import { longWork } from '#server/platform/database/limits.ts';
import { storeFile } from '#server/platform/files/store.ts';
import { isGzip, isParquet, isZip } from '../open-bill.ts';
import { NOTHING_STATED, writtenValues, type BillWritten } from './bill-written.ts';
import { OWNED_BY_RUN } from '../../runs/run.ts';

/** Bytes of a file as it is sent. */
export const LARGEST_BILL = 5_000_000_000;
/** The bytes by which an archive is recognised. */
const HEAD_BYTES = 4;
/** Files that belong to no run are deleted after a day. */
const KEPT_DAYS = 1;
/** The kind of owner of a file that no run was begun with. */
const OWNED_BY_UPLOAD = 'billing_upload';

/** A file that was kept for a run. */
export interface KeptBill {
  id: string;
  name: string;
  size: number;
  digest: Buffer;
  /** Of its text, where it was stated for this file alone. */
  encoding: OtherEncoding | null;
}

/**
 * Keeps a file as it arrives, in portions, whatever its size.
 * @param body the request's bytes; undefined for none
 * @throws {Refusal} 422 for an empty one, 413 for one that is too large, 400 where it broke off
 */
export async function keepBill(
  db: Database,
  { name, by, encoding = null }: { name: string; by: string; encoding?: OtherEncoding | null },
  body: unknown,
): Promise<KeptBill> {
  if (!(body instanceof Readable)) throw empty();
  return longWork(async () => {
    const hash = createHash('sha256');
    const { head, bytes } = await begunBy(arriving(body, hash));
    const file = {
      name,
      contentType: 'application/octet-stream',
      owner: { kind: OWNED_BY_UPLOAD, id: randomUUID() },
      keepDays: KEPT_DAYS,
      // An archive is packed already, and a ZIP and a Parquet file are read from their ends.
      isPacked: !isZip(head) && !isGzip(head) && !isParquet(head),
    };
    const { id, size } = await storeFile(db, file, bytes);
    const digest = hash.digest();
    await db.query(
      'INSERT INTO billing_sent_files (file_id, name, size, digest, created_by, told_encoding) VALUES ($1, $2, $3, $4, $5, $6)',
      [id, name, size, digest, by, encoding],
    );
    return { id, name, size, digest, encoding };
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

/** Columns of a kept file, of `billing_sent_files b`. */
export const KEPT_COLUMNS = 'b.file_id AS id, b.name, b.size, b.digest, b.told_encoding AS encoding';

/** Files that were sent before, in this order, by the person who sent them. @throws {Refusal} 404 for one that is not there */
export async function keptFiles(runner: Runner, ids: readonly string[], by: string): Promise<KeptBill[]> {
  const { rows } = await runner.query<KeptBill>({
    text: `SELECT ${KEPT_COLUMNS} FROM billing_sent_files b
     JOIN unnest($1::uuid[]) WITH ORDINALITY AS given(id, place) ON given.id = b.file_id
     WHERE b.created_by = $2 ORDER BY place`,
    values: [ids, by],
  });
  const missing = ids.find((id) => !rows.some((row) => row.id === id));
  if (missing !== undefined) throw notFound(`File ${missing}`);
  return rows;
}

/** Several files as one: a name, all of their bytes, and the digest by which they are known in whatever order they come. */
export function bundleOf(kept: readonly Pick<KeptBill, 'name' | 'size' | 'digest'>[]): {
  name: string;
  size: number;
  digest: Buffer;
  digests: Buffer[];
} {
  const byDigest = new Map(kept.map(({ digest }) => [digest.toString('hex'), digest]));
  const digests = [...byDigest.keys()].toSorted().flatMap((key) => byDigest.get(key) ?? []);
  const [first] = kept;
  const [only, ...others] = digests;
  if (!first || !only) throw new Error('A bill has a file at least.');
  return {
    name: kept.length === 1 ? first.name : `${first.name} and ${kept.length - 1} more`,
    size: kept.reduce((sum, { size }) => sum + size, 0),
    digest: others.length === 0 ? only : createHash('sha256').update(Buffer.concat(digests)).digest(),
    digests,
  };
}

/** Options of files that are added to a run. */
export interface FileOptions {
  written: BillWritten;
  /** Whether they have the amortised costs of what the other files of the run bill. */
  amortised: boolean;
}

/**
 * Makes kept files those of a run, behind those that it has.
 * @param options those of these files, and not of the run
 * @throws {Refusal} 409 for one that another run has
 */
export async function takeFiles(
  tx: PoolClient,
  run: number,
  kept: readonly KeptBill[],
  { written = NOTHING_STATED, amortised = false }: Partial<FileOptions> = {},
): Promise<void> {
  const ids = kept.map(({ id }) => id);
  const { rowCount } = await tx.query(
    `UPDATE billing_sent_files b SET run_id = $1, n = given.place + (SELECT coalesce(max(n), 0) FROM billing_sent_files WHERE run_id = $1),
       told_encoding = coalesce($3, b.told_encoding), told_decimal_sign = $4, told_date_order = $5, amortised = b.amortised OR $6,
       added_with = $7
     FROM unnest($2::uuid[]) WITH ORDINALITY AS given(id, place) WHERE b.file_id = given.id AND b.run_id IS NULL`,
    [run, ids, ...writtenValues(written), amortised, ids[0]],
  );
  if (rowCount !== ids.length) throw conflict('A run was begun with these files already.');
  await tx.query(
    `UPDATE file_owners SET owner_kind = $2, owner_id = $3, keep_until = NULL WHERE owner_kind = $4 AND file_id = ANY($1)`,
    [ids, OWNED_BY_RUN, String(run), OWNED_BY_UPLOAD],
  );
}

/**
 * The run takes over the options of the files that it is read with next, since all of its files are read as one bill. An encoding
 * stays with its file.
 */
export async function adoptFileOptions(tx: PoolClient, run: number): Promise<void> {
  await tx.query(
    `UPDATE billing_runs r SET told_decimal_sign = coalesce(r.told_decimal_sign, f.decimal_sign),
       told_date_order = coalesce(r.told_date_order, f.date_order)
     FROM (SELECT max(told_decimal_sign) AS decimal_sign, max(told_date_order) AS date_order FROM billing_sent_files
       WHERE run_id = $1 AND NOT taken) f WHERE r.id = $1`,
    [run],
  );
}

/** Gives up kept files that no run was begun with. */
export async function giveUp(runner: Runner, kept: readonly KeptBill[]): Promise<void> {
  await runner.query({
    text: `WITH gone AS (DELETE FROM billing_sent_files WHERE file_id = ANY($1) AND run_id IS NULL RETURNING file_id)
     DELETE FROM file_owners o USING gone WHERE o.file_id = gone.file_id AND o.owner_kind = $2`,
    values: [kept.map(({ id }) => id), OWNED_BY_UPLOAD],
  });
}
