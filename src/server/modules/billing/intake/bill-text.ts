import { encodingOf, type OtherEncoding } from '#kernel/csv/decode-text.ts';
import { detectDelimiter, DELIMITERS, declaredDelimiter } from '#kernel/csv/delimiters.ts';
import type { BillProvider } from '#kernel/billing/runs.ts';
import { BillProblem } from './bill-line.ts';
import { CsvRows, noText } from './csv-rows.ts';
import { MOST_PREAMBLE, recognise } from './recognise.ts';

/** So much of a text is looked at to find its encoding and its delimiter. */
const HEAD = 262_144;

/** The text of a bill in UTF-8, and its delimiter. */
export interface BillText {
  delimiter: string;
  bytes: AsyncGenerator<Buffer>;
}

/**
 * Opens the text of a bill: in UTF-8 or UTF-16, with a mark or without, or in the encoding that a person named; with any of the
 * usual delimiters, found by a header that a format knows, or a first line `sep=;`.
 * @throws {BillProblem} for what is no such text
 */
export async function openText(
  parts: AsyncIterable<Buffer>,
  provider: BillProvider,
  encoding: OtherEncoding | null,
): Promise<BillText> {
  const [begin, rest] = await begunBy(parts);
  const decoded = inUtf8(rest, encodingFor(begin, encoding));
  const [head, all] = await begunBy(decoded);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(head);
  const declared = declaredDelimiter(text);
  if (declared)
    return {
      delimiter: declared.delimiter,
      bytes: without(all, Buffer.byteLength(text.slice(0, declared.length))),
    };
  return { delimiter: delimiterOf(head, provider) ?? detectDelimiter(text), bytes: all };
}

/** The first bytes of a text, and all of it. */
async function begunBy(parts: AsyncIterable<Buffer>): Promise<[head: Buffer, all: AsyncGenerator<Buffer>]> {
  const iterator = parts[Symbol.asyncIterator]();
  const held: Buffer[] = [];
  let size = 0;
  while (size < HEAD) {
    const next = await iterator.next();
    if (next.done) break;
    held.push(next.value);
    size += next.value.length;
  }
  const head = Buffer.concat(held);
  return [head, joined(head, iterator)];
}

async function* joined(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield head;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/** The text behind so many bytes, which the first part has. */
async function* without(parts: AsyncGenerator<Buffer>, length: number): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const part of parts) {
    yield isFirst ? part.subarray(length) : part;
    isFirst = false;
  }
}

/** A mark goes before what a person says. */
function encodingFor(head: Buffer, named: OtherEncoding | null): string {
  const found = encodingOf(head);
  return found === 'utf-8' && head.indexOf('\uFEFF') !== 0 ? (named ?? found) : found;
}

async function* inUtf8(bytes: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  if (encoding === 'utf-8') {
    yield* bytes;
    return;
  }
  const decoder = new TextDecoder(encoding, { fatal: encoding.startsWith('utf-16') });
  for await (const part of bytes) yield decoded(() => decoder.decode(part, { stream: true }));
  yield decoded(() => decoder.decode());
}

function decoded(decode: () => string): Buffer {
  try {
    return Buffer.from(decode());
  } catch {
    throw noText();
  }
}

/** Stops the reading of a head. */
class HeadRead extends Error {}

/** The delimiter by which one of the first rows is the header of a format; null where none is. */
function delimiterOf(head: Buffer, provider: BillProvider): string | null {
  return DELIMITERS.find((delimiter) => hasHeader(head, delimiter, provider)) ?? null;
}

function hasHeader(head: Buffer, delimiter: string, provider: BillProvider): boolean {
  let rows = 0;
  let isFound = false;
  const take = (cells: readonly string[]) => {
    rows += 1;
    isFound = isKnown(cells, provider);
    if (isFound || rows > MOST_PREAMBLE) throw new HeadRead();
  };
  try {
    const reader = new CsvRows({ wanted: null, width: 0, take }, delimiter);
    reader.write(head);
    if (head.length < HEAD) reader.end();
  } catch (error) {
    // A text that is no CSV so may be one with another delimiter, and what is none at all is reported when it is read.
    if (!(error instanceof HeadRead) && !(error instanceof BillProblem)) throw error;
  }
  return isFound;
}

/** Whether cells are a header, be it another provider's. */
function isKnown(cells: readonly string[], provider: BillProvider): boolean {
  try {
    return recognise(cells, provider) !== null;
  } catch (error) {
    if (error instanceof BillProblem) return true;
    throw error;
  }
}
