import { beforeEach, describe, expect, it } from 'vitest';
import type { RefusedRecord } from '#kernel/bulk.ts';
import type { HistoryEntry } from '#kernel/history.ts';
import { ref } from '#kernel/fields/ref.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource } from '#kernel/resource.ts';
import type { Row } from '#tests/support/api.ts';
import { ONE_CONNECTION } from '#tests/support/database.ts';
import { withPlantedPortal } from '#tests/support/planted-models.ts';

/** Folders within folders. */
const folders = defineResource('folders', {
  label: ['Folder', 'Folders'],
  title: 'name',
  fields: {
    name: text('Name', { unique: 'There is such a folder.' }),
    owner: text('Owner', { optional: true }),
    folders_id: ref('Parent', 'folders', { show: 'name', as: 'parent', none: 'always', acyclic: true }),
  },
  columns: ['name', 'owner', 'parent'],
  messages: messagesFor('folder'),
});

const portal = withPlantedPortal([folders], [], ONE_CONNECTION);
let made = 0;
const make = async (values: object = {}) => {
  const { body } = await portal.api.post('/folders', { name: `Folder ${++made}`, ...values });
  return body.data;
};
type Answer = Promise<{ status: number; body: { error: string; records: RefusedRecord[]; data: Row[] } }>;
const change = (what: string, records: object[], headers?: Record<string, string>) =>
  portal.api.post(`/folders/bulk_${what}`, { records }, headers) as unknown as Answer;
const read = async ({ id }: Row) => (await portal.api.get(`/folders/${id}`)).body.data;
const historyOf = async ({ id }: Row) =>
  (await portal.api.get<HistoryEntry[]>(`/folders/${id}/history`)).body.data;

let a: Row;
let b: Row;
beforeEach(async () => {
  a = await make();
  b = await make();
});

describe('changing several records at once', () => {
  it('changes all of them, each with its own line of history, and answers them in the order asked', async () => {
    const { status, body } = await change('update', [
      { id: b.id, owner: 'Ada', lock_version: 1 },
      { id: a.id, owner: 'Ada', lock_version: 1 },
    ]);
    expect(status).toBe(200);
    expect(body.data.map(({ id, owner, lock_version }) => [id, owner, lock_version])).toEqual([
      [b.id, 'Ada', 2],
      [a.id, 'Ada', 2],
    ]);
    const [line] = await historyOf(a);
    expect(line).toMatchObject({ action: 'update', changes: [{ field: 'owner', to: 'Ada' }] });
  });

  it('changes none where one refuses, and names every one that does, each with its reason', async () => {
    await portal.api.put(`/folders/${a.id}`, { owner: 'Zoe' });
    const { status, body } = await change('update', [
      { id: a.id, owner: 'Ada', lock_version: 1 },
      { id: b.id, owner: 'Ada', lock_version: 1 },
      { id: 999_999, owner: 'Ada' },
    ]);
    expect([status, body.error]).toEqual([409, '2 of 3 Folders could not be changed, so none was.']);
    expect(body.records).toMatchObject([
      { id: a.id, name: `Folder ${a['name']}`, status: 409, conflict: { lock_version: 2 } },
      { id: 999_999, name: 'Folder 999999', status: 404 },
    ]);
    expect([(await read(a))['owner'], (await read(b))['owner']]).toEqual(['Zoe', null]);
  });

  it('names every wrong field of every record', async () => {
    const { status, body } = await change('update', [
      { id: a.id, name: '', owner: 7 },
      { id: b.id, name: '' },
    ]);
    expect(status).toBe(422);
    const { errors } = body as unknown as { errors: { field: string }[] };
    expect(errors.map(({ field }) => field)).toEqual(['records.0.name', 'records.0.owner', 'records.1.name']);
  });

  it('lists the first of very many wrong fields, with how many there are', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 200 }, (_one, at) => [`x${at}`, 1]));
    const records = Array.from({ length: 500 }, (_one, at) => ({ id: 500_000 - at, ...unknown }));
    const { status, body } = await change('update', records);
    const told = body as typeof body & { errors: { field: string }[]; error_total: number };
    expect([status, told.errors.length, told.error_total, told.records.length]).toEqual([
      422,
      500,
      records.length * 200,
      records.length,
    ]);
    expect(told.records[0]?.errors).toHaveLength(200);
    expect(told.records.at(-1)).toMatchObject({ status: 422, errors: [] });
    expect(JSON.stringify(body).length).toBeLessThan(2_000_000);
  });

  it('happens once for one key', async () => {
    const key = { 'idempotency-key': 'many' };
    const records = [{ id: a.id, owner: 'Once', lock_version: 1 }];
    expect((await change('update', records, key)).status).toBe(200);
    expect((await change('update', records, key)).status).toBe(200);
    expect((await read(a)).lock_version).toBe(2);
  });

  it.each([
    [{}],
    [{ records: [] }],
    [{ records: [{ id: 'x' }] }],
    [{ records: [{ id: 1 }, { id: 1 }] }],
    [{ records: [1] }],
    [{ records: [{ id: 1 }], more: 1 }],
    [{ records: Array.from({ length: 501 }, (_one, at) => ({ id: at + 1 })) }],
  ])('is refused where it cannot be understood', async (body) => {
    expect((await portal.api.post('/folders/bulk_update', body)).status).toBe(400);
  });
});

describe('deleting several records at once', () => {
  it('deletes those that refer to each other in any order, and one restore brings all back', async () => {
    const child = await make({ folders_id: a.id });
    const grandchild = await make({ folders_id: child.id });
    const all = [a, grandchild, child, b].map(({ id }) => ({ id }));
    expect((await change('delete', all)).status).toBe(200);
    expect((await portal.api.get(`/folders/${a.id}`)).status).toBe(404);
    const back = await change('restore', all.toReversed());
    expect(back.status).toBe(200);
    expect(await read(grandchild)).toMatchObject({ folders_id: child.id, lock_version: 2 });
    expect((await historyOf(b)).map(({ action }) => action)).toEqual(['restore', 'delete', 'create']);
  });

  it('deletes none where one is in use, and says by what', async () => {
    await make({ folders_id: a.id });
    const { status, body } = await change('delete', [{ id: a.id }, { id: b.id }]);
    expect([status, body.error]).toEqual([409, '1 of 2 Folders could not be deleted, so none was.']);
    expect(body.records).toMatchObject([{ id: a.id, references: [{ model: 'folders', count: 1 }] }]);
    expect((await read(b)).id).toBe(b.id);
  });

  it('brings none back where the name of one was taken meanwhile, and says so', async () => {
    expect((await change('delete', [{ id: a.id }, { id: b.id }])).status).toBe(200);
    await make({ name: a['name'] });
    const { status, body } = await change('restore', [{ id: a.id }, { id: b.id }]);
    expect(status).toBe(409);
    expect(body.records).toMatchObject([{ id: a.id, error: 'There is such a folder.' }]);
    expect((await portal.api.get(`/folders/${b.id}`)).status).toBe(404);
  });

  it('brings one back only with what it refers to', async () => {
    const child = await make({ folders_id: a.id });
    for (const { id } of [child, a]) await change('delete', [{ id }]);
    const { status, body } = await change('restore', [{ id: child.id }]);
    expect(status).toBe(422);
    expect(body.records).toMatchObject([{ id: child.id, errors: [{ field: 'folders_id' }] }]);
  });

  it('deletes none where one was changed since the version that is told, and says by whom', async () => {
    await portal.api.put(`/folders/${a.id}`, { owner: 'Zoe' });
    const told = [a, b].map(({ id, lock_version }) => ({ id, lock_version }));
    const { status, body } = await change('delete', told);
    expect(status).toBe(409);
    expect(body.records).toMatchObject([{ id: a.id, conflict: { lock_version: 2, by: {} } }]);
    expect((await read(b)).id).toBe(b.id);
    expect((await change('delete', [told[1] ?? {}, { id: a.id, lock_version: 2 }])).status).toBe(200);
  });

  it('refuses a version that is no number', async () => {
    const { status, body } = await change('delete', [{ id: a.id, lock_version: 'the last' }]);
    expect([status, body]).toMatchObject([422, { errors: [{ field: 'records.0.lock_version' }] }]);
  });

  it('takes nothing else beside the ids', async () => {
    expect((await change('delete', [{ id: a.id, owner: 'x' }])).status).toBe(400);
    expect((await change('restore', [{ id: a.id, lock_version: 1 }])).status).toBe(400);
  });
});

it('a record that is in use is not deleted by a request with a key either, and says by what', async () => {
  await make({ folders_id: a.id });
  const asked = () => portal.api.delete(`/folders/${a.id}`, { 'idempotency-key': `delete-${a.id}` });
  const { status, body } = await asked();
  expect([status, body]).toMatchObject([409, { references: [{ model: 'folders', count: 1 }] }]);
  expect((await asked()).status).toBe(409);
});
