import { open, stat } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { pipeline, type Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { directoryOf, HARMLESS, MOST_RATIO } from '#server/platform/files/tables/archive.ts';
import { BillProblem } from './bill-line.ts';

/** Bytes that a bill may unpack to. */
const MOST_UNPACKED = 20_000_000_000;
/** Bytes that are read at once. */
const PART = 524_288;

/** The bytes of a CSV, or a workbook that is read as a whole. */
export type OpenedBill =
  { kind: 'csv'; bytes: Readable; done: () => number; size: number; close: () => void } | { kind: 'xlsx' };

/** What Macs add beside a file is no file of the person's. */
const isOfThePerson = ({ fileName }: Entry) => !/(?:^|\/)(?:__MACOSX\/|\._)/.test(fileName);

/**
 * Opens a bill: a CSV, plain, in gzip or in a ZIP archive, or a workbook.
 * @returns `done` tells how many of its `size` bytes on the disk were read
 * @throws {BillProblem} for an archive that holds too much, no CSV, or several
 */
export async function openBill(path: string): Promise<OpenedBill> {
  const { size } = await stat(path);
  if (size === 0) throw new BillProblem('The file is empty.');
  const begin = await beginOf(path);
  if (begin[0] === 0x50 && begin[1] === 0x4b) return openArchive(path, size);
  const file = createReadStream(path, { highWaterMark: PART });
  const done = () => file.bytesRead;
  const close = () => void file.destroy();
  if (begin[0] !== 0x1f || begin[1] !== 0x8b) return { kind: 'csv', bytes: file, done, size, close };
  const bytes = ratioBound(done);
  // Whichever breaks, the end of the chain hears of it.
  pipeline(file, createGunzip({ chunkSize: PART }), bytes, () => undefined);
  return { kind: 'csv', bytes, done, size, close };
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
  const zip = await openPromise(path, { strictFileNames: true, autoClose: false });
  try {
    const entries = (await directoryOf(zip, size, MOST_UNPACKED)).filter(isOfThePerson);
    if (entries.some(({ fileName }) => fileName === 'xl/workbook.xml')) {
      zip.close();
      return { kind: 'xlsx' };
    }
    const files = entries.filter(({ fileName }) => /\.csv$/i.test(fileName));
    const [file] = files;
    if (!file) throw new BillProblem('The archive holds no CSV file.');
    if (files.length > 1) throw new BillProblem('The archive holds several CSV files. Please send one.');
    return await openEntry(zip, file);
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function openEntry(zip: ZipFile, file: Entry): Promise<OpenedBill> {
  const bytes = await zip.openReadStreamPromise(file);
  let read = 0;
  bytes.on('data', (part: Buffer) => (read += part.length)).pause();
  return { kind: 'csv', bytes, done: () => read, size: file.uncompressedSize, close: () => zip.close() };
}
