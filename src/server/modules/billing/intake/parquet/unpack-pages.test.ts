import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { UNPACKERS } from './unpack-pages.ts';

const text = Buffer.from('abcdabcdabcd');
/** "abcd" as it is, and eight bytes again from four before. */
const SNAPPY = Buffer.from([12, 0x0c, 0x61, 0x62, 0x63, 0x64, 0x1e, 0x04, 0x00]);

it.each([
  ['SNAPPY', SNAPPY],
  ['GZIP', gzipSync(text)],
  ['ZSTD', zstdCompressSync(text)],
] as const)('%s is unpacked to what its page says, and refused where it comes to more', (codec, packed) => {
  expect(Buffer.from(UNPACKERS[codec]?.(packed, text.length) ?? [])).toEqual(text);
  expect(() => UNPACKERS[codec]?.(packed, 4)).toThrow(/larger than 4 bytes|is damaged/);
});

it.each<[string, number[]]>([
  ['a length below zero, which goes round in circles', [12, 0xfc, 0xf0, 0xff, 0xff, 0xff, 0x61]],
  ['a length without end', [12, 0xfc, 0xff, 0xff, 0xff, 0x7f, 0x61]],
  ['a text that is cut off', [12, 0x2c, 0x61]],
  ['a size without end', [0xff, 0xff, 0xff]],
  ['less than it says', [12, 0x0c, 0x61, 0x62, 0x63, 0x64]],
])('Snappy is refused with %s', (_what, packed) => {
  expect(() => UNPACKERS.SNAPPY?.(new Uint8Array(packed), 12)).toThrow(/^The Parquet file is damaged/);
});

it('a page that says it unpacks to gigabytes is refused before it is', () => {
  expect(() => UNPACKERS.SNAPPY?.(SNAPPY, 2_000_000_000)).toThrow(/^The Parquet file claims to hold more/);
});
