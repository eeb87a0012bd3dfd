import { beforeAll, describe, expect, it } from 'vitest';
import { NONE_ID } from '#kernel/ids.ts';
import { registry } from '#resources/registry.ts';
import { ONE_CONNECTION } from '#tests/support/database.ts';
import { answered, Factory, invalidValue, writableFields } from '#tests/support/factories.ts';
import { linesKept, modelsWith, referenceFields, uniqueRules } from '#tests/support/models.ts';
import { testPerson, withPortal } from '#tests/support/portal.ts';
import { sentences } from './specified/sentences.ts';

const portal = withPortal({}, ONE_CONNECTION);
let factory: Factory;
const specified: readonly string[] = sentences;
beforeAll(() => {
  factory = new Factory(portal.api, registry, portal.db);
});

describe.each(modelsWith('create', 'record'))('creating $name', ({ model, path }) => {
  const post = (body: unknown) => portal.api.post(path, body);
  const count = async () => (await portal.api.get(`${path}?per_page=1`)).body.meta.total;

  it('takes a bare body and answers the whole record with 201', async () => {
    const input = await factory.input(model);
    const { status, body } = await post(input);
    expect(status).toBe(201);
    expect(body.data).toMatchObject(answered(model, input));
    expect(body.data).toMatchObject({ id: expect.any(Number), lock_version: 1 });
    expect(body.data['created_at']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)$/);
    const read = await portal.api.get(`${path}/${body.data.id}`);
    expect(read.status).toBe(200);
    expect(read.body.data).toEqual(body.data);
  });

  it('takes a body wrapped in the singular name', async () => {
    const input = await factory.input(model);
    const { status, body } = await post({ [model.singular]: input });
    expect(status).toBe(201);
    expect(body.data).toMatchObject(answered(model, input));
  });

  it('keeps texts as they were typed, without the blanks around them', async () => {
    const input = await factory.input(model);
    const exact = Object.fromEntries(
      writableFields(model, 'create')
        .filter(([, field]) => field.kind === 'text' && field.format === undefined && field.max >= 100)
        .map(([name], at) => [name, `${factory.next()} <b>"Zoë" & 'Öz'</b> 東京 😀 ${at}`]),
    );
    const padded = Object.fromEntries(Object.entries(exact).map(([name, text]) => [name, `  ${text}\t`]));
    const { status, body } = await post({ ...input, ...padded });
    expect(status).toBe(201);
    expect(body.data).toMatchObject(exact);
  });

  it('takes the id −9999 and null alike where None may be chosen, and refuses both elsewhere', async () => {
    for (const [name, field] of writableFields(model, 'create')) {
      if (field.kind !== 'ref') continue;
      for (const none of [NONE_ID, String(NONE_ID), null]) {
        const { status, body } = await post(await factory.input(model, { [name]: none }));
        if (field.none === 'never') {
          expect(status, name).toBe(422);
          expect(body.errors.map((error) => error.field)).toEqual([name]);
        } else {
          expect(status, name).toBe(201);
          expect(body.data[name]).toBeNull();
        }
      }
    }
    const stored = await portal.db.query(`SELECT * FROM ${model.name}`);
    expect(JSON.stringify(stored.rows)).not.toContain(String(NONE_ID));
  });

  it('names every invalid field at once with 422 and stores nothing', async () => {
    const before = await count();
    const fields = writableFields(model, 'create');
    const { status, body } = await post(
      Object.fromEntries(fields.map(([name, field]) => [name, invalidValue(field)])),
    );
    expect(status).toBe(422);
    expect(body.errors.map(({ field }) => field)).toEqual(fields.map(([name]) => name));
    // Some sentences are specified without their end.
    for (const { message } of body.errors)
      if (!specified.includes(message)) expect(message).toMatch(/^[A-Z].*\.$/);
    for (const { message } of body.errors) expect(body.error).toContain(message);
    expect(await count()).toBe(before);
  });

  it('names every missing field at once', async () => {
    const required = writableFields(model, 'create')
      .filter(([, { writing }]) => writing === 'required')
      .map(([name]) => name);
    const { status, body } = await post({});
    expect(status).toBe(422);
    expect(body.errors.map(({ field }) => field)).toEqual(expect.arrayContaining(required));
  });

  it('refuses fields that nobody knows, the system’s own, and those for later, each by name', async () => {
    const foreign = {
      id: 7,
      created_at: '2026-01-01',
      updated_at: '2026-01-01',
      lock_version: 9,
      nonsense: 1,
    };
    const later = Object.entries(model.fields).flatMap(([name, { writing }]) =>
      writing === 'update-only' || writing === 'never' ? [name] : [],
    );
    const extra = { ...foreign, ...Object.fromEntries(later.map((name) => [name, true])) };
    const { status, body } = await post({ ...(await factory.input(model)), ...extra });
    expect(status).toBe(422);
    expect(body.errors.map(({ field }) => field).toSorted()).toEqual(Object.keys(extra).toSorted());
  });

  it.each(referenceFields(model, 'create'))('refuses %s of a record that is not there', async (name) => {
    const { status, body } = await post(await factory.input(model, { [name]: 2_000_000_000 }));
    expect(status).toBe(422);
    expect(body.errors.map((error) => error.field)).toEqual([name]);
  });

  it.each([
    '',
    'null',
    '[]',
    '"text"',
    '7',
    '{"a":',
    '{"__proto__":{"a":1}}',
    '{"a":{"constructor":{"prototype":1}}}',
  ])('refuses the body %s with a sentence', async (text) => {
    const before = await count();
    const { status, body } = await portal.api.send('POST', path, text);
    expect([400, 415, 422]).toContain(status);
    expect(body.error).toMatch(/\.$/);
    expect(await count()).toBe(before);
  });

  it('refuses a NUL, half a surrogate pair and a text that is too long', async () => {
    const [name, field] = writableFields(model, 'create').find(([, { kind }]) => kind === 'text') ?? [];
    if (!name || field?.kind !== 'text') throw new Error(`${model.name} has no text.`);
    for (const bad of ['a\u0000b', 'a\ud800', 'x'.repeat(field.max + 1), 'x'.repeat(1_000_000)]) {
      const { status, body } = await post(await factory.input(model, { [name]: bad }));
      expect([413, 422]).toContain(status);
      expect(body.error).toMatch(/\.$/);
    }
  });

  it.each(uniqueRules(model))(
    'answers a duplicate of $fields with 409 and the declared sentence, whatever its case and blanks',
    async ({ fields, message }) => {
      const first = await factory.create(model);
      const same = Object.fromEntries(
        fields.map((name) => {
          const value = first[name];
          return [name, typeof value === 'string' ? ` ${value.toUpperCase()} ` : value];
        }),
      );
      const { status, body } = await post(await factory.input(model, same));
      expect(status).toBe(409);
      expect(body.error).toBe(message);
      expect(body.errors).toEqual(fields.map((field) => ({ field, message })));
    },
  );

  it('happens once per Idempotency-Key: the same answer again, 422 for another body', async () => {
    const input = await factory.input(model);
    const key = { 'idempotency-key': `key ${factory.next()}`.replace(' ', '-') };
    const before = await count();
    const answers = await Promise.all(Array.from({ length: 5 }, () => portal.api.post(path, input, key)));
    for (const { status, text } of answers) {
      expect(status).toBe(201);
      expect(text).toBe(answers[0]?.text);
    }
    expect(await count()).toBe(before + 1);
    const other = await portal.api.post(path, await factory.input(model), key);
    expect(other.status).toBe(422);
    const somebodyElse = await portal.signIn({ email: 'grace@example.com' });
    const theirs = await somebodyElse.post(path, await factory.input(model), key);
    expect(theirs.status).toBe(201);
    expect(await count()).toBe(before + 2);
  });

  it('does not keep a refusal under its Idempotency-Key: the corrected body is taken', async () => {
    const key = { 'idempotency-key': `corrected-${factory.next()}` };
    expect((await portal.api.post(path, { nonsense: 1 }, key)).status).toBe(422);
    expect((await portal.api.post(path, await factory.input(model), key)).status).toBe(201);
  });

  it('is the first line of the record’s history, where that keeps it', async () => {
    const { id } = await factory.create(model);
    const { body } = await portal.api.get<Record<string, unknown>[]>(`${path}/${id}/history`);
    expect(body.data).toMatchObject(
      linesKept(model, ['create']).map((action) => ({ action, by: testPerson, lock_version: 1 })),
    );
  });

  it('needs a session, and changes nothing without', async () => {
    const before = await count();
    const input = JSON.stringify(await factory.input(model));
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${portal.url}/api${path}`, { method: 'POST', body: input, headers });
    expect(answer.status).toBe(401);
    expect(await count()).toBe(before);
  });
});

describe.each(modelsWith('create', 'record', 'unique'))(
  'ten people who add the same of $name at once',
  ({ model, path }) => {
    it('are told by nine duplicates and one record', async () => {
      const input = await factory.input(model);
      const count = async () => (await portal.api.get(`${path}?per_page=1`)).body.meta.total;
      const before = await count();
      const answers = await Promise.all(Array.from({ length: 10 }, () => portal.api.post(path, input)));
      const statuses = answers.map(({ status }) => status).toSorted();
      expect(statuses).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
      expect(await count()).toBe(before + 1);
    });
  },
);
