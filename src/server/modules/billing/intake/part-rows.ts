import { BillProblem } from './bill-line.ts';
import { UnreadableFile } from '#server/platform/files/tables/unreadable.ts';
import { openText } from './bill-text.ts';
import { CsvRows, type RowTaker } from './csv-rows.ts';
import { refuseOtherBytes, SHOWING } from './other-bytes.ts';
import type { BillPart } from './open-bill.ts';
import { isParquet } from './parquet/parquet-file.ts';
import type { ToldOfFile } from './read-bill.ts';

/** What takes the rows of one part after the other. */
export interface PartTaker extends RowTaker {
  separatedBy?: (delimiter: string) => void;
  /** The name of a part that is one of several files. */
  endPart: (name: string | null) => void;
}

/**
 * Gives the rows of each part to what takes them, which may stop after any piece.
 * @param parquet reads a part that is a Parquet file
 * @throws {BillProblem} that names the part, where it is one of several
 */
export async function* partRows(
  parts: Iterable<BillPart> | AsyncIterable<BillPart>,
  told: ToldOfFile,
  taker: PartTaker,
  parquet: (bytes: AsyncIterable<Buffer>) => AsyncIterable<unknown>,
): AsyncGenerator<undefined> {
  for await (const { name, bytes } of parts) {
    try {
      const { begin, all } = await begun(bytes);
      refuseOtherBytes(begin, told.provider);
      for await (const _ of isParquet(begin) ? parquet(all) : textRows(all, told, taker)) yield;
      taker.endPart(name);
    } catch (error) {
      const problem = name === null ? null : problemOf(error);
      throw problem
        ? new BillProblem(`'${name}': ${problem.message}`, problem.status, problem.fields)
        : error;
    }
  }
}

async function* textRows(
  bytes: AsyncIterable<Buffer>,
  told: ToldOfFile,
  taker: PartTaker,
): AsyncGenerator<undefined> {
  const text = await openText(bytes, told.provider, told.encoding);
  taker.separatedBy?.(text.delimiter);
  const rows = new CsvRows(taker, text.delimiter);
  for await (const part of text.bytes) {
    rows.write(part);
    yield;
  }
  rows.end();
}

/** What bytes begin with, by which a file is known, and all of them. */
async function begun(bytes: AsyncIterable<Buffer>): Promise<{ begin: Buffer; all: AsyncGenerator<Buffer> }> {
  const parts = bytes[Symbol.asyncIterator]();
  let begin: Buffer = Buffer.alloc(0);
  while (begin.length < SHOWING) {
    const next = await parts.next();
    if (next.done === true) break;
    begin = Buffer.concat([begin, next.value]);
  }
  async function* all(): AsyncGenerator<Buffer> {
    yield begin;
    yield* { [Symbol.asyncIterator]: () => parts };
  }
  return { begin, all: all() };
}

/** Why a file cannot be read, as the person reads it; null for a fault that is ours. */
export function problemOf(error: unknown): BillProblem | null {
  if (error instanceof BillProblem) return error;
  if (error instanceof UnreadableFile) return new BillProblem(error.message, error.status);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'Z_BUF_ERROR') return new BillProblem('The file ends too early: it was cut off.');
  if (code.startsWith('Z_')) return new BillProblem('The archive is damaged. Please make it anew.');
  return null;
}
