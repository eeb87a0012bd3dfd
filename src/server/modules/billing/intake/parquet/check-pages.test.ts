import { expect, it } from 'vitest';
import { checkPages } from './check-pages.ts';

/** A whole number as the compact protocol writes it. */
function number(value: number): number[] {
  const bytes: number[] = [];
  let rest = value * 2;
  do {
    bytes.push((rest % 128) + (rest >= 128 ? 128 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return bytes;
}
const field = (value: number) => [0x15, ...number(value)];

/** A page of some values, with as many bytes behind its header as it says. */
const page = (
  kind: number,
  { unpacked = 8, packed = 8, values = 2, encoding = 0 }: Record<string, number> = {},
): number[] => [
  ...field(kind),
  ...field(unpacked),
  ...field(packed),
  // A struct two fields on is that of data, and four fields on that of a dictionary.
  kind === 0 ? 0x2c : 0x4c,
  ...field(values),
  ...field(encoding),
  0,
  0,
  ...Array.from({ length: Math.min(packed, 8) }, () => 7),
];
/** A page of the second version. */
const second = ({ values = 2, nulls = 0, levels = 0 }): number[] => [
  ...[3, 8, 8].flatMap(field),
  0x5c,
  ...[values, nulls, values, 0, levels, 0].flatMap(field),
  0,
  0,
  ...Array.from({ length: 8 }, () => 7),
];
const check = (bytes: number[], values: number) => checkPages(new Uint8Array(bytes).buffer, values);

const DAMAGED = /^The Parquet file is damaged/;
const MUCH = /^The Parquet file claims to hold more in one piece than can be read/;

it('pages that say what they have are read', () => {
  expect(() => check([...page(2), ...page(0, { encoding: 8 }), ...page(0)], 4)).not.toThrow();
  expect(() => check(second({ values: 3, nulls: 1 }), 3)).not.toThrow();
});

it.each<[string, number[], number, RegExp]>([
  ['two gigabytes in eight bytes', page(0, { unpacked: 2_000_000_000 }), 2, MUCH],
  ['a hundred million values in eight bytes', page(0, { values: 100_000_000 }), 100_000_000, MUCH],
  ['a dictionary of a hundred million values', page(2, { values: 100_000_000 }), 2, MUCH],
  [
    'half a gigabyte in many pages',
    Array.from({ length: 6 }, () => page(0, { unpacked: 100_000_000 })).flat(),
    12,
    MUCH,
  ],
  ['more values than the column has', [...page(0), ...page(0)], 3, DAMAGED],
  ['fewer values than the column has', page(0), 3, DAMAGED],
  ['more bytes than there are', page(0, { packed: 9 }), 2, DAMAGED],
  ['more nulls than values', second({ nulls: 3 }), 2, DAMAGED],
  ['levels that are longer than the page', second({ levels: 9 }), 2, DAMAGED],
  ['a kind of page that there is not', page(9), 2, DAMAGED],
  [
    'differences of texts',
    page(0, { encoding: 7 }),
    2,
    /^The Parquet file is encoded in a way that is not read/,
  ],
])('pages are refused that claim %s', (_what, bytes, values, sentence) => {
  expect(() => check(bytes, values)).toThrow(sentence);
});
