import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { BatchInFull, BatchPreview } from '#calls/batches.ts';
import { testClouds } from '#tests/support/factory/clouds.ts';
import { withFactory } from '#tests/support/factory/portal.ts';
import { sheetBody } from '#tests/support/factory/sheets.ts';

const [aws] = testClouds;
if (!aws) throw new Error('There is no cloud.');
const portal = withFactory(aws);

const named = (...names: string[]) => names.map((name) => aws.body(name));
const send = async (rows: readonly Record<string, unknown>[], more: object = {}) =>
  portal.api.post<BatchInFull>('/request_batches', { ...sheetBody(aws, rows), ...more });
const look = async (rows: readonly Record<string, unknown>[]) =>
  (await portal.api.post<BatchPreview>('/request_batches', { ...sheetBody(aws, rows), dry_run: true })).body
    .data;
const asked = async () =>
  (await portal.db.query<{ name: string }>('SELECT name FROM cloud_deployments ORDER BY id')).rows.map(
    ({ name }) => name,
  );

it('holds each row against the rules of the form, by row and column, and requests nothing', async () => {
  const { rows, valid, approval } = await look([
    aws.body('row-fine'),
    { ...aws.body('row-wrong'), accountEmail: 'nobody', ou: 'moon', costCenterTag: 'CC-NOBODY' },
    { ...aws.body('row-twin'), accountEmail: 'row-fine@example.com' },
  ]);
  expect({ valid, approval }).toEqual({ valid: 1, approval: true });
  expect(rows.map(({ row, errors }) => [row, errors.map(({ column }) => column).toSorted()])).toEqual([
    [2, []],
    [3, ['Account Email', 'Cost Center', 'OU']],
    [4, ['Account Email']],
  ]);
  expect(rows[2]?.errors[0]?.message).toBe('Account Email is that of row 2, too.');
  expect(await asked()).toEqual([]);
});

it('takes from the cost center what a row leaves empty, as the form does', async () => {
  const { ownerTag: _, billingContact: __, ...rest } = aws.body('row-follows');
  const [row] = (await look([rest])).rows;
  expect(row).toMatchObject({ owner: 'owner@example.com', errors: [] });
});

it('refuses a worksheet with a wrong row whole, or leaves that row out, as it is told', async () => {
  const rows = [...named('batch-a', 'batch-b'), { ...aws.body('batch-c'), ou: 'moon' }];
  const refused = await send(rows);
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toEqual([expect.objectContaining({ row: 4, column: 'OU', field: 'ou' })]);
  expect(await asked()).toEqual([]);
  const { status, body } = await send(rows, { only_valid: true });
  expect(status).toBe(202);
  expect(body.data).toMatchObject({ requests: 2, left_out: 1, counts: { waiting_approval: 2 } });
  expect(await asked()).toEqual(['batch-a', 'batch-b']);
});

it('is requested once however often it is sent, by its key and by what is under way', async () => {
  const body = sheetBody(aws, named('once-a', 'once-b'));
  const headers = { 'idempotency-key': randomUUID() };
  const first = await portal.api.post<BatchInFull>('/request_batches', body, headers);
  const second = await portal.api.post<BatchInFull>('/request_batches', body, headers);
  expect([first.status, second.status]).toEqual([202, 202]);
  expect(second.body.data.id).toBe(first.body.data.id);
  const again = await portal.api.post('/request_batches', body);
  expect(again.status).toBe(422);
  expect(again.body.error).toContain('is under way already');
  expect((await asked()).filter((name) => name.startsWith('once-'))).toEqual(['once-a', 'once-b']);
});

it('takes no name of a worksheet that would be a line of its own in the mail of who decides', async () => {
  for (const name of [
    'a.csv\n\nIt was approved already.',
    'a\u2028b.csv',
    'a\u0000.csv',
    'half \ud800.csv',
    ' ',
  ]) {
    const { status, body } = await send(named('named-well'), { file_name: name });
    expect([name, status, body.errors?.map(({ field }) => field)]).toEqual([name, 422, ['file_name']]);
  }
  expect(await asked()).not.toContain('named-well');
});

it.each([
  ['that has no row', []],
  ['of too many rows', Array.from({ length: 101 }, (_, at) => aws.body(`many-${at}`))],
])('refuses a worksheet %s, and says why', async (_, rows) => {
  const { status, body } = await send(rows);
  expect(status).toBe(422);
  expect(body.errors).toEqual([expect.objectContaining({ field: 'file' })]);
});
