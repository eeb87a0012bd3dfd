import fc from 'fast-check';
import { stringify } from 'csv-stringify/sync';
import { describe, expect, test } from 'vitest';
import { parse } from 'csv-parse/sync';
import {
  CsvProblem,
  decodeText,
  EncodingProblem,
  OTHER_ENCODINGS,
  type OtherEncoding,
} from './decode-text.ts';
import { readCsv as readCsvWith, type CsvParser } from './read-csv.ts';

const readCsv = (file: Uint8Array, encoding?: OtherEncoding) => readCsvWith(parse, file, encoding);

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

  test('reads another encoding where it is given, and none by itself', () => {
    const file = bytes('name;price\r\nM', [0xfc], 'ller;5 ', [0x80], '\r\n');
    expect(readCsv(file, 'windows-1252').rows).toEqual([{ name: 'Müller', price: '5 €' }]);
    const problem = problemOf(() => readCsv(file));
    expect(problem).toBeInstanceOf(EncodingProblem);
    expect([problem.line, problem.message]).toEqual([
      2,
      'At character 2 stands a byte (FC) that no text in UTF-8 has.',
    ]);
    expect((problem as EncodingProblem).samples).toEqual([
      { encoding: 'windows-1252', lines: ['Müller;5 €'] },
      { encoding: 'windows-1250', lines: ['Müller;5 €'] },
      { encoding: 'macintosh', lines: ['M¸ller;5 Ä'] },
    ]);
  });

  test('says where one wrong byte stands in a file of UTF-8, and shows the lines that have one', () => {
    const lines = Array.from({ length: 2000 }, (_, at) => `Zoë ${at};€ 😀\n`);
    const file = bytes(
      'name;price\n',
      lines.join(''),
      'Zoë ',
      [0xe9],
      ';1\n',
      ...Array.from({ length: 9 }, () => [0xe9, 0x0a]),
    );
    const problem = problemOf(() => readCsv(file)) as EncodingProblem;
    expect([problem.line, problem.message]).toEqual([
      2002,
      'At character 5 stands a byte (E9) that no text in UTF-8 has.',
    ]);
    expect(problem.samples[0]?.lines).toEqual(['ZoÃ« é;1', 'é', 'é', 'é']);
  });

  test.each<[string, number[]]>([
    ['a character that is cut off', [0xe2, 0x82]],
    ['a character of two bytes where one would do', [0xc0, 0xaf]],
    ['half of a pair', [0xed, 0xa0, 0x80]],
    ['a character beyond the last one', [0xf4, 0x90, 0x80, 0x80]],
    ['a continuation without a beginning', [0x80]],
    ['a character of four bytes without its third', [0xf0, 0x9f, 0x41, 0x80]],
  ])('finds %s as the decoder does', (_what, wrong) => {
    const problem = problemOf(() => decodeText(bytes('a,b\n1,ü', wrong, ',\n')));
    expect(problem).toBeInstanceOf(EncodingProblem);
    expect([problem.line, problem.message]).toEqual([2, expect.stringContaining('At character 4 stands')]);
  });

  test('takes whatever is right UTF-8, and offers encodings that decoders know', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(!text.includes('\0') && !text.startsWith('\ufeff') && text.length > 0);
        expect(decodeText(utf8(`a${text}`))).toBe(`a${text}`);
      }),
    );
    for (const { name } of OTHER_ENCODINGS) expect(new TextDecoder(name).encoding).toBe(name);
  });

  test('keeps a mark of UTF-8 out of the first header, whatever encoding is given', () => {
    const file = bytes([0xef, 0xbb, 0xbf], 'name\n', [0xfc], '\n');
    expect(readCsv(file, 'windows-1252')).toMatchObject({ headers: ['name'], rows: [{ name: 'ü' }] });
  });

  test('keeps line breaks inside quotes and counts rows as a worksheet does', () => {
    const table = readCsv(utf8('a,b\r\n1,"two\r\nlines"\r\n\r\n2,x\r\n'));
    expect(table.rows).toEqual([
      { a: '1', b: 'two\nlines' },
      { a: '2', b: 'x' },
    ]);
    expect(table.rowNumbers).toEqual([2, 4]);
  });

  test.each(['\n', '\r\n', '\r'])('reads a long file whose lines end with %j as a short one', (end) => {
    const lines = Array.from({ length: 60_000 }, (_, at) => [`${at},"x${end}y ""z"""`, '']).flat();
    const { rows, rowNumbers } = readCsv(utf8(['a,b', ...lines].join(end)));
    expect([rows.length, rows[0], rows.at(-1)]).toEqual([
      60_000,
      { a: '0', b: 'x\ny "z"' },
      { a: '59999', b: 'x\ny "z"' },
    ]);
    expect(rowNumbers).toEqual(Array.from({ length: 60_000 }, (_, at) => 2 * at + 2));
    const problem = problemOf(() => readCsv(utf8(['a,b', ...lines, '1,2', '1,2"x', '3,4'].join(end))));
    expect([problem.line, problem.message]).toEqual([180_003, expect.stringContaining('in the middle')]);
  });

  test('reads no further than to the row that is one too many, however its lines end', () => {
    const file = utf8(`a\r\n${'1\r\n'.repeat(6_000_000)}`);
    let left = 100;
    const count = () => {
      if (left-- === 0) throw new CsvProblem('Too many.');
    };
    let parsed = 0;
    const counted: CsvParser = (text, options) => {
      parsed += text.length;
      return parse(text, options);
    };
    expect(problemOf(() => readCsvWith(counted, file, undefined, count)).message).toBe('Too many.');
    expect(parsed).toBeLessThan(file.length / 20);
  });

  test('names the line of a row that goes on and on', () => {
    const problem = problemOf(() => readCsv(utf8(`a,b\n1,2\n3,"${'x\n'.repeat(4_000_000)}`)));
    expect([problem.line, problem.message]).toEqual([3, expect.stringContaining('longer than a worksheet')]);
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
