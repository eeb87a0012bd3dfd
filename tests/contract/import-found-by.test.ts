import { beforeEach, describe, expect, it } from 'vitest';
import type { ImportPreview, ImportResult } from '#kernel/csv/csv-import.ts';
import type { Row } from '#tests/support/api.ts';
import { withPortal } from '#tests/support/portal.ts';
import { importBody } from '#tests/support/worksheets.ts';

const portal = withPortal();

type Answer = ImportPreview & ImportResult;
const send = async (model: string, data: object[], more: object = {}) => {
  const { status, body } = await portal.api.post<Answer>(`/${model}/import_json`, {
    data,
    update: true,
    ...more,
  });
  return { status, data: body.data };
};
const plan = async (model: string, data: object[]) => (await send(model, data, { dry_run: true })).data;
const all = async (model: string, query = '') =>
  (await portal.api.get<Row[]>(`/${model}?sort=id${query}`)).body.data;

describe('companies, which are told apart by several fields', () => {
  const made = [
    { code: '7100', country: 'Peru', gl_type: 'Hardware', aws_gl: '111111' },
    { code: '7100', country: 'Peru', gl_type: 'Other', aws_gl: '222222' },
    { code: '7100', country: 'Malta', aws_gl: '333333' },
    { code: '7200', aws_gl: '444444' },
  ];
  beforeEach(async () => {
    await portal.db.query('TRUNCATE companies CASCADE');
    for (const one of made) await portal.api.post('/companies', one);
  });

  it('are found by all of them, and the row changes the one that it means', async () => {
    const rows = [
      { code: '7100', country: 'peru ', gl_type: 'OTHER', aws_gl: '999999' },
      { code: '7100', country: 'Malta', gl_type: '', aws_gl: '333333' },
      { code: '7200', country: '', gl_type: '', aws_gl: '555555' },
      { code: '7200', country: 'Chile', gl_type: '', aws_gl: '666666' },
    ];
    const found = await plan('companies', rows);
    expect(found).toMatchObject({
      valid: true,
      would_create: 1,
      would_update: 2,
      unchanged: 1,
      found_by: ['code', 'country', 'gl_type'],
    });
    expect((await send('companies', rows)).data).toMatchObject({ created: 1, updated: 2, unchanged: 1 });
    const held = await all('companies');
    expect(held.map((one) => [one['country'], one['gl_type'], one['aws_gl']])).toEqual([
      ['Peru', 'Hardware', '111111'],
      ['Peru', 'Other', '999999'],
      ['Malta', null, '333333'],
      [null, null, '555555'],
      ['Chile', null, '666666'],
    ]);
  });

  it('are found by those of them that the file has, where these are of one alone', async () => {
    expect(await plan('companies', [{ code: '7200', aws_gl: '1' }])).toMatchObject({
      would_update: 1,
      found_by: ['code'],
    });
    const unclear = await plan('companies', [{ code: '7100', country: 'Peru', aws_gl: '1' }]);
    expect(unclear.errors).toEqual([
      {
        row: 2,
        column: 'code',
        field: 'code',
        message: "'7100, Peru' stands for 2 companies, so it is not clear which one is meant.",
        detail: 'Add gl_type as columns.',
      },
    ]);
  });

  it('are named where two rows are about the same one', async () => {
    const { errors } = await plan('companies', [
      { code: '7200', aws_gl: '1' },
      { code: '7200', aws_gl: '2' },
    ]);
    expect(errors.map(({ row, detail }) => [row, detail])).toEqual([
      [2, "'7200, , ' is in row 3, too."],
      [3, "'7200, , ' is in row 2, too."],
    ]);
  });

  it('are only added where that is asked for', async () => {
    const { status } = await send('companies', [{ code: '7200', country: '' }], { update: false });
    expect(status).toBe(422);
  });
});

it('seats of Copilot are found by their name in their organization', async () => {
  const seat = { github_username: 'octo-anna', github_organization: 'acme' };
  await portal.api.post('/github_copilot_users', { ...seat, requestor: 'Anna' });
  const rows = [
    { ...seat, requestor: 'Berta' },
    { ...seat, github_organization: 'other', requestor: 'Berta' },
  ];
  expect(await plan('github_copilot_users', rows)).toMatchObject({
    would_create: 1,
    would_update: 1,
    found_by: ['github_username', 'github_organization'],
  });
});

it('a record is found by the unique field that the file has a column of', async () => {
  expect(await plan('departments', [{ name: 'Geology', abbreviation: 'GEO' }])).toMatchObject({
    found_by: ['name'],
  });
});

describe('questions, which nothing tells apart', () => {
  beforeEach(() => portal.db.query('TRUNCATE faqs'));
  const rows = [
    { question: 'Why?', answer: '<p>So</p>', category: 'General' },
    { question: 'When?', answer: '<p>Now</p>', category: 'General' },
  ];

  it('are added, but those that say the same in every field are there already', async () => {
    expect((await send('faqs', rows.slice(0, 1))).data).toMatchObject({ created: 1, unchanged: 0 });
    expect(await plan('faqs', rows)).toMatchObject({
      valid: true,
      would_create: 1,
      would_update: 0,
      unchanged: 1,
      found_by: [],
    });
    expect((await send('faqs', rows)).data).toMatchObject({ created: 1, updated: 0, unchanged: 1 });
    expect(await all('faqs')).toHaveLength(2);
  });

  it('are as often as a file has them', async () => {
    const [one] = rows;
    await send('faqs', [one ?? {}], { update: false });
    expect(await plan('faqs', [one ?? {}, one ?? {}])).toMatchObject({ would_create: 1, unchanged: 1 });
  });

  it('are all added where that is asked for', async () => {
    await send('faqs', rows);
    await send('faqs', rows, { update: false });
    expect(await all('faqs')).toHaveLength(4);
  });

  it('come back from their own file as they are', async () => {
    await send('faqs', rows);
    const file = await portal.api.get('/faqs.csv');
    const body = importBody(new TextEncoder().encode(file.text));
    const { status, body: answer } = await portal.api.post<Answer>('/faqs/import_json', {
      ...body,
      update: true,
      dry_run: true,
    });
    expect([status, answer.data.would_create, answer.data.unchanged]).toEqual([200, 0, 2]);
  });
});
