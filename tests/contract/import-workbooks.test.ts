import { beforeAll, describe, expect, it } from 'vitest';
import type { ImportMeta } from '#calls/imports.ts';
import type { ImportPreview, ImportResult } from '#kernel/csv/csv-import.ts';
import type { Api, Row } from '#tests/support/api.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';
import { cell, writtenWorkbook, type WrittenSheet } from '#tests/support/written-workbook.ts';
import { zipped } from '#tests/support/zipped.ts';

const portal = withPortal();
let desk: Api;
beforeAll(async () => {
  desk = await portal.signIn({ roles: ['admin'] });
});

type Answer = ImportResult & ImportPreview;
const send = (body: object, model = 'departments') => desk.post<Answer>(`/${model}/import_json`, body);
const workbook = async (...sheets: WrittenSheet[]) => (await writtenWorkbook(sheets)).toString('base64');
const named = async (mark: string) =>
  (await desk.get<Row[]>(`/departments?q=${mark}&sort=name`)).body.data.map((row) => [
    row['name'],
    row['abbreviation'],
  ]);

describe('a workbook that is imported', () => {
  it('is looked at, changes what its rows find, and is taken back, as a CSV is', async () => {
    await desk.post('/departments', { name: 'Book 1', abbreviation: 'OLD' });
    const file = await workbook({
      rows: [
        ['Abbreviation', 'Unit'],
        ['NEW', 'Book 1'],
        ['', 'Book 2'],
      ],
    });
    const unknown = await send({ file, dry_run: true, update: true });
    expect(unknown.body.data.errors[0]).toMatchObject({ row: 1, column: 'Unit' });
    const how = { file, update: true, headings: { Unit: 'name' } };
    const { status, body } = await send({ ...how, dry_run: true });
    expect([status, body.data.sheets]).toEqual([200, undefined]);
    expect(body.data).toMatchObject({ valid: true, total: 2, would_create: 1, would_update: 1 });
    const done = await send(how);
    expect([done.status, done.body.data]).toMatchObject([201, { created: 1, updated: 1 }]);
    expect(await named('Book')).toEqual([
      ['Book 1', 'NEW'],
      ['Book 2', null],
    ]);
    const { changes } = done.body.meta as unknown as ImportMeta;
    const undo = await desk.post<{ job: { id: string } }>('/activity/undo', { changes });
    expect((await followJob(desk, undo.body.data.job.id)).state).toBe('done');
    expect(await named('Book')).toEqual([['Book 1', 'OLD']]);
  });

  it('of several sheets has the first with rows looked at, and one of them imported, which is named', async () => {
    const sheet = (name: string, ...departments: string[]) => ({
      name,
      rows: [['Name'], ...departments.map((one) => [one])],
    });
    const file = await workbook(
      { name: 'Cover', rows: [] },
      sheet('One', 'Sheet 1'),
      sheet('Two', 'Sheet 2', 'Sheet 3'),
    );
    const first = await send({ file, dry_run: true });
    expect(first.body.data).toMatchObject({
      sheets: ['Cover', 'One', 'Two'],
      sheet: 'One',
      would_create: 1,
      total: 1,
    });
    const open = await send({ file });
    expect([open.status, open.body.errors]).toMatchObject([
      422,
      [
        {
          field: 'sheet',
          message: 'The workbook has the sheets Cover, One, and Two. Name the one to import.',
        },
      ],
    ]);
    const second = { file, sheet: 'Two' };
    expect((await send({ ...second, dry_run: true })).body.data).toMatchObject({
      sheet: 'Two',
      would_create: 2,
    });
    expect((await send(second)).body.data).toMatchObject({ created: 2 });
    expect(await named('Sheet')).toEqual([
      ['Sheet 2', null],
      ['Sheet 3', null],
    ]);
    expect((await send({ file, sheet: 'Cover' })).body.error).toBe('The file has no rows to import.');
    const none = await send({ file, sheet: 'Three' });
    expect([none.status, none.body.error, (none.body as unknown as { sheets: string[] }).sheets]).toEqual([
      422,
      "The workbook has no sheet 'Three'.",
      ['Cover', 'One', 'Two'],
    ]);
  });

  it('says which sheets there are where the first one cannot be read, and reads another one', async () => {
    const file = await workbook(
      {
        name: 'Notes',
        rows: [
          ['Read', 'Me'],
          ['this', 'first', 'please'],
        ],
      },
      { name: 'Data', rows: [['Name'], ['Noted 1']] },
    );
    const { status, body } = await send({ file, dry_run: true });
    expect([status, body.error, (body as unknown as { sheets: string[] }).sheets]).toEqual([
      422,
      "Sheet Notes, row 2, column C: the cell 'please' has no header.",
      ['Notes', 'Data'],
    ]);
    expect((await send({ file, dry_run: true, sheet: 'Data' })).body.data).toMatchObject({ would_create: 1 });
  });

  it('has cells that cannot be believed refused by row and column', async () => {
    const file = await workbook({
      rows: [
        ['Name', 'Abbreviation'],
        ['Believed', cell.error('#REF!')],
      ],
    });
    const { status, body } = await send({ file });
    expect([status, body.errors]).toMatchObject([422, [{ row: 2, column: 'Abbreviation' }]]);
    expect(await named('Believed')).toEqual([]);
  });

  it.each([
    ['a CSV', () => Buffer.from('name\nHostile\n'), 422],
    ['an archive of something else', () => zipped({ 'rows.csv': 'name\nHostile\n' }), 422],
    ['nothing', () => Buffer.alloc(0), 422],
  ])('is refused where it is %s, and the next one is taken', async (_what, make, status) => {
    const file = Buffer.from(await make()).toString('base64');
    const answer = await send({ file });
    expect([answer.status, typeof answer.body.error]).toEqual([status, 'string']);
    expect(await named('Hostile')).toEqual([]);
  });

  it('stands in place of the rows, and not beside them', async () => {
    const file = await workbook({ rows: [['Name'], ['Beside']] });
    for (const body of [{ file, data: [{ name: 'Beside' }] }, {}, { file: 7 }, { file, sheet: '' }])
      expect((await send(body)).status).toBe(422);
    expect(await named('Beside')).toEqual([]);
  });
});
