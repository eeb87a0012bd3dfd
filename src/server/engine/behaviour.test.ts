import { describe, expect, it } from 'vitest';
import { conflict, invalid } from '#kernel/errors.ts';
import { number } from '#kernel/fields/number.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineRegistry } from '#tests/support/define-registry.ts';
import { defineResource } from '#kernel/resource.ts';
import { createVault } from '#server/platform/config/vault.ts';
import { withDatabase } from '#tests/support/database.ts';
import { withEngine } from '#tests/support/engine.ts';
import type { Behaviour } from './behaviour.ts';
import type { Written } from './hooks.ts';
import { EngineServices } from './services.ts';

const jars = defineResource('jars', {
  label: ['Jar', 'Jars'],
  title: 'name',
  fields: {
    name: text('Name', { unique: 'There is such a jar.' }),
    sweets: number('Sweets', { default: 0 }),
  },
  columns: ['name'],
  messages: messagesFor('jar'),
});

const written: Written[] = [];
const behaviour: Behaviour = {
  resource: 'jars',
  async complete(_context, inputs) {
    for (const input of inputs) input['name'] ??= 'nameless';
  },
  async beforeCreate(_context, values) {
    if (values['sweets'] === 13) throw invalid([{ field: 'sweets', message: 'Not thirteen.' }]);
    return { ...values, name: String(values['name']).toUpperCase() };
  },
  async beforeUpdate(_context, { current, values }) {
    if (Number(values['sweets']) < Number(current['sweets']))
      throw invalid([{ field: 'sweets', message: 'Nobody takes sweets out.' }]);
  },
  async beforeDelete(_context, { current }) {
    if (Number(current['sweets']) > 0) throw conflict('The jar is not empty.');
  },
  async afterWrite({ tx, requestId }, change) {
    written.push(change);
    await tx.query('INSERT INTO noticed VALUES ($1)', [requestId]);
    if (change.after?.['name'] === 'BROKEN') throw new Error('broken');
  },
  routes(scope, services) {
    scope.post('/fill', async (request, reply) => {
      const who = services.guard(request, 'update', jars);
      return services.once(request, reply, async (tx) => {
        const row = await services.create('jars', { name: 'filled', sweets: 5 }, who, tx);
        return { status: 202, body: { data: await services.update('jars', row.id, { sweets: 9 }, who, tx) } };
      });
    });
  },
};
const registry = defineRegistry([jars]);

describe('the hooks of a model', () => {
  const engine = withEngine(registry, { makeTables: true, behaviours: [behaviour] });
  const noticed = async () => (await engine.db.query('SELECT 1 FROM noticed')).rowCount ?? 0;

  it('complete, change and refuse what comes in, and hear what was written', async () => {
    await engine.db.query('CREATE TABLE noticed (request_id text)');
    const made = await engine.call('POST', '/jars', { sweets: 2 });
    expect(made.body.data).toMatchObject({ name: 'NAMELESS', sweets: 2 });
    const path = `/jars/${String(made.body.data['id'])}`;
    expect((await engine.call('POST', '/jars', { name: 'x', sweets: 13 })).status).toBe(422);
    expect((await engine.call('PUT', path, { sweets: 1 })).body.error).toBe('Nobody takes sweets out.');
    expect((await engine.call('PUT', path, { sweets: 3, lock_version: 1 })).status).toBe(200);
    expect((await engine.call('PUT', path, { sweets: 4, lock_version: 1 })).status).toBe(409);
    expect((await engine.call('PUT', path, { sweets: 3 })).body.data).toMatchObject({ lock_version: 2 });
    expect((await engine.call('DELETE', path)).body.error).toBe('The jar is not empty.');
    expect(written.map(({ action }) => action)).toEqual(['create', 'update']);
    expect(written[1]).toMatchObject({ before: { sweets: 2 }, after: { sweets: 3 } });
    expect(await noticed()).toBe(2);
  });

  it('undo the change, its history and all that they did when they fail', async () => {
    const before = await noticed();
    const { status, text: body } = await engine.call('POST', '/jars', { name: 'broken' });
    expect(status).toBe(500);
    expect(body).not.toContain('broken');
    expect((await engine.call('GET', '/jars?by_name=broken')).body.meta.total).toBe(0);
    expect(await noticed()).toBe(before);
    const { rowCount } = await engine.db.query(
      `SELECT 1 FROM record_history WHERE changes::text LIKE '%BROKEN%'`,
    );
    expect(rowCount).toBe(0);
  });

  it('hear of a duplicate as a conflict', async () => {
    await engine.call('POST', '/jars', { name: 'same' });
    const { status, body } = await engine.call('POST', '/jars', { name: 'Same' });
    expect([status, body.error]).toEqual([409, 'There is such a jar.']);
  });

  it('have routes of their own that write in one transaction, once per key', async () => {
    const headers = { 'idempotency-key': 'fill' };
    const first = await engine.call('POST', '/jars/fill', {}, { headers });
    expect(first.status).toBe(202);
    expect(first.body.data).toMatchObject({ name: 'FILLED', sweets: 9, lock_version: 2 });
    const again = await engine.call('POST', '/jars/fill', {}, { headers });
    expect(again.body).toEqual(first.body);
    expect((await engine.call('POST', '/jars/fill', {})).status).toBe(409);
  });
});

describe('a behaviour', () => {
  const database = withDatabase({ migrated: false });
  const start = (...behaviours: Behaviour[]) =>
    new EngineServices({
      registry,
      behaviours,
      db: database.db,
      allows: () => true,
      ownRowsOf: () => null,
      importLimit: 1,
      vault: createVault(Buffer.alloc(32)),
      demand: () => undefined,
      checksAnswers: true,
    });

  it('for what is no model, or a second one, stops the start', () => {
    expect(() => start({ resource: 'bottles' })).toThrow('A behaviour is for bottles, which is no model.');
    expect(() => start(behaviour, behaviour)).toThrow('There are two behaviours for jars.');
  });
});

describe('the right to do something', () => {
  const engine = withEngine(registry, {
    makeTables: true,
    allows: (action, model) => action === 'read' && model === 'jars',
  });

  it('is called for lists, records, files and changes alike', async () => {
    for (const path of ['/jars', '/jars/deleted', '/jars/1', '/jars/1/history'])
      expect((await engine.call('GET', path)).status).not.toBe(403);
    const refused = await engine.call('POST', '/jars', '{ broken', {
      headers: { 'content-type': 'application/json' },
    });
    expect(refused.status).toBe(403);
    expect(refused.body.error).toBe('You have no right to add Jars. Ask an administrator for it.');
    for (const [method, path] of [
      ['PUT', '/jars/1'],
      ['PATCH', '/jars/1'],
      ['DELETE', '/jars/1'],
      ['POST', '/jars/1/restore'],
    ] as const)
      expect((await engine.call(method, path, method === 'DELETE' ? undefined : {})).status).toBe(403);
  });

  it('is nobody’s without a person', async () => {
    for (const path of ['/jars', '/jars/1'])
      expect((await engine.call('GET', path, undefined, { by: 'nobody' })).status).toBe(401);
  });
});
