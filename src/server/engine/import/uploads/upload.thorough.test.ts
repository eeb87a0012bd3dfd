import { buffer } from 'node:stream/consumers';
import { stringify } from 'csv-stringify/sync';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ImportProblem } from '#kernel/csv/csv-import.ts';
import { boolean } from '#kernel/fields/boolean.ts';
import { date } from '#kernel/fields/date.ts';
import { ref } from '#kernel/fields/ref.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineRegistry } from '#tests/support/define-registry.ts';
import { defineResource } from '#kernel/resource.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';
import type { ModelOutcome } from '#server/engine/import/whole-file.ts';
import { writeXlsx } from '#server/platform/files/xlsx.ts';
import { withEngine } from '#tests/support/engine.ts';
import { workbookOf } from '#tests/support/long-workbook.ts';
import { payers } from '#tests/support/payers-model.ts';

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
  ],
};
const engine = withEngine(registry, { behaviours: [upload], makeTables: true });
beforeEach(() => engine.db.query('TRUNCATE payers, lines RESTART IDENTITY CASCADE'));

type UploadAnswer = { models: ModelOutcome[]; valid: boolean; error_total: number } & Record<string, unknown>;
const send = async (file: Buffer | string, more: object = {}) => {
  const answer = await engine.call<UploadAnswer>('POST', '/lines/upload', {
    file: Buffer.from(file).toString('base64'),
    ...more,
  });
  const errors = answer.body.errors as ImportProblem[] | undefined;
  return { status: answer.status, body: { ...answer.body, errors: errors ?? [] } };
};
const counts = (models: ModelOutcome[]) =>
  models.map(({ model, created, updated, unchanged }) => [model, created, updated, unchanged]);
const csv = (...rows: string[][]) => stringify(rows);

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
  ])('is read as %s where that is stated', async (encoding, byte, letter) => {
    const file = Buffer.concat([Buffer.from('Payer,city\nA,M'), Buffer.from([byte]), Buffer.from('n\n')]);
    expect((await send(file)).status).toBe(422);
    expect((await send(file, { encoding })).status).toBe(201);
    expect(await city()).toBe(`M${letter}n`);
  });

  it('is not read as anything else that is stated', async () => {
    const { status, body } = await send('Payer\nA\n', { encoding: 'klingon' });
    expect([status, body.errors]).toEqual([
      422,
      [{ field: 'encoding', message: 'encoding must be one of windows-1252, windows-1250, macintosh.' }],
    ]);
  });
});
