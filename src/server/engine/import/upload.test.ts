import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { stringify } from 'csv-stringify/sync';
import { beforeEach, describe, expect, it } from 'vitest';
import yazl from 'yazl';
import type { ImportProblem } from '#kernel/csv-import.ts';
import { boolean } from '#kernel/fields/boolean.ts';
import { date } from '#kernel/fields/date.ts';
import { ref } from '#kernel/fields/ref.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineRegistry } from '#kernel/registry.ts';
import { defineResource } from '#kernel/resource.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';
import type { ModelOutcome } from '#server/engine/import/whole-file.ts';
import { writeXlsx } from '#server/platform/files/xlsx.ts';
import { withEngine } from '#tests/support/engine.ts';
import { workbookOf } from '#tests/support/long-workbook.ts';

const payers = defineResource('payers', {
  label: ['Payer', 'Payers'],
  title: 'code',
  fields: {
    code: text('Code', { unique: 'This payer exists already.' }),
    city: text('City', { optional: true }),
  },
  columns: ['code'],
  messages: messagesFor('payer'),
});
const lines = defineResource('lines', {
  label: ['Line', 'Lines'],
  title: 'number',
  fields: {
    number: text('Number', { unique: 'This line exists already.' }),
    payer_id: ref('Payer', 'payers', { show: 'code', as: 'payer', none: 'never' }),
    successor_id: ref('Successor', 'lines', {
      show: 'number',
      as: 'successor',
      none: 'always',
      acyclic: true,
    }),
    opened_at: date('Opened At', { optional: true }),
    closed: boolean('Closed'),
  },
  columns: ['number', 'payer'],
  messages: messagesFor('line'),
});
const registry = defineRegistry([payers, lines]);

const upload: Behaviour = {
  resource: 'lines',
  uploads: [
    {
      path: '/upload',
      summary: 'Add and change payers and lines',
      member: 'file',
      kinds: ['csv', 'csv.zip', 'xlsx'],
      parts: [
        { model: 'payers', key: 'code', columns: [['Payer', 'code'], 'city'] },
        {
          model: 'lines',
          key: 'number',
          columns: [['Line', 'number'], ['Payer', 'payer'], 'successor', 'opened_at', 'closed'],
        },
      ],
      answer: ([one, other]) => ({ payers_added: one?.created, lines_updated: other?.updated }),
    },
    {
      path: '/upload_archive',
      summary: 'Add and change payers',
      member: 'base_file',
      kinds: ['csv.zip'],
      parts: [{ model: 'payers', key: 'code', columns: ['code', 'city'] }],
    },
  ],
};
const engine = withEngine(registry, { behaviours: [upload], makeTables: true });
beforeEach(() => engine.db.query('TRUNCATE payers, lines RESTART IDENTITY CASCADE'));

type Said = { models: ModelOutcome[]; valid: boolean; error_total: number } & Record<string, unknown>;
const send = async (file: Buffer | string, more: object = {}, path = '/lines/upload', member = 'file') => {
  const answer = await engine.call<Said>('POST', path, {
    [member]: Buffer.from(file).toString('base64'),
    ...more,
  });
  const errors = answer.body.errors as ImportProblem[] | undefined;
  return { status: answer.status, body: { ...answer.body, errors: errors ?? [] } };
};
const counts = (models: ModelOutcome[]) =>
  models.map(({ model, created, updated, unchanged }) => [model, created, updated, unchanged]);
const csv = (...rows: string[][]) => stringify(rows);

async function zipped(files: Record<string, string | Buffer>, options = {}): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name, options);
  zip.end();
  return buffer(zip.outputStream);
}

const sheet = (name: string, headers: string[], rows: unknown[][], kinds: Record<string, 'date'> = {}) => ({
  name,
  columns: headers.map((header) => ({ header, kind: kinds[header] ?? ('text' as const) })),
  rows: (async function* () {
    yield await Promise.resolve(rows);
  })(),
});

const head = ['Line', 'Payer', 'city', 'successor', 'opened_at'];

describe('a file about several models', () => {
  it('adds and changes records of each by key, in one transaction, and says so by model', async () => {
    const first = csv(
      head,
      ['0007', 'A1', 'Graz', '0008', '2026-01-01'],
      ['0008', 'a1', '', '', ''],
      ['', 'B2', 'Linz', '', ''],
    );
    const planned = await send(first, { dry_run: true });
    expect([planned.status, planned.body.data.valid]).toEqual([200, true]);
    expect(counts(planned.body.data.models)).toEqual([
      ['payers', ['A1', 'B2'], [], 0],
      ['lines', ['0007', '0008'], [], 0],
    ]);
    expect((await engine.call('GET', '/payers')).body.data).toEqual([]);

    expect((await send(first)).status).toBe(201);
    const second = csv(
      head,
      ['0008', 'B2', 'Linz', '', '2026-02-02'],
      ['0009', 'C3', 'Wels', '0008', ''],
      ['0007', 'A1', 'Graz', '0008', '01-Jan-2026'],
    );
    const { status, body } = await send(second);
    expect(status).toBe(201);
    expect(counts(body.data.models)).toEqual([
      ['payers', ['C3'], [], 2],
      ['lines', ['0009'], ['0008'], 1],
    ]);
    expect(body.data).toMatchObject({ payers_added: ['C3'], lines_updated: ['0008'], skipped: 0 });
    const { body: list } = await engine.call<Record<string, unknown>[]>('GET', '/lines?sort=number');
    expect(
      list.data.map(({ number, payer, successor, lock_version: version }) => [
        number,
        payer,
        successor,
        version,
      ]),
    ).toEqual([
      ['0007', 'A1', '0008', 1],
      ['0008', 'B2', null, 2],
      ['0009', 'C3', '0008', 1],
    ]);
  });

  it('is refused whole, by row and column, where rows of one record contradict each other', async () => {
    const { status, body } = await send(
      csv(head, ['1', 'A1', 'Graz', '', ''], ['2', 'A1', 'Linz', '', 'never'], ['3', '', '', '', '']),
    );
    expect(status).toBe(422);
    expect(body.errors.map(({ row, column }) => [row, column])).toEqual([
      [3, 'opened_at'],
      [3, 'city'],
      [4, 'Payer'],
    ]);
    expect(body.errors[1]?.message).toBe('Row 2 says something else of the same Payer.');
    expect((await engine.call('GET', '/payers')).body.data).toEqual([]);
  });

  it('names a row about nothing and a header that nobody knows', async () => {
    const { body } = await send(csv([...head, 'Planet'], ['', '', 'Graz', '', '', '']));
    expect(body.errors.map(({ message }) => message)).toEqual([
      "'Planet' is not a column of this import. Its columns are Payer, city, Line, successor, opened_at, closed.",
      'The row has none of Payer, Line, so it is about nothing.',
    ]);
  });
});

describe('a workbook', () => {
  it('is read sheet by sheet, with digits and days as they are', async () => {
    const file = await buffer(
      writeXlsx([
        sheet('Payers', ['Payer', 'city'], [['00012345678901234567', 'Graz']]),
        sheet('Lines', ['Line', 'Payer', 'opened_at'], [['007', '00012345678901234567', '2026-03-29']], {
          opened_at: 'date',
        }),
      ]),
    );
    const { status, body } = await send(file);
    expect([status, counts(body.data.models)]).toEqual([
      201,
      [
        ['payers', ['00012345678901234567'], [], 0],
        ['lines', ['007'], [], 0],
      ],
    ]);
    const { body: list } = await engine.call<Record<string, unknown>[]>('GET', '/lines');
    expect(list.data[0]).toMatchObject({ number: '007', opened_at: '2026-03-29' });
  });

  it('has a cell named that is longer than any field, by row and column', async () => {
    const file = await workbookOf('Line', 'x'.repeat(100_001));
    const { status, body } = await send(file);
    expect([status, body.errors]).toMatchObject([413, [{ row: 2, column: 'Line', field: 'Line' }]]);
  });

  it('has its sheet named where a row of it is wrong', async () => {
    const file = await buffer(
      writeXlsx([
        sheet('Payers', ['Payer'], [['A']]),
        sheet('Lines', ['Line', 'Payer', 'opened_at'], [['1', 'A', 'never']]),
      ]),
    );
    const { body } = await send(file);
    expect(body.error).toMatch(/^Nothing was imported. Sheet Lines, row 2, opened_at: /);
    expect(body.errors).toMatchObject([{ sheet: 'Lines', row: 2, column: 'opened_at' }]);
  });
});

describe('a CSV file that is no Unicode', () => {
  const city = async () =>
    (await engine.call<Record<string, unknown>[]>('GET', '/payers')).body.data[0]?.['city'];

  it.each([
    ['windows-1252', 0xfc, 'ü'],
    ['windows-1250', 0xe8, 'č'],
    ['macintosh', 0x9f, 'ü'],
  ])('is read as %s where that is told', async (encoding, byte, letter) => {
    const file = Buffer.concat([Buffer.from('Payer,city\nA,M'), Buffer.from([byte]), Buffer.from('n\n')]);
    expect((await send(file)).status).toBe(422);
    expect((await send(file, { encoding })).status).toBe(201);
    expect(await city()).toBe(`M${letter}n`);
  });

  it('is not read as anything else that is told', async () => {
    const { status, body } = await send('Payer\nA\n', { encoding: 'klingon' });
    expect([status, body.errors]).toEqual([
      422,
      [{ field: 'encoding', message: 'encoding must be one of windows-1252, windows-1250, macintosh.' }],
    ]);
  });
});

describe('an archive with a CSV file', () => {
  const post = (file: Buffer | string) => send(file, {}, '/lines/upload_archive', 'base_file');
  const good = 'code,city\nA,Graz\n';

  it('is read, what a Mac adds left aside, also as a data URL', async () => {
    const file = await zipped({ 'centers.csv': good, '__MACOSX/._centers.csv': 'x' });
    expect((await post(file)).status).toBe(201);
    const url = `data:application/zip;base64,${(await zipped({ 'b.csv': 'code\nB\n' })).toString('base64')}`;
    const { status } = await engine.call('POST', '/lines/upload_archive', { line: { base_file: url } });
    expect(status).toBe(201);
  });

  /** Writes a number over what the directory of an archive says of its first file. */
  const lying = (file: Buffer, at: number, value: number) => {
    const copy = Buffer.from(file);
    copy.writeUInt32LE(value, copy.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + at);
    return copy;
  };

  it.each<[string, () => Promise<Buffer | string>, number, RegExp]>([
    ['no archive', async () => good, 422, /^This is a CSV file. Please send a ZIP archive with a CSV file.$/],
    ['a workbook', () => buffer(writeXlsx([sheet('a', ['code'], [])])), 422, /^This is an XLSX workbook/],
    ['no CSV', () => zipped({ 'a.txt': 'x' }), 422, /holds no CSV file/],
    ['two of them', () => zipped({ 'a.csv': good, 'b.csv': good }), 422, /holds several CSV files/],
    ['half of one', async () => (await zipped({ 'a.csv': good })).subarray(0, 60), 422, /damaged/],
    [
      'a way out of its folder',
      async () =>
        Buffer.from(
          (await zipped({ 'xx/a.csv': good })).toString('latin1').replaceAll('xx/a', '../a'),
          'latin1',
        ),
      422,
      /damaged/,
    ],
    [
      'an absolute name',
      async () =>
        Buffer.from(
          (await zipped({ 'xa.csv': good })).toString('latin1').replaceAll('xa.csv', '/a.csv'),
          'latin1',
        ),
      422,
      /damaged/,
    ],
    ['a link', () => zipped({ 'a.csv': '/etc/passwd' }, { mode: 0o120777 }), 422, /holds a link/],
    ['a bomb', () => zipped({ 'a.csv': Buffer.alloc(60_000_000, 'a') }), 413, /packed more tightly/],
    [
      'less than it says',
      async () => lying(await zipped({ 'a.csv': good.repeat(50) }), 24, 5),
      422,
      /damaged/,
    ],
    [
      'more than any may',
      async () => lying(await zipped({ 'a.csv': good.repeat(50) }), 24, 3_000_000_000),
      413,
      /unpacks to more than 250 MB/,
    ],
    [
      'files in one another',
      async () => lying(await zipped({ 'a.csv': good }), 20, 4_000_000),
      422,
      /damaged/,
    ],
    [
      'thousands of files',
      () => zipped(Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`${at}`, '']))),
      413,
      /more than 2000 files/,
    ],
    [
      'no UTF-8',
      () => zipped({ 'a.csv': Buffer.from('code\nM\xfcller\n', 'latin1') }),
      422,
      /^Line 2: At character 2 .* tell its encoding: one of windows-1252, windows-1250, macintosh\.$/,
    ],
    [
      'a cell that is longer than any field',
      () => zipped({ 'a.csv': `code,city\nA,Graz\nB,${'x'.repeat(100_001)}\n` }),
      413,
      /^Row 3, city: the cell has 100001 characters\. At most 100000 are possible\.$/,
    ],
    [
      'more columns than anybody fills',
      () => zipped({ 'a.csv': `${Array.from({ length: 1001 }, (_, at) => `c${at}`).join()}\n1\n` }),
      413,
      /more than 1000 columns/,
    ],
    [
      'more text than an import may have',
      () =>
        zipped({
          'a.csv': `code\n${Array.from({ length: 760 }, () => `${randomBytes(500).toString('hex').repeat(80)}\n`).join('')}`,
        }),
      413,
      /more than 60000000 characters/,
    ],
    ['a prototype', () => zipped({ 'a.csv': '__proto__,code\n1,A\n' }), 422, /'__proto__' is not a column/],
    ['nothing', async () => '', 422, /base_file must be the file as base64/],
  ])(
    'that has %s is refused, and nothing is there',
    async (_what, file, status, sentence) => {
      const answer = await post(await file());
      expect([answer.status, answer.body.error, answer.body.errors[0]?.message ?? '']).toEqual([
        status,
        answer.body.error,
        expect.stringMatching(sentence) as unknown,
      ]);
      expect((await engine.call('GET', '/payers')).body.data).toEqual([]);
      expect(Object.hasOwn(Object.prototype, 'code')).toBe(false);
    },
    60_000,
  );
});
