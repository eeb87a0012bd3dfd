import fc from 'fast-check';
import { stringify } from 'csv-stringify/sync';
import { describe, expect, test } from 'vitest';
import { CsvProblem } from './decode-text.ts';
import { readCsv } from './read-csv.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const bytes = (...parts: (number[] | string)[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...utf8(part)] : part)));

/** UTF-16 as Excel's "Unicode text" writes it. */
function utf16(text: string, order: 'le' | 'be', mark = true): Uint8Array {
  const units = [...(mark ? ['\ufeff'] : []), ...text].flatMap((sign) =>
    Array.from({ length: sign.length }, (_, at) => sign.charCodeAt(at)),
  );
  return Uint8Array.from(
    units.flatMap((unit) => (order === 'le' ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255])),
  );
}

function problemOf(read: () => unknown): CsvProblem {
  try {
    read();
  } catch (error) {
    if (error instanceof CsvProblem) return error;
    throw error;
  }
  throw new Error('The file was read without a problem.');
}

describe('readCsv', () => {
  test('reads a file of Excel with a byte-order mark, CRLF and trailing empty lines', () => {
    const table = readCsv(bytes([0xef, 0xbb, 0xbf], 'identifier,company_code\r\n4711,01\r\n\r\n,\r\n\r\n'));
    expect(table.headers).toEqual(['identifier', 'company_code']);
    expect(table.rows).toEqual([{ identifier: '4711', company_code: '01' }]);
    expect(table.rowNumbers).toEqual([2]);
  });

  test.each([
    ['comma', 'a,b,c\n1,2;x,3\n'],
    ['semicolon', 'a;b;c\n1;2,x;3\n'],
    ['tab', 'a\tb\tc\n1\t2,x\t3\n'],
    ['the one that Excel names in the first line', 'sep=|\r\na|b|c\r\n1|2;x|3\r\n'],
  ])('detects the delimiter: %s', (_name, text) => {
    const { headers, rows } = readCsv(utf8(text));
    expect(headers).toEqual(['a', 'b', 'c']);
    expect(rows[0]).toMatchObject({ a: '1', c: '3' });
  });

  test('keeps an empty first or middle cell of a tab-separated row', () => {
    expect(readCsv(utf8('a\tb\tc\n\t2\t3\n1\t\t3\n')).rows).toEqual([
      { a: '', b: '2', c: '3' },
      { a: '1', b: '', c: '3' },
    ]);
  });

  test('reads UTF-16 of both byte orders, with and without a mark', () => {
    const text = 'identifier\tname\r\n4711\tZoë Müller\r\n';
    for (const order of ['le', 'be'] as const)
      for (const mark of [true, false])
        expect(readCsv(utf16(text, order, mark)).rows).toEqual([{ identifier: '4711', name: 'Zoë Müller' }]);
  });

  test('reads Windows-1252 where the bytes are no UTF-8', () => {
    const { rows } = readCsv(bytes('name;price\r\nM', [0xfc], 'ller;5 ', [0x80], '\r\n'));
    expect(rows).toEqual([{ name: 'Müller', price: '5 €' }]);
  });

  test('keeps line breaks inside quotes and counts rows as a worksheet does', () => {
    const table = readCsv(utf8('a,b\r\n1,"two\r\nlines"\r\n\r\n2,x\r\n'));
    expect(table.rows).toEqual([
      { a: '1', b: 'two\nlines' },
      { a: '2', b: 'x' },
    ]);
    expect(table.rowNumbers).toEqual([2, 4]);
  });

  test('fills cells that a spreadsheet left out at the end of a row', () => {
    expect(readCsv(utf8('a,b,c\n1\n')).rows).toEqual([{ a: '1', b: '', c: '' }]);
  });

  test.each([
    ['an open quotation mark', 'a,b\n1,2\n3,"4\n5,6\n', 3, /never closed/],
    ['text after a closing quotation mark', 'a,b\n1,"2"x\n', 2, /more text follows/],
    ['a quotation mark inside an unquoted cell', 'a,b\n1,2\n1,2"x\n', 3, /in the middle/],
    ['a row with too many cells', 'a,b\n1,"2\n2"\n1,2,3\n', 4, /3 cells for 2 headers/],
    ['a header that stands twice', 'a,A\n1,2\n', 1, /stands twice/],
    ['a column without a header', 'a,,c\n1,2,3\n', 1, /Column 2 has no header/],
    ['headers without rows', 'a,b\n\n', 1, /no rows/],
  ])('names the line of %s', (_name, text, line, sentence) => {
    const problem = problemOf(() => readCsv(utf8(text)));
    expect(problem.line).toBe(line);
    expect(problem.message).toMatch(sentence);
  });

  test('refuses an empty file, a workbook and a binary file that bear the name .csv', () => {
    expect(problemOf(() => readCsv(utf8(''))).message).toBe('The file is empty.');
    expect(problemOf(() => readCsv(bytes([0x50, 0x4b, 3, 4], 'x'))).message).toMatch(/workbook or a ZIP/);
    expect(problemOf(() => readCsv(bytes([0xd0, 0xcf, 0x11, 0xe0], 'x'))).message).toMatch(/old Excel/);
    expect(problemOf(() => readCsv(bytes('a,b\n1,', [0], '\n'))).message).toMatch(/not a text file/);
  });

  test('takes a header named __proto__ as a plain name', () => {
    const [row] = readCsv(utf8('__proto__,b\n1,2\n')).rows;
    expect(Object.hasOwn(row ?? {}, '__proto__')).toBe(true);
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
  });

  test('reads back whatever a CSV writer wrote', () => {
    const cell = fc
      .string({ unit: 'grapheme', maxLength: 12 })
      .map((text) => text.replace(/\r\n?|\0/g, '').trim());
    const row = fc.tuple(cell, cell, cell).filter((cells) => cells.some((text) => text !== ''));
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(',', ';', '\t'),
        (rows, delimiter) => {
          const text = stringify([['a', 'b', 'c'], ...rows], { delimiter, quoted: true });
          expect(readCsv(utf8(text)).rows).toEqual(rows.map(([a, b, c]) => ({ a, b, c })));
        },
      ),
    );
  });
});
