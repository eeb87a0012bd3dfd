import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CsvRows } from './csv-rows.ts';

interface Options {
  wanted?: readonly number[] | null;
  width?: number;
  /** Where the bytes are cut into parts. */
  cuts?: readonly number[];
}

function rowsOf(file: string | Buffer, { wanted = null, width = 0, cuts = [] }: Options = {}): string[][] {
  const bytes = Buffer.from(file as string);
  const rows: string[][] = [];
  const reader = new CsvRows({ wanted, width, take: (cells) => void rows.push([...cells]) });
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].toSorted((a, b) => a - b);
  [0, ...places].forEach((from, at) => reader.write(bytes.subarray(from, places[at] ?? bytes.length)));
  reader.end();
  return rows;
}

const cell = fc.oneof(
  fc.constantFrom('', 'a', 'a', ' 12.50', 'Köln', '日本', '🚀', 'x'.repeat(70), '-3'),
  fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r\n', 'é', '🚀', 'b', ' '), maxLength: 6 }),
);
const written = (text: string) =>
  /[",\r\n]/.test(text) || text === 'a' ? `"${text.replaceAll('"', '""')}"` : text;

it('reads any CSV as a library does, whatever ends its rows and wherever its bytes are cut', () => {
  const table = fc
    .integer({ min: 2, max: 5 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }));
  fc.assert(
    fc.property(
      table,
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      fc.array(fc.nat(), { maxLength: 8 }),
      (cells, end, isEnded, cuts) => {
        const file = cells.map((row) => row.map(written).join(',')).join(end) + (isEnded ? end : '');
        const known = parse(file, { relax_column_count: true, record_delimiter: end }) as string[][];
        expect(rowsOf(file, { cuts })).toEqual(known);
        const width = cells[0]?.length ?? 0;
        const some = known.map((row) => row.map((text, place) => (place === 1 ? text : '')));
        expect(rowsOf(file, { wanted: [1], width, cuts })).toEqual(some);
      },
    ),
  );
});

it('reads all of a row that is longer or shorter than the header', () => {
  const rows = rowsOf('a,b,c\n1,2\n3,4,5,6\n', { wanted: [0], width: 3 });
  expect(rows).toEqual([
    ['a', '', ''],
    ['1', '2'],
    ['3', '4', '5', '6'],
  ]);
});

it('reads the files of old Macs, whose rows end with a return, and the mark of UTF-8', () => {
  expect(rowsOf('\uFEFFa,"b"\r1,2\r')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
});

it.each([
  ['A quoted cell never ends. The file may be cut off.', 'a,b\n1,"2'],
  ['Row 2: the row is no CSV.', 'a,b\n1,2"3"\n'],
  ['Row 2: the row is no CSV.', 'a,b\n1,"2"3\n'],
  ['The file is no text in UTF-8. Please save it as CSV UTF-8.', Buffer.from('a,K\xf6ln\n', 'latin1')],
  ['The file is no text in UTF-8. Please save it as CSV UTF-8.', Buffer.from('a,K\xc3', 'latin1')],
  ['Row 2: the row has more than 1000000 characters.', `a,b\n1,"${'x'.repeat(1_000_001)}`],
  ['The file has more than 1000 columns.', `${','.repeat(1001)}\n`],
])('says of what is no CSV: %s', (sentence, file) => {
  expect(() => rowsOf(file)).toThrow(sentence);
});
