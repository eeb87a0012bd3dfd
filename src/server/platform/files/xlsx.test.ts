import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readWorkbook, unzip } from '#tests/support/workbook.ts';
import { writeXlsx, type Sheet } from './xlsx.ts';

const columns: Sheet['columns'] = [
  { header: 'identifier', kind: 'text' },
  { header: 'count', kind: 'number' },
  { header: 'active_at', kind: 'date' },
  { header: 'created_at', kind: 'instant' },
];

async function* portions(...given: unknown[][][]) {
  for (const portion of given) yield await Promise.resolve(portion);
}

const workbook = (rows: AsyncIterable<unknown[][]>, name = 'Cost Centers') =>
  buffer(writeXlsx([{ name, columns, rows }]));

const sheet = async (...rows: unknown[][]) =>
  readWorkbook(await workbook(portions(rows)))
    .get('Cost Centers')
    ?.slice(1) ?? [];

test('days and instants are dates of the spreadsheet, whatever the zone of the machine', async () => {
  const [row] = await sheet(['a', 1, '2026-03-29', '2026-03-29T18:00:00.123456Z']);
  expect(row?.[2]).toEqual({ type: 'number', text: '46110' });
  expect(row?.[3]).toEqual({ type: 'number', text: '46110.750001' });
});

test('dates that a spreadsheet has wrong stay text', async () => {
  const rows = await sheet(['a', null, '1900-02-28', null], ['b', null, '0998-01-01', null]);
  expect(rows.map((row) => row[2])).toEqual([
    { type: 'text', text: '1900-02-28' },
    { type: 'text', text: '0998-01-01' },
  ]);
});

test('numbers are numbers, and those with more digits than a spreadsheet keeps are text', async () => {
  const rows = await sheet(['a', 7], ['b', '-12.50'], ['c', '12345678901234567']);
  expect(rows.map((row) => row[1])).toEqual([
    { type: 'number', text: '7' },
    { type: 'number', text: '-12.50' },
    { type: 'text', text: '12345678901234567' },
  ]);
});

test('digits of a text column stay text, their zeros included', async () => {
  const [row] = await sheet(['000123456789012345678']);
  expect(row?.[0]).toEqual({ type: 'text', text: '000123456789012345678' });
});

test.each(['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '＝1+1', '－1'])(
  '%j cannot run',
  async (formula) => {
    const content = await workbook(portions([[formula]]));
    const xml = unzip(content).get('xl/worksheets/sheet1.xml') ?? '';
    expect(xml).not.toContain('<f');
    expect(readWorkbook(content).get('Cost Centers')?.[1]?.[0]?.text.startsWith("'")).toBe(true);
  },
);

test('markup and characters that XML cannot hold are written so that they come back', async () => {
  const xml = unzip(await workbook(portions([['<b>&"\u0000_x0041_\ud800']]))).get('xl/worksheets/sheet1.xml');
  expect(xml).toContain('&lt;b&gt;&amp;&quot;_x0000__x005F_x0041_\ufffd');
});

test('the header is frozen and filtered, and columns are as wide as their content', async () => {
  const files = unzip(await workbook(portions([['a'.repeat(30), 1, '2026-01-01', null]], [['b', 2]])));
  const xml = files.get('xl/worksheets/sheet1.xml') ?? '';
  expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
  expect(xml).toContain('<autoFilter ref="A1:D3"/>');
  const widths = [...xml.matchAll(/<col [^>]*width="(\d+)"/g)].map(([, width]) => Number(width));
  expect(widths[0]).toBeGreaterThanOrEqual(30);
  expect(widths[1]).toBeLessThan(15);
  expect(files.get('xl/workbook.xml')).toContain("'Cost Centers'!$A$1:$D$3");
});

test('empty sheets have their header', async () => {
  const rows = readWorkbook(await workbook(portions())).get('Cost Centers');
  expect(rows?.[0]?.map((cell) => cell?.text)).toEqual(columns.map(({ header }) => header));
  expect(rows).toHaveLength(1);
});

test('rows that fail make the workbook fail, also before it is read', async () => {
  const failed = Promise.withResolvers<void>();
  async function* failing() {
    yield await Promise.resolve([['a']]);
    failed.resolve();
    throw new Error('the database is away');
  }
  const stream = writeXlsx([{ name: 'Cost Centers', columns, rows: failing() }]);
  await failed.promise;
  await expect(buffer(stream)).rejects.toThrow('the database is away');
});

test('a sheet name that spreadsheets refuse is refused', () => {
  for (const name of ['', 'a/b', 'x'.repeat(32)])
    expect(() => writeXlsx([{ name, columns, rows: portions() }])).toThrow('name of a sheet');
});
