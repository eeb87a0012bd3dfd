import { describe, expect, it } from 'vitest';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineRegistry } from '#tests/support/define-registry.ts';
import { defineResource } from '#kernel/resource.ts';
import { withEngine } from '#tests/support/engine.ts';
import type { Behaviour } from './behaviour.ts';

const notes = defineResource('notes', {
  label: ['Note', 'Notes'],
  title: 'words',
  fields: { words: text('Words') },
  columns: ['words'],
  messages: messagesFor('note'),
});
const hooked = defineResource('hooked_notes', {
  label: ['Hooked Note', 'Hooked Notes'],
  title: 'words',
  fields: { words: text('Words', { unique: 'Taken.' }) },
  columns: ['words'],
  messages: messagesFor('note'),
});

/** Long enough for others to come meanwhile. */
const SLOW_MS = 150;
let hookCalls = 0;
const slow: Behaviour = {
  resource: 'hooked_notes',
  async afterWrite({ tx }) {
    hookCalls += 1;
    await tx.query('SELECT pg_sleep($1)', [SLOW_MS / 1000]);
  },
};
const slowNotes: Behaviour = { ...slow, resource: 'notes' };

const completed = defineResource('completed_notes', {
  label: ['Completed Note', 'Completed Notes'],
  title: 'words',
  fields: { words: text('Words'), author: text('Author') },
  columns: ['words', 'author'],
  messages: messagesFor('note'),
});
/** The author is that of the newest note, as long as there is one. */
const completing: Behaviour = {
  resource: 'completed_notes',
  async complete({ runner }, inputs) {
    const { rows } = await runner.query<{ words: string }>({
      text: 'SELECT words FROM notes ORDER BY id DESC',
    });
    for (const input of inputs) input['author'] ??= rows[0]?.words;
  },
};

const engine = withEngine(defineRegistry([notes, hooked, completed]), {
  makeTables: true,
  behaviours: [slow, completing],
});
const slowEngine = withEngine(defineRegistry([notes]), { makeTables: true, behaviours: [slowNotes] });

const post = (path: string, body: unknown, key: string, by?: string) =>
  engine.call('POST', path, body, { headers: { 'idempotency-key': key }, by });
const total = async (path: string) => (await engine.call('GET', path)).body.meta.total;

describe.each(['/notes', '/hooked_notes'])('a POST to %s with an Idempotency-Key', (path) => {
  it('happens once and answers the same again', async () => {
    const before = await total(path);
    const first = await post(path, { words: `once ${path}` }, 'key-1');
    expect(first.status).toBe(201);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    const again = await post(path, { words: `once ${path}` }, 'key-1');
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await total(path)).toBe(before + 1);
  });

  it('refuses another body under the same key with 422', async () => {
    expect((await post(path, { words: `other ${path}` }, 'key-1')).status).toBe(422);
  });

  it('happens once when ten come at the same time', async () => {
    const before = await total(path);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post(path, { words: `ten ${path}` }, 'key-10')),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ text: body }) => body)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
    expect(await total(path)).toBe(before + 1);
  });

  it('keeps nothing of a request that was refused', async () => {
    expect((await post(path, { words: '' }, 'key-bad')).status).toBe(422);
    expect((await post(path, { words: `right ${path}` }, 'key-bad')).status).toBe(201);
  });

  it('is one thing for each person', async () => {
    await post(path, { words: `mine ${path}` }, 'key-shared');
    const { status, headers } = await post(
      path,
      { words: `theirs ${path}` },
      'key-shared',
      'bob@example.com',
    );
    expect(status).toBe(201);
    expect(headers['idempotency-replayed']).toBeUndefined();
  });

  it('refuses a key that is no key', async () => {
    for (const key of [' ', 'a b', 'x'.repeat(256)])
      expect((await post(path, { words: 'x' }, key)).status).toBe(400);
  });
});

describe('a creation that could not be completed any more', () => {
  it('answers the first answer again under its key, and is refused without', async () => {
    await post('/notes', { words: 'the author' }, 'key-author');
    const first = await post('/completed_notes', { words: 'kept' }, 'key-completed');
    expect([first.status, first.body.data['author']]).toEqual([201, 'the author']);
    await engine.db.query('DELETE FROM notes');
    const again = await post('/completed_notes', { words: 'kept' }, 'key-completed');
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect((await post('/completed_notes', { words: 'other' }, 'key-completed')).body.error).toContain(
      'Idempotency-Key was used',
    );
    expect((await post('/completed_notes', { words: 'kept' }, 'key-new')).status).toBe(422);
  });
});

describe.each(['/notes', '/hooked_notes'])('a change in %s with a key', (path) => {
  const send = (method: 'PUT' | 'PATCH' | 'DELETE', address: string, body: unknown, key: string) =>
    engine.call(method, address, body, { headers: { 'idempotency-key': key } });
  const newNote = async (words: string) => {
    const { id, lock_version } = (await engine.call('POST', path, { words })).body.data;
    return { address: `${path}/${String(id)}`, lock_version };
  };

  it.each(['PUT', 'PATCH'] as const)('by %s happens once, and answers the same again', async (method) => {
    const { address, lock_version } = await newNote(`${method} ${path}`);
    const change = { words: `${method} changed ${path}`, lock_version };
    const first = await send(method, address, change, `key-${method}`);
    const again = await send(method, address, change, `key-${method}`);
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect((await send(method, address, change, 'another-key')).status).toBe(409);
    const other = await send(method, address, { ...change, words: 'other' }, `key-${method}`);
    expect([other.status, other.body.error]).toEqual([422, expect.stringContaining('Idempotency-Key')]);
    const history = await engine.call<{ action: string }[]>('GET', `${address}/history`);
    expect(history.body.data.map(({ action }) => action)).toEqual(['update', 'create']);
    expect(history.body.meta.total).toBe(2);
  });

  it('by DELETE happens once, and answers the same again', async () => {
    const { address } = await newNote(`deleted ${path}`);
    const first = await send('DELETE', address, undefined, 'key-delete');
    const again = await send('DELETE', address, undefined, 'key-delete');
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
    expect((await send('DELETE', address, undefined, 'key-delete-2')).status).toBe(404);
  });

  it('keeps nothing of one that was refused', async () => {
    const { address, lock_version } = await newNote(`refused ${path}`);
    expect((await send('PUT', address, { words: '', lock_version }, 'key-refused')).status).toBe(422);
    expect(
      (await send('PUT', address, { words: `right now ${path}`, lock_version }, 'key-refused')).status,
    ).toBe(200);
  });
});

describe('hooks', () => {
  it('run once per effect, not once per request', async () => {
    hookCalls = 0;
    await Promise.all(Array.from({ length: 5 }, () => post('/hooked_notes', { words: 'hook' }, 'key-hook')));
    expect(hookCalls).toBe(1);
  });
});

describe('a restoration with a key', () => {
  it('answers the same again', async () => {
    const { body } = await post('/notes', { words: 'to restore' }, 'key-restore');
    const path = `/notes/${String(body.data['id'])}`;
    await engine.call('DELETE', path);
    const first = await post(`${path}/restore`, undefined, 'key-back');
    const again = await post(`${path}/restore`, undefined, 'key-back');
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
  });
});

describe('a POST without a key to a model that nothing makes unique', () => {
  it('is refused while its twin is being worked on, and taken afterwards', async () => {
    const send = () => slowEngine.call('POST', '/notes', { words: 'twin' });
    const answers = await Promise.all(Array.from({ length: 10 }, send));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    expect((await send()).status).toBe(201);
  });

  it('is refused so without hooks too', async () => {
    await engine.db.query(
      `CREATE FUNCTION take_time() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_sleep(${SLOW_MS / 1000}); RETURN NEW; END $$;
      CREATE TRIGGER slow BEFORE INSERT ON notes FOR EACH ROW WHEN (NEW.words = 'slow') EXECUTE FUNCTION take_time()`,
    );
    const send = () => engine.call('POST', '/notes', { words: 'slow' });
    const answers = await Promise.all(Array.from({ length: 10 }, send));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    expect((await send()).status).toBe(201);
  });
});
