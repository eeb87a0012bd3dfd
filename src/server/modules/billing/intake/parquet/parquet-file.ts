import { open, type FileHandle } from 'node:fs/promises';
import { parquetMetadata, type AsyncBuffer, type FileMetaData } from 'hyparquet';
import { BillProblem } from '../bill-line.ts';
import { PARQUET_SIGN as SIGN } from '../open-bill.ts';
import { CompactReader } from './compact.ts';
import { damaged, tooMuch } from './damaged.ts';

/** A file ends with the length of its metadata and the bytes that it begins with. */
const ENDING = 8;
const LARGEST_FOOTER = 16_000_000;
const MOST_FOOTER_ELEMENTS = 4_000_000;

/** A Parquet file on the disk, of which parts are read. */
export interface ParquetFile {
  bytes: AsyncBuffer;
  metadata: FileMetaData;
  close: () => Promise<void>;
}

/**
 * Runs what reads a Parquet file by the library, which meets what is wrong in it with errors for programmers.
 * @throws {BillProblem} for a file that breaks its own rules; what a disk says is no fault of it
 */
export async function reading<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (error instanceof BillProblem || /^E(?!RR_)[A-Z0-9]+$/.test(code)) throw error;
    throw damaged();
  }
}

/** Opens a Parquet file. @throws {BillProblem} for what is none, is cut off, or says too much of itself */
export async function openParquet(path: string): Promise<ParquetFile> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    if (size < SIGN.length + ENDING) throw damaged();
    const ending = Buffer.from(await part(handle, size - ENDING, size));
    const end = ending.toString('latin1', SIGN.length);
    if (end === 'PARE')
      throw new BillProblem('The Parquet file is encrypted. Please export it without that.');
    if (end !== SIGN) throw new BillProblem('The file ends too early: it was cut off.');
    const length = ending.readUInt32LE(0);
    if (length === 0 || length > size - SIGN.length - ENDING) throw damaged();
    if (length > LARGEST_FOOTER) throw tooMuch();
    const footer = await part(handle, size - ENDING - length, size);
    new CompactReader(new DataView(footer, 0, length), MOST_FOOTER_ELEMENTS).struct(false);
    const metadata = await reading(() => parquetMetadata(footer, { geoparquet: false }));
    const bytes = {
      byteLength: size,
      slice: (from: number, to = size) => part(handle, from, Math.min(to, size)),
    };
    return { bytes, metadata, close: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function part(handle: FileHandle, from: number, to: number): Promise<ArrayBuffer> {
  if (!(from >= 0 && to >= from)) throw damaged();
  const bytes = new Uint8Array(to - from);
  let read = 0;
  while (read < bytes.length) {
    const { bytesRead } = await handle.read(bytes, read, bytes.length - read, from + read);
    if (bytesRead === 0) throw damaged();
    read += bytesRead;
  }
  return bytes.buffer;
}
