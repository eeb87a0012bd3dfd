import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import tar from 'tar-stream';
import type { z } from 'zod';
import { errorCode, StartError } from '#server/platform/base/start-error.ts';
import {
  folderOf,
  HEADER,
  headerSchema,
  LONGEST_TEXT,
  PIECE,
  TRAILER,
  trailerSchema,
  type Header,
  type Trailer,
} from './format.ts';
import { TableSummer } from './table-sum.ts';

/** Takes the rows of a table, piece by piece. */
export interface TableSink {
  write: (piece: Buffer) => Promise<void>;
  end: () => Promise<void>;
}

/** Opens the place where a table's rows go; without one they are only summed up. */
export type OpenTable = (header: Header, at: number) => Promise<TableSink>;

/** The most bytes of a piece: one row can be longer than a piece is meant to be. */
const LONGEST_PIECE = 64 * PIECE;

class Damaged extends Error {}

/**
 * Reads a backup from its first byte to its last, and holds every sum against what was read.
 * @param openTable is given the rows before it is known that the file is whole: what it did counts only once this
 *   has resolved
 * @throws {StartError} when the file cannot be read, is no backup, is cut short, or was altered
 */
export async function readBackup(
  file: string,
  openTable?: OpenTable,
): Promise<{ header: Header; trailer: Trailer }> {
  const extract = tar.extract();
  const reading = pipeline(createReadStream(file), createGunzip(), extract);
  const parsing = parse(extract, openTable);
  parsing.catch((error: Error) => extract.destroy(error));
  try {
    const [found] = await Promise.all([parsing, reading]);
    return found;
  } catch (error) {
    // Reading is over either way; its own failure came of the other's, or is the one at hand.
    await Promise.allSettled([parsing, reading]);
    throw readProblem(file, error);
  }
}

async function parse(extract: tar.Extract, openTable: OpenTable | undefined) {
  let header: Header | undefined;
  let headerSum = '';
  let trailer: Trailer | undefined;
  const sums: Trailer['tables'] = [];
  let summer = new TableSummer();
  let sink: TableSink | undefined;
  let pieces = 0;
  const nextTable = async () => {
    await sink?.end();
    sums.push(summer.finish());
    summer = new TableSummer();
    sink = undefined;
    pieces = 0;
  };

  for await (const entry of extract) {
    const { name, size } = entry.header;
    if (trailer) throw new Damaged('something follows its end');
    if (!header) {
      if (name !== HEADER) throw new Damaged('it does not begin as a backup does');
      const text = await whole(entry, size, LONGEST_TEXT);
      headerSum = createHash('sha256').update(text).digest('hex');
      header = json(text, headerSchema);
      continue;
    }
    // A table without rows has no piece at all.
    while (sums.length < header.tables.length && !name.startsWith(tableFolder(header, sums.length)))
      await nextTable();
    if (sums.length < header.tables.length) {
      pieces += 1;
      const expected = tableFolder(header, sums.length) + String(pieces).padStart(6, '0');
      if (name !== expected) throw new Damaged(`${expected} is missing`);
      if (size > LONGEST_PIECE) throw new Damaged(`${name} is too large`);
      sink ??= await openTable?.(header, sums.length);
      for await (const piece of entry as AsyncIterable<Buffer>) {
        summer.add(piece);
        await sink?.write(piece);
      }
      continue;
    }
    if (name !== TRAILER) throw new Damaged(`${name} does not belong there`);
    trailer = json(await whole(entry, size, LONGEST_TEXT), trailerSchema);
  }
  if (!header || !trailer) throw new Damaged('its end is missing');
  compare(header, headerSum, sums, trailer);
  return { header, trailer };
}

function tableFolder(header: Header, at: number): string {
  const table = header.tables[at];
  if (!table) throw new Damaged('it has more tables than it says');
  return folderOf(at, table);
}

function compare(header: Header, headerSum: string, sums: Trailer['tables'], trailer: Trailer): void {
  if (headerSum !== trailer.header_sha256) throw new Damaged('its header was altered');
  if (sums.length !== trailer.tables.length)
    throw new Damaged('it has another number of tables than it says');
  for (const [at, sum] of sums.entries()) {
    const expected = trailer.tables[at];
    if (expected?.sha256 !== sum.sha256 || expected.rows !== sum.rows || expected.bytes !== sum.bytes)
      throw new Damaged(`the rows of ${header.tables[at]?.name} were altered`);
  }
}

async function whole(entry: AsyncIterable<unknown>, size: number, limit: number): Promise<Buffer> {
  if (size > limit) throw new Damaged('its header or its end is too large');
  const pieces: Buffer[] = [];
  for await (const piece of entry) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

function json<T>(text: Buffer, schema: z.ZodType<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(text.toString('utf8'));
  } catch {
    throw new Damaged('its header or its end is no JSON');
  }
  if (typeof value === 'object' && value !== null && 'format' in value && typeof value.format === 'number') {
    const known: unknown = headerSchema.shape.format.value;
    if (value.format !== known)
      throw new StartError(`The backup has format ${value.format}, which this version does not read.`);
  }
  const read = schema.safeParse(value);
  if (!read.success) throw new Damaged('its header or its end is not in the form of a backup');
  return read.data;
}

function readProblem(file: string, error: unknown): unknown {
  const code = errorCode(error) ?? '';
  if (error instanceof Damaged)
    return new StartError(`${file} is damaged: ${error.message}. Nothing was changed.`);
  if (code === 'ENOENT') return new StartError(`There is no file ${file}.`);
  if (code === 'EACCES' || code === 'EPERM') return new StartError(`${file} cannot be read by this user.`);
  if (code === 'EISDIR') return new StartError(`${file} is a folder.`);
  // The unpacking says "unexpected end of file", "incorrect header check", "Invalid tar header" and the like.
  const unpacking =
    code.startsWith('Z_') || (error instanceof Error && /tar|end of data/i.test(error.message));
  if (unpacking)
    return new StartError(`${file} is damaged, cut short or no backup. Nothing was changed.`, {
      cause: error,
    });
  return error;
}
