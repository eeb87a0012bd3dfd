import { describe, expect, it } from 'vitest';
import { choice } from '#kernel/fields/choice.ts';
import { number } from '#kernel/fields/number.ts';
import { text } from '#kernel/fields/text.ts';
import type { HistoryEntry } from '#kernel/history.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource } from '#kernel/resource.ts';
import { compareSchema } from '#server/engine/schema/schema-compare.ts';
import type { Row } from '#tests/support/api.ts';
import { withPlantedPortal } from '#tests/support/planted-models.ts';

/** A table that is fed by the hundred thousand: nobody looks for words in it, and nobody edits it. */
const readings = defineResource('readings', {
  label: ['Reading', 'Readings'],
  title: 'meter',
  fields: { meter: text('Meter'), value: number('Value') },
  columns: ['meter', 'value'],
  search: false,
  history: 'none',
  messages: messagesFor('reading'),
});

/** Records of another system, which says when they came to be; corrections of people are kept. */
const tickets = defineResource('tickets', {
  label: ['Ticket', 'Tickets'],
  title: 'title',
  fields: { title: text('Title'), state: choice('State', ['open', 'done'], { default: 'open' }) },
  columns: ['title', 'state', 'created_at'],
  history: 'short',
  stamps: { create: ['created_at'], update: ['created_at', 'updated_at'] },
  csv: { file: 'ticket_', export: ['title', 'state'], import: { columns: ['title', 'state'] } },
  messages: messagesFor('ticket'),
});

const portal = withPlantedPortal([readings, tickets]);
const make = async (path: string, values: object) => {
  const { status, body, text: answer } = await portal.api.post(path, values);
  expect(answer && status).toBe(201);
  return body.data;
};
const linesOf = async (model: string) => {
  const { rows } = await portal.db.query<{ action: string }>({
    text: 'SELECT action FROM record_history WHERE resource = $1 ORDER BY id',
    values: [model],
  });
  return rows.map(({ action }) => action);
};

describe('models with doors of their own', () => {
  it('fit their declarations', async () => {
    expect(await compareSchema(portal.registry, portal.db)).toEqual([]);
  });
});

describe('a model without search', () => {
  it('has no index of its texts, takes no q, and is in no search', async () => {
    await make('/readings', { meter: 'Waterworks', value: 7 });
    const { rows } = await portal.db.query<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'readings'::regclass AND attname = 'search'`,
    );
    expect(rows).toEqual([]);
    const { status, body } = await portal.api.get('/readings?q=water');
    expect([status, body.error]).toEqual([400, 'The parameter q is not known here.']);
    expect((await portal.api.get<Row[]>('/readings?by_meter=water')).body.meta.total).toBe(1);
    expect((await portal.api.get<Row[]>('/search?q=waterworks')).body.data).toEqual([]);
    const document = (await portal.api.get('/openapi.json')).text;
    expect(JSON.parse(document)).not.toHaveProperty(['paths', '/api/readings/{id}/history']);
  });
});

describe('a model without history', () => {
  it('keeps no line of any change, has none to show, and nothing to bring back', async () => {
    const { id } = await make('/readings', { meter: 'M', value: 1 });
    const changed = await portal.api.put(`/readings/${id}`, { value: 2, lock_version: 1 });
    expect(changed.body.data).toMatchObject({ value: 2, lock_version: 2 });
    const stale = await portal.api.put(`/readings/${id}`, { value: 3, lock_version: 1 });
    expect([stale.status, stale.body.conflict.by]).toEqual([409, null]);
    expect((await portal.api.delete(`/readings/${id}`)).status).toBe(200);
    expect(await linesOf('readings')).toEqual([]);
    const routes = [`/readings/${id}/history`, '/readings/deleted'];
    for (const path of routes) expect((await portal.api.get(path)).status).toBe(404);
    expect((await portal.api.post(`/readings/${id}/restore`, {})).status).toBe(404);
  });
});

describe('a model with a short history', () => {
  it('keeps what people add and change, not how records began that came by a file', async () => {
    const { id } = await make('/tickets', { title: 'Short' });
    await portal.api.post('/tickets/import_json', { data: [{ title: 'Fed' }] });
    const begun = await portal.api.get<HistoryEntry[]>(`/tickets/${id}/history`);
    expect(begun.body.data).toMatchObject([{ action: 'create' }]);
    await portal.api.put(`/tickets/${id}`, { state: 'done' });
    await portal.api.delete(`/tickets/${id}`);
    const back = await portal.api.post(`/tickets/${id}/restore`, {});
    expect(back.body.data).toMatchObject({ id, title: 'Short', state: 'done' });
    expect(await linesOf('tickets')).toEqual(['create', 'import', 'update', 'delete', 'restore']);
    // That a file brought it is known, by which the file is taken back; not with what it began.
    const { rows } = await portal.db.query(
      `SELECT changes FROM record_history WHERE resource = 'tickets' AND action = 'import'`,
    );
    expect(rows).toEqual([{ changes: {} }]);
  });
});

describe('a stamp that another system sets', () => {
  const CREATED = '2024-02-29T23:30:00+02:00';

  it('is taken where the model is told it, in the one form of moments', async () => {
    const made = await make('/tickets', { title: 'Stamped', created_at: CREATED });
    expect(made['created_at']).toBe('2024-02-29T21:30:00.000Z');
    const updated_at = '2025-01-01T00:00:00.5Z';
    const { body } = await portal.api.put(`/tickets/${made.id}`, { updated_at, state: 'done' });
    expect(body.data).toMatchObject({
      created_at: '2024-02-29T21:30:00.000Z',
      updated_at: '2025-01-01T00:00:00.500Z',
    });
    const before = Date.now();
    const later = await portal.api.put(`/tickets/${made.id}`, { state: 'open' });
    expect(Date.parse(String(later.body.data['updated_at']))).toBeGreaterThanOrEqual(before);
    const [first] = (await portal.api.get<HistoryEntry[]>(`/tickets/${made.id}/history`)).body.data.slice(-2);
    expect(first?.changes.map(({ field, to }) => [field, to])).toContainEqual([
      'updated_at',
      '2025-01-01T00:00:00.500Z',
    ]);
  });

  it.each([null, '', 'yesterday', '2025-01-01', '2025-02-30T00:00:00Z', 7])('cannot be %j', async (stamp) => {
    const { status, body } = await portal.api.post('/tickets', { title: 'Wrong', created_at: stamp });
    expect([status, body.errors.map(({ field }) => field)]).toEqual([422, ['created_at']]);
  });

  it('is refused where nobody declared it', async () => {
    const creation = await portal.api.post('/tickets', { title: 'Wrong', updated_at: CREATED });
    expect(creation.body.errors.map(({ field }) => field)).toEqual(['updated_at']);
    const other = await portal.api.post('/departments', { name: 'Wrong', created_at: CREATED });
    expect(other.body.errors.map(({ field }) => field)).toEqual(['created_at']);
  });
});
