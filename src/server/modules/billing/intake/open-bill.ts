import { open, stat } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { pipeline, type Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { errorCode } from '#server/platform/base/start-error.ts';
import { directoryOf, HARMLESS, MOST_RATIO } from '#server/platform/files/tables/archive.ts';
import { isDocument } from '#server/platform/files/tables/workbook-parts.ts';
import { UnreadableFile } from '#server/platform/files/tables/unreadable.ts';
import { BillProblem } from './bill-line.ts';
import { isParquet } from './parquet/parquet-file.ts';

/** Bytes that a bill may unpack to. */
const MOST_UNPACKED = 20_000_000_000;
/** Bytes of a workbook, which is read as a whole. */
const LARGEST_WORKBOOK = 250_000_000;
/** Bytes that are read at once. */
const PART = 524_288;

/** A CSV or a Parquet file; its name where it is one of several. */
export interface BillPart {
  name: string | null;
  bytes: AsyncIterable<Buffer>;
}

/** The files that a bill consists of, to be read one after the other, or one that is not read from its begin to its end. */
export type OpenedBill =
  | {
      kind: 'csv';
      parts: Iterable<BillPart> | AsyncIterable<BillPart>;
      done: () => number;
      size: number;
      close: () => void;
    }
  | { kind: 'xlsx' }
  | { kind: 'parquet'; size: number };

/** What Macs add beside a file is no file of the person's. */
const isOfThePerson = ({ fileName }: Entry) => !/(?:^|\/)(?:__MACOSX\/|\._)/.test(fileName);

/** Whether a file that begins like this is a ZIP archive, which workbooks are, too. */
export const isZip = (begin: Buffer): boolean => begin[0] === 0x50 && begin[1] === 0x4b;

/** Whether a file that begins like this is packed by gzip. */
export const isGzip = (begin: Buffer): boolean => begin[0] === 0x1f && begin[1] === 0x8b;

/**
 * Opens a bill: a CSV, plain or in gzip, the files of a ZIP archive, a workbook, or a Parquet file.
 * @param isPacked whether it came as a plain CSV, and the portal has packed it by gzip
 * @returns `done` tells how many of its `size` bytes on the disk were read
 * @throws {BillProblem} for an archive that holds too much, or no CSV
 */
export async function openBill(path: string, isPacked: boolean): Promise<OpenedBill> {
  const { size } = await stat(path);
  if (size === 0) throw new BillProblem('The file is empty.');
  const begin = await beginOf(path);
  if (isZip(begin)) return openArchive(path, size);
  if (isParquet(begin)) return { kind: 'parquet', size };
  const file = createReadStream(path, { highWaterMark: PART });
  const done = () => file.bytesRead;
  const close = () => void file.destroy();
  if (!isGzip(begin)) return { kind: 'csv', parts: [{ name: null, bytes: file }], done, size, close };
  const gunzip = createGunzip({ chunkSize: PART });
  // What was unpacked, and not what was read ahead: that may be all of the file.
  const bytes = isPacked ? gunzip : ratioBound(() => gunzip.bytesWritten);
  // Whichever breaks, the end of the chain hears of it.
  pipeline(isPacked ? [file, gunzip] : [file, gunzip, bytes], () => undefined);
  return { kind: 'csv', parts: [{ name: null, bytes }], done, size, close };
}

async function beginOf(path: string): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function ratioBound(read: () => number): Transform {
  let unpacked = 0;
  return new Transform({
    transform(part: Buffer, _encoding, next) {
      unpacked += part.length;
      const isTight = unpacked > Math.max(HARMLESS, read() * MOST_RATIO);
      if (isTight) next(new BillProblem('The file is packed more tightly than any bill is.', 413));
      else if (unpacked > MOST_UNPACKED)
        next(new BillProblem(`The file unpacks to more than ${MOST_UNPACKED / 1e9} GB.`, 413));
      else next(null, part);
    },
  });
}

async function openArchive(path: string, size: number): Promise<OpenedBill> {
  let zip: ZipFile;
  try {
    zip = await openPromise(path, { autoClose: false });
  } catch (error) {
    throw ofArchive(error);
  }
  try {
    const entries = (await directoryOf(zip, size, MOST_UNPACKED)).filter(isOfThePerson);
    if (isDocument(entries.map(({ fileName }) => fileName))) {
      if (size > LARGEST_WORKBOOK)
        throw new BillProblem('The workbook is too large to be read at once. Please send it as CSV.', 413);
      zip.close();
      return { kind: 'xlsx' };
    }
    const files = entries.filter(({ fileName }) => /\.(?:csv|parquet)$/i.test(fileName));
    if (files.length === 0)
      throw new BillProblem(`The archive holds no CSV or Parquet file${beside(entries)}.`);
    return openEntries(zip, files);
  } catch (error) {
    zip.close();
    throw ofArchive(error);
  }
}

/** What an archive holds instead, by the names of its files. */
function beside(entries: readonly Entry[]): string {
  const names = entries.map(({ fileName }) => fileName).filter((name) => !name.endsWith('/'));
  const shown = names.slice(0, 3).map((name) => `'${name.slice(0, 60).toWellFormed()}'`);
  if (shown.length === 0) return '';
  return ` but ${shown.join(', ')}${names.length > shown.length ? ' and others' : ''}`;
}

/** What is wrong with an archive is said in many words, none of which is for people; what a disk says is no fault of it. */
function ofArchive(error: unknown): unknown {
  const isKnown = error instanceof BillProblem || error instanceof UnreadableFile;
  const code = errorCode(error) ?? '';
  if (isKnown || code === 'Z_BUF_ERROR' || /^E[A-Z0-9]+$/.test(code)) return error;
  return new BillProblem('The archive is damaged. Please make it anew.');
}

/** The bytes of a file of an archive, which fails where it is longer or shorter than the directory says. */
async function* unpacked(bytes: Readable): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    throw ofArchive(error);
  }
}

/** Providers put large bills into several files. */
function openEntries(zip: ZipFile, files: readonly Entry[]): OpenedBill {
  let read = 0;
  async function* parts(): AsyncGenerator<BillPart> {
    for (const file of files) {
      const bytes = await zip.openReadStreamPromise(file).catch((error: unknown) => {
        throw ofArchive(error);
      });
      bytes.on('data', (part: Buffer) => (read += part.length)).pause();
      yield { name: files.length > 1 ? file.fileName : null, bytes: unpacked(bytes) };
    }
  }
  return {
    kind: 'csv',
    parts: parts(),
    done: () => read,
    size: files.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0),
    close: () => zip.close(),
  };
}
