import { beforeEach, describe, expect, it } from 'vitest';
import type { RowPreview } from '#calls/tables.ts';
import type { HistoryEntry } from '#kernel/history.ts';
import { ref } from '#kernel/fields/ref.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource } from '#kernel/resource.ts';
import type { Row } from '#tests/support/api.ts';
import { ONE_CONNECTION } from '#tests/support/database.ts';
import { withPlantedPortal } from '#tests/support/planted-models.ts';

/** Shelves, which have a name of their own, and a place that is unique within a room. */
const shelves = defineResource('shelves', {
  label: ['Shelf', 'Shelves'],
  title: 'name',
  fields: {
    name: text('Name', { unique: 'There is such a shelf.' }),
    room: text('Room', { optional: true }),
    place: text('Place', { optional: true }),
    owner: text('Owner', { optional: true, max: 20 }),
    shelves_id: ref('Above', 'shelves', { show: 'name', as: 'above', none: 'always', acyclic: true }),
  },
  unique: [{ fields: ['room', 'place'], message: 'There is a shelf in this place.' }],
  columns: ['name', 'room', 'place', 'owner', 'above'],
  messages: messagesFor('shelf'),
});

const portal = withPlantedPortal([shelves], [], ONE_CONNECTION);
let made = 0;
const make = async (values: object = {}) => {
  const name = `Shelf ${++made}`;
  const { body } = await portal.api.post('/shelves', { name, room: name, place: '1', ...values });
  return body.data;
};
type Refused = { error: string; rows: { at: number; error: string; errors: object[] }[] };
const preview = async (records: object[]) => {
  const answer = await portal.api.post('/shelves/preview_rows', { records });
  return answer as unknown as { status: number; body: { data: RowPreview[] } & Refused };
};
const save = async (body: object) => {
  const answer = await portal.api.post('/shelves/save_rows', body);
  return answer as unknown as { status: number; body: { data: Row[] } & Refused };
};
const read = async ({ id }: Row) => (await portal.api.get(`/shelves/${id}`)).body.data;
const named = async (name: string) =>
  (await portal.api.get<Row[]>(`/shelves?by_name_is=${encodeURIComponent(name)}`)).body.data;

let a: Row;
let b: Row;
beforeEach(async () => {
  a = await make({ owner: 'Ada' });
  b = await make({ owner: 'Bo' });
});

describe('rows of a table', () => {
  it('are looked at first: which are new, which change and which are as they are', async () => {
    const { status, body } = await preview([
      { name: `Look ${a.id}`, owner: 'New' },
      { name: ` ${String(a['name']).toUpperCase()}`, owner: 'Zoe' },
      { name: b['name'], owner: 'Bo' },
    ]);
    expect(status).toBe(200);
    expect(
      body.data.map(({ what, before, after, sets }) => [what, before?.id, after?.['owner'], sets]),
    ).toEqual([
      ['new', undefined, 'New', ['name', 'owner']],
      // The case of a name that only finds its record changes nothing.
      ['changed', a.id, 'Zoe', ['owner']],
      ['same', b.id, 'Bo', ['owner']],
    ]);
    expect(await read(a)).toMatchObject({ name: a['name'], owner: 'Ada', lock_version: 1 });
    expect(await named(`Look ${a.id}`)).toEqual([]);
  });

  it('find a record by fields that are unique together', async () => {
    const { body } = await preview([{ room: a['room'], place: '1', owner: 'Zoe' }]);
    expect(body.data).toMatchObject([{ what: 'changed', before: { id: a.id }, sets: ['owner'] }]);
  });

  it('clear a value that is given as none, which a field that must have one refuses by row and field', async () => {
    const { body } = await preview([
      { id: a.id, lock_version: 1, owner: null },
      { id: b.id, lock_version: 1, name: null, owner: null },
    ]);
    expect(body.data).toMatchObject([
      { what: 'changed', before: { owner: 'Ada' }, after: { owner: null } },
      { what: 'refused', before: { owner: 'Bo' }, errors: [{ field: 'name' }] },
    ]);
    expect((await save({ records: [{ id: a.id, lock_version: 1, owner: null }] })).status).toBe(200);
    expect(await read(a)).toMatchObject({ owner: null, lock_version: 2 });
  });

  it('are refused one by one, each with what is wrong by field', async () => {
    const { body } = await preview([
      { name: a['name'], owner: 'A name of far too many letters' },
      { name: b['name'], room: a['room'], place: '1' },
      { name: b['name'], owner: 'Again' },
      { owner: 'Without a name' },
      { name: `Twin ${a.id}` },
      { name: `Twin ${a.id}` },
    ]);
    expect(body.data.map(({ what, errors, error }) => [what, errors[0]?.field ?? error])).toEqual([
      ['refused', 'owner'],
      ['refused', 'What is unique in this row belongs to 2 shelves.'],
      ['refused', 'Another row is about the same shelf.'],
      ['refused', 'name'],
      ['new', null],
      ['refused', 'name'],
    ]);
  });

  it('are written in one request, and taken back by another one', async () => {
    const name = `Written ${a.id}`;
    const { status, body } = await save({
      records: [
        { name, owner: 'New' },
        { id: a.id, lock_version: 1, owner: 'Zoe' },
      ],
    });
    expect([status, body.data.map((row) => [row['name'], row['owner'], row.lock_version])]).toEqual([
      200,
      [
        [name, 'New', 1],
        [a['name'], 'Zoe', 2],
      ],
    ]);
    const { body: history } = await portal.api.get<HistoryEntry[]>(`/shelves/${a.id}/history`);
    expect(history.data[0]).toMatchObject({ action: 'update', changes: [{ field: 'owner', to: 'Zoe' }] });
    const [added] = body.data;
    const back = await save({
      records: [{ id: a.id, lock_version: 2, owner: 'Ada' }],
      remove: [{ id: added?.id, lock_version: 1 }],
    });
    expect(back.status).toBe(200);
    expect(await read(a)).toMatchObject({ owner: 'Ada', lock_version: 3 });
    expect(await named(name)).toEqual([]);
  });

  it('are written all or none, and every one that refuses is named by its place', async () => {
    await portal.api.put(`/shelves/${a.id}`, { owner: 'Somebody else' });
    const name = `None ${a.id}`;
    const { status, body } = await save({
      records: [{ name, owner: 'New' }, { id: a.id, lock_version: 1, owner: 'Zoe' }, { name: b['name'] }],
    });
    expect([status, body.error]).toEqual([409, '2 of 3 Shelves could not be saved, so none was.']);
    expect(body.rows.map(({ at }) => at)).toEqual([1, 2]);
    expect(await named(name)).toEqual([]);
    expect(await read(a)).toMatchObject({ owner: 'Somebody else' });
  });

  it('are taken back only where nobody has changed a new one since', async () => {
    const { body } = await save({ records: [{ name: `Kept ${a.id}` }] });
    const [added] = body.data;
    await portal.api.put(`/shelves/${added?.id}`, { owner: 'Somebody else' });
    const back = await save({
      records: [{ id: b.id, lock_version: 1, owner: 'Never' }],
      remove: [{ id: added?.id, lock_version: 1 }],
    });
    expect(back.status).toBe(409);
    expect(await named(`Kept ${a.id}`)).toHaveLength(1);
    expect(await read(b)).toMatchObject({ owner: 'Bo' });
  });

  it.each([
    [{ records: [] }, 400],
    [{ records: 'all' }, 422],
    [{ records: [{ id: 'first' }] }, 422],
    [{ records: [{ id: 1 }, { id: 1 }] }, 400],
  ])('of %j are no request', async (body, status) => {
    expect((await save(body)).status).toBe(status);
  });
});
