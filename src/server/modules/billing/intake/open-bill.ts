import { open, stat } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { pipeline, type Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import type { OtherEncoding } from '#kernel/csv/decode-text.ts';
import { errorCode } from '#server/platform/base/start-error.ts';
import { directoryOf, HARMLESS, isDocument, MOST_RATIO } from '#server/platform/files/tables/archive.ts';
import { UnreadableFile } from '#server/platform/files/tables/unreadable.ts';
import { BillProblem } from './bill-line.ts';
import { isManifest, LARGEST_MANIFEST, type ExpectedPart } from './manifest.ts';

/** Bytes that a bill may unpack to. */
const MOST_UNPACKED = 20_000_000_000;
/** Bytes of a workbook, which is read as a whole. */
const LARGEST_WORKBOOK = 250_000_000;
/** Bytes that are read at once. */
const PART = 524_288;

/** A file of a bill on the disk. */
export interface BillFile {
  path: string;
  /** The id of the kept file; absent where it is not needed. */
  id?: string;
  /** As it was sent. */
  name: string;
  /** Whether it came as text, and the portal has packed it by gzip. */
  isPacked: boolean;
  /** Of its text, where it is no Unicode; null or absent where it is stated for no single file of the bill. */
  encoding?: OtherEncoding | null;
  /** Whether it has the amortised costs of what the files before it bill. */
  amortised?: boolean;
  /** Whether only its first bytes are there. */
  isCut?: boolean;
  /** SHA-256 of it as it was sent, in hexadecimal; absent where nobody has it at hand. */
  digest?: string;
}

/** A CSV or a Parquet file, which can be read from its beginning more than once. */
export interface BillPart {
  name: string;
  /** The id of the file that it is in; null where it is not needed. */
  file: string | null;
  /** Where it is on the disk as it is, or else where it may be put there: a Parquet file is read from its end. */
  path: string;
  isThere: boolean;
  /** Of its text, where it is stated for its file alone. */
  encoding: OtherEncoding | null;
  /** Whether it has the amortised costs of what the parts before it bill. */
  amortised: boolean;
  /** Whether it goes on behind what is there. */
  isCut: boolean;
  /** SHA-256 of its bytes in hexadecimal; null where it is not known yet. */
  digest: string | null;
  /** Bytes as `read` counts them. */
  size: number;
  open: () => Promise<OpenPart>;
}

/** A part that a manifest names, of what is billed or of its amortised costs as the manifest is. */
export interface ExpectedOfBill extends ExpectedPart {
  amortised: boolean;
}

/** A part that is open. */
export interface OpenPart {
  bytes: AsyncIterable<Buffer>;
  /** How many bytes were read. */
  read: () => number;
  close: () => void;
}

/** The files that a bill consists of, to be read one after the other, or a workbook. */
export type OpenedBill =
  | { kind: 'parts'; parts: readonly BillPart[]; expected: readonly ExpectedOfBill[]; close: () => void }
  | { kind: 'xlsx'; path: string; name: string };

/** Files that Macs add to an archive are none of the person's. */
const isOfThePerson = ({ fileName }: Entry) => !/(?:^|\/)(?:__MACOSX\/|\._)/.test(fileName);

/** The files of an archive that are read, by their names. */
const IS_PART = /\.(?:csv|parquet)(?:\.gz)?$/i;

/** Whether a file that begins like this is a ZIP archive, which workbooks are, too. */
export const isZip = (begin: Buffer): boolean => begin[0] === 0x50 && begin[1] === 0x4b;

/** Whether a file that begins like this is packed by gzip. */
export const isGzip = (begin: Buffer): boolean => begin[0] === 0x1f && begin[1] === 0x8b;

/** The bytes that a Parquet file begins and ends with. */
export const PARQUET_SIGN = 'PAR1';

/** Whether a file that begins like this is in Parquet. */
export const isParquet = (begin: Buffer): boolean =>
  begin.toString('latin1', 0, PARQUET_SIGN.length) === PARQUET_SIGN;

/**
 * Opens a file of a bill: a CSV or a Parquet file, plain or in gzip, those of a ZIP archive, a workbook, or the manifest of an export.
 * @throws {BillProblem} for an archive that holds too much, or neither CSV nor Parquet
 */
export async function openBill(file: BillFile): Promise<OpenedBill> {
  const { path, name, isPacked, encoding = null, amortised = false, isCut = false, digest = null } = file;
  const { size } = await stat(path);
  if (size === 0) throw new BillProblem('The file is empty.');
  const begin = await beginOf(path);
  if (isZip(begin)) return openArchive(file, size);
  const part = {
    name,
    file: file.id ?? null,
    ...(isGzip(begin) ? { path: unpackedTo(path), isThere: false } : { path, isThere: true }),
    encoding,
    amortised,
    isCut,
    // A file that was sent packed is known by its contents.
    digest: isPacked || !isGzip(begin) ? digest : null,
    size,
    open: async () => openFile(path, isGzip(begin), isPacked),
  };
  const close = () => undefined;
  if (isManifest(name))
    return { kind: 'parts', parts: [], expected: isCut ? [] : await expectedBy(part), close };
  return { kind: 'parts', parts: [part], expected: [], close };
}

/** Where a part that came packed may be put on the disk as it is, one after the other. */
const unpackedTo = (path: string) => `${path}.unpacked`;

async function beginOf(path: string): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function openFile(path: string, isGzipped: boolean, isPacked: boolean): OpenPart {
  const file = createReadStream(path, { highWaterMark: PART });
  const read = () => file.bytesRead;
  const close = () => void file.destroy();
  if (!isGzipped) return { bytes: file, read, close };
  return { bytes: gunzipped(file, !isPacked), read, close };
}

/** The bytes that a file was packed from by gzip; `bound` refuses what only a hostile file does. */
function gunzipped(packed: Readable, bound: boolean): AsyncIterable<Buffer> {
  const gunzip = createGunzip({ chunkSize: PART });
  // The bytes that were unpacked, and not those read ahead: these may be all of the file.
  const bytes = bound ? ratioBound(() => gunzip.bytesWritten) : gunzip;
  // Whichever breaks, the end of the chain hears of it.
  pipeline(bound ? [packed, gunzip, bytes] : [packed, gunzip], () => undefined);
  return bytes;
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

async function openArchive(file: BillFile, size: number): Promise<OpenedBill> {
  const { path, name } = file;
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
      return { kind: 'xlsx', path, name };
    }
    const parts = entries.filter(({ fileName }) => IS_PART.test(fileName)).map(partOf(zip, file));
    if (parts.length === 0)
      throw new BillProblem(`The archive holds no CSV or Parquet file${beside(entries)}.`);
    const expected: ExpectedOfBill[] = [];
    for (const entry of entries)
      if (isManifest(entry.fileName)) expected.push(...(await expectedBy(partOf(zip, file)(entry))));
    return { kind: 'parts', parts, expected, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw ofArchive(error);
  }
}

/** The contents of an archive without bills, by the names of its files. */
function beside(entries: readonly Entry[]): string {
  const names = entries.map(({ fileName }) => fileName).filter((name) => !name.endsWith('/'));
  const shown = names.slice(0, 3).map((name) => `'${name.slice(0, 60).toWellFormed()}'`);
  if (shown.length === 0) return '';
  return ` but ${shown.join(', ')}${names.length > shown.length ? ' and others' : ''}`;
}

/** The library reports faults of an archive in words that are not for people; a failure of the disk is no fault of the archive. */
function ofArchive(error: unknown): unknown {
  const isKnown = error instanceof BillProblem || error instanceof UnreadableFile;
  const code = errorCode(error) ?? '';
  if (isKnown || code === 'Z_BUF_ERROR' || /^E[A-Z0-9]+$/.test(code)) return error;
  return new BillProblem('The archive is damaged. Please make it anew.');
}

/** A file of an archive as a part of the bill: providers put large bills into several files, each of them packed or not. */
const partOf =
  (zip: ZipFile, { path, id, encoding = null, amortised = false }: BillFile) =>
  (entry: Entry): BillPart => ({
    name: entry.fileName,
    file: id ?? null,
    path: unpackedTo(path),
    isThere: false,
    encoding,
    amortised,
    isCut: false,
    digest: null,
    size: entry.uncompressedSize,
    open: async () => {
      const stream = await zip.openReadStreamPromise(entry).catch((error: unknown) => {
        throw ofArchive(error);
      });
      let read = 0;
      stream.on('data', (bytes: Buffer) => (read += bytes.length)).pause();
      const bytes = /\.gz$/i.test(entry.fileName) ? gunzipped(stream, true) : stream;
      return { bytes: unpacked(bytes), read: () => read, close: () => void stream.destroy() };
    },
  });

/** The bytes of a file of an archive, which fails where it is longer or shorter than the directory says. */
async function* unpacked(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    throw ofArchive(error);
  }
}

async function expectedBy(part: BillPart): Promise<ExpectedOfBill[]> {
  const { bytes, close } = await part.open();
  const held: Buffer[] = [];
  let size = 0;
  try {
    for await (const each of bytes) {
      size += each.length;
      if (size > LARGEST_MANIFEST) throw new BillProblem(`'${part.name}': the manifest is too large.`, 413);
      held.push(each);
    }
  } finally {
    close();
  }
  // A thread that reads a bill begins sooner without it, and few have a manifest.
  const { readManifest } = await import('./read-manifest.ts');
  const { parts } = readManifest(part.name, Buffer.concat(held).toString('utf8'));
  return parts.map((each) => ({ ...each, amortised: part.amortised }));
}
