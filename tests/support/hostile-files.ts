import { randomBytes } from 'node:crypto';
import { writeXlsx } from 'hucre';
import { unzip } from './workbook.ts';
import { zipped } from './zipped.ts';

const SHEET = 'xl/worksheets/sheet1.xml';
const STRINGS = 'xl/sharedStrings.xml';
const WORKBOOK = 'xl/workbook.xml';

/** A small workbook some of whose parts are others. */
async function workbookWith(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const rows = [
    ['a', 'b'],
    ['one', 'two'],
  ];
  const files = unzip(Buffer.from(await writeXlsx({ sheets: [{ name: 'S', rows }] })));
  return zipped({ ...Object.fromEntries(files), ...parts });
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const sheet = (rows: string) => `${HEAD}<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`;
const strings = (items: string) => `${HEAD}<sst ${MAIN}>${items}</sst>`;
const row = (number: number, cells: string) => `<row r="${number}">${cells}</row>`;
const shared = (place: string, at: number) => `<c r="${place}" t="s"><v>${at}</v></c>`;
const times = <T>(count: number, make: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at));

/** Texts that differ, so that they pack no better than those of people. */
function differing(count: number, length: number): string[] {
  const text = randomBytes(Math.ceil((count * length) / 2)).toString('hex');
  return times(count, (at) => text.slice(at * length, (at + 1) * length));
}

/** So many rows that have the second of the shared texts, below a header. */
const repeating = (rows: number) =>
  sheet(row(1, shared('A1', 0)) + times(rows, (at) => row(at + 2, shared(`A${at + 2}`, 1))).join(''));

/** An archive of so many files without content, written by hand: packing them takes minutes. */
async function emptyFiles(count: number): Promise<Buffer> {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const name of times(count, (at) => `${at}.csv`)) {
    const file = Buffer.alloc(30 + name.length);
    file.writeUInt32LE(0x04034b50, 0);
    file.writeUInt16LE(name.length, 26);
    file.write(name, 30);
    const entry = Buffer.alloc(46 + name.length);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    entry.write(name, 46);
    files.push(file);
    directory.push(entry);
    offset += file.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, ...directory, end]);
}

/** Bytes that pack a hundred and forty times smaller, which is not too tight. */
function loose(length: number): Buffer {
  const bytes = Buffer.alloc(length, 'a');
  for (let at = 0; at + 1 < length; at += 600) bytes.write(randomBytes(1).toString('hex'), at);
  return bytes;
}

type Made = readonly (readonly [what: string, make: () => Promise<Buffer>])[];

/** Archives that were made to exhaust whoever unpacks them. Each is to be refused. */
export const exhaustingArchives: Made = [
  ['a bomb of a CSV', () => zipped({ 'a.csv': Buffer.alloc(60_000_000, 'a') })],
  [
    'an archive in an archive in an archive',
    async () => {
      let inner = await zipped({ 'a.csv': Buffer.alloc(60_000_000, 'a') });
      for (const name of ['a.zip', 'b.zip', 'c.zip']) inner = await zipped({ [name]: inner });
      return inner;
    },
  ],
  ['a CSV of 200 MB that is packed loosely', () => zipped({ 'a.csv': loose(200_000_000) })],
  ['60,000 files', () => emptyFiles(60_000)],
];

/** Workbooks and CSV files that were made to exhaust whoever reads them. Each is to be refused. */
export const exhaustingTables: Made = [
  ['a bomb of a workbook', () => workbookWith({ [SHEET]: Buffer.alloc(60_000_000, ' ') })],
  [
    'a sheet that says it is huge',
    () =>
      workbookWith({
        [SHEET]: sheet(`${row(1, shared('A1', 0))}${row(1_048_576, shared('XFD1048576', 1))}`).replace(
          '<sheetData>',
          '<dimension ref="A1:XFD1048576"/><sheetData>',
        ),
      }),
  ],
  [
    'a cell in a column that no sheet has',
    () => workbookWith({ [SHEET]: sheet(row(1, shared('A1', 0) + shared('ZZZZZZ1', 1))) }),
  ],
  [
    'a row of a hundred thousand columns',
    () => workbookWith({ [SHEET]: sheet(row(1, '<c t="s"><v>0</v></c>'.repeat(100_000))) }),
  ],
  ['rows without end', () => workbookWith({ [SHEET]: repeating(400_000) })],
  [
    'a long text that every row repeats',
    () =>
      workbookWith({
        [STRINGS]: strings(`<si><t>a</t></si><si><t>${'x'.repeat(90_000)}</t></si>`),
        [SHEET]: repeating(90_000),
      }),
  ],
  [
    'a million shared texts',
    () =>
      workbookWith({
        [STRINGS]: strings(
          differing(1_000_000, 12)
            .map((text) => `<si><t>${text}</t></si>`)
            .join(''),
        ),
        [SHEET]: repeating(150_000),
      }),
  ],
  [
    'a shared text of 20 MB',
    () =>
      workbookWith({
        [STRINGS]: strings(`<si><t>a</t></si><si><t>${differing(1, 20_000_000)[0]}</t></si>`),
        [SHEET]: repeating(1),
      }),
  ],
  [
    'a sheet of long texts that are packed loosely',
    () =>
      workbookWith({
        [SHEET]: Buffer.concat(times(200, () => Buffer.concat([Buffer.from('<a/>'), loose(1_000_000)]))),
      }),
  ],
  [
    'a sheet of long tags that are packed loosely',
    () =>
      workbookWith({
        [SHEET]: Buffer.concat(
          times(2000, () => Buffer.concat([Buffer.from('<a/><a b="'), loose(95_000), Buffer.from('"/>')])),
        ),
      }),
  ],
  [
    'long shared texts that are packed loosely',
    () =>
      workbookWith({
        [STRINGS]: Buffer.concat(
          times(2000, () => Buffer.concat([Buffer.from('<si><t>'), loose(95_000), Buffer.from('</t></si>')])),
        ),
      }),
  ],
  [
    'a sheet half a million elements deep',
    () => workbookWith({ [SHEET]: sheet(`${'<row>'.repeat(500_000)}${'</row>'.repeat(500_000)}`) }),
  ],
  [
    'a workbook a million elements deep',
    () => workbookWith({ [WORKBOOK]: `${HEAD}<workbook ${MAIN}>${'<sheets>'.repeat(1_000_000)}` }),
  ],
  [
    'an element with a million attributes',
    () =>
      workbookWith({
        [SHEET]: sheet(
          `<row ${differing(1_000_000, 8)
            .map((name) => `a${name}="1"`)
            .join(' ')}/>`,
        ),
      }),
  ],
  [
    'texts that never end',
    () => workbookWith({ [STRINGS]: strings(`<si><t>${'<r><t>a'.repeat(1_000_000)}`) }),
  ],
  ['a CSV of two million rows', async () => Buffer.from('a\n1\n'.repeat(1_000_000))],
  ['a CSV of ten million rows from Windows', async () => Buffer.from(`a\r\n${'1\r\n'.repeat(10_000_000)}`)],
  [
    'a CSV of a million columns',
    async () => Buffer.from(`${times(1_000_000, (at) => `c${at}`).join(',')}\n1\n`),
  ],
  ['a CSV of one cell of 20 MB', async () => Buffer.from(`a\n"${'x'.repeat(20_000_000)}"\n`)],
  ['a CSV of quotes', async () => Buffer.alloc(20_000_000, '"')],
  ['a CSV of commas', async () => Buffer.from(`a,b\n${','.repeat(20_000_000)}\n`)],
];

/** A cell of these files. */
export const SECRET = 'nobody-logs-this-cell';
const SECRET_WORKBOOK = { sheets: [{ name: 'S', rows: [['a'], [SECRET]] }] };

/** A workbook whose parts are changed by hand. */
async function changed(part: string, change: (xml: string) => string): Promise<Buffer> {
  const files = unzip(Buffer.from(await writeXlsx(SECRET_WORKBOOK)));
  return zipped(
    Object.fromEntries([...files].map(([name, xml]) => [name, name === part ? change(xml) : xml])),
  );
}

/** Writes a number over what the directory of an archive says of its first file. */
function lying(file: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(file);
  copy.writeUInt32LE(value, copy.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + at);
  return copy;
}

const renamed = async (from: string, to: string) =>
  Buffer.from((await zipped({ [from]: `a\n${SECRET}\n` })).toString('latin1').replaceAll(from, to), 'latin1');
const entities = (xml: string) =>
  xml.replace(
    /^(<\?xml[^>]*>)?/,
    '$1<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>',
  );

/** Files that say something else than they are. Each is to be refused, and nothing of `SECRET` is to be kept. */
export const misleading: [string, () => Promise<Buffer | string>][] = [
  ['a bomb of a CSV', () => zipped({ 'a.csv': Buffer.alloc(60_000_000, 'a') })],
  ['a bomb of a workbook', () => changed('xl/worksheets/sheet1.xml', () => ' '.repeat(60_000_000))],
  ['an archive in an archive', async () => zipped({ 'a.zip': await zipped({ 'a.csv': `a\n${SECRET}\n` }) })],
  ['sizes that lie', async () => lying(await zipped({ 'a.csv': `a\n${SECRET}\n`.repeat(50) }), 24, 5)],
  ['files that lie in one another', async () => lying(await zipped({ 'a.csv': 'a\n1\n' }), 20, 4_000_000)],
  ['a way out of its folder', () => renamed('xx/a.csv', '../a.csv')],
  ['an absolute name', () => renamed('xa.csv', '/a.csv')],
  ['entities', () => changed('xl/workbook.xml', entities)],
  ['entities in a sheet', () => changed('xl/worksheets/sheet1.xml', entities)],
  [
    'a sheet that says it is huge',
    () =>
      changed('xl/worksheets/sheet1.xml', (xml) =>
        xml
          .replace(/<dimension[^>]*>/, '')
          .replace('<sheetData>', '<dimension ref="A1:XFD1048576"/><sheetData>'),
      ),
  ],
  ['a header that is a prototype', async () => `__proto__,constructor\n${SECRET},1\n`],
  ['a NUL', async () => `a\n${SECRET}\0\n`],
  ['a CSV whose quote never ends', async () => `a\n"${SECRET}\n`],
  ['bytes of nothing known', async () => Buffer.from([0x50, 0x4b, 3, 4, 0xff, 0, 1, 2, 3])],
  ['an executable', async () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(5000, 0x90)])],
  ['nothing', async () => ''],
];
