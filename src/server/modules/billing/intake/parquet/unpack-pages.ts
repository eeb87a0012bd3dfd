import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { snappyUncompress, type Compressors } from 'hyparquet';
import { damaged, tooMuch } from './damaged.ts';
import { LARGEST_PAGE } from './check-pages.ts';

type Unpack = (input: Uint8Array, size: number) => Uint8Array;

/** Unpacks no more than what the page says that it comes to. */
const bounded =
  (unpack: Unpack): Unpack =>
  (input, size) => {
    if (size > LARGEST_PAGE) throw tooMuch();
    return unpack(input, size);
  };

const byNode = (unpack: (input: Uint8Array, options: { maxOutputLength: number }) => Buffer): Unpack =>
  bounded((input, size) => unpack(input, { maxOutputLength: Math.max(size, 1) }));

/** Bytes of an offset, by the kind of a copy. */
const OFFSETS = [0, 1, 2, 4] as const;

/**
 * Walks over what Snappy packed without copying anything: the library trusts lengths, and goes round in circles where one is
 * below zero.
 * @throws {BillProblem} where it does not come to the size
 */
function checkSnappy(input: Uint8Array, size: number): void {
  let at = input.findIndex((byte) => byte < 0x80) + 1;
  if (at === 0 && size > 0) throw damaged();
  let unpacked = 0;
  while (at < input.length) {
    const tag = input[at] ?? 0;
    const kind = tag & 3;
    at += 1;
    if (kind === 0) {
      const length = tag >>> 2;
      const extra = Math.max(0, length - 59);
      let long = 0;
      for (let n = 0; n < extra; n += 1) long += (input[at + n] ?? 0) * 2 ** (8 * n);
      const bytes = (extra > 0 ? long : length) + 1;
      at += extra + bytes;
      unpacked += bytes;
    } else {
      at += OFFSETS[kind] ?? 0;
      unpacked += kind === 1 ? ((tag >>> 2) & 7) + 4 : (tag >>> 2) + 1;
    }
    if (at > input.length || unpacked > size) throw damaged();
  }
  if (unpacked !== size) throw damaged();
}

function snappy(input: Uint8Array, size: number): Uint8Array {
  checkSnappy(input, size);
  const page = new Uint8Array(size);
  snappyUncompress(input, page);
  return page;
}

/** How pages are unpacked that providers and what people convert with make. */
export const UNPACKERS: Compressors = {
  SNAPPY: bounded(snappy),
  GZIP: byNode(gunzipSync),
  ZSTD: byNode(zstdDecompressSync),
  BROTLI: byNode(brotliDecompressSync),
};
