import { beforeAll, describe, expect, it } from 'vitest';
import { NONE_ID } from '#kernel/ids.ts';
import type { HistoryEntry } from '#kernel/history.ts';
import { resourcePath } from '#kernel/resource.ts';
import { registry } from '#resources/registry.ts';
import { answered, Factory, invalidValue, sampleValue, writableFields } from '#tests/support/factories.ts';
import {
  acyclicReferences,
  linesKept,
  modelsWith,
  otherwiseBack,
  referenceFields,
  referringFields,
  shapesWith,
  uniqueFields,
} from '#tests/support/models.ts';
import { testPerson, withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
let factory: Factory;
beforeAll(() => {
  factory = new Factory(portal.api, registry, portal.db);
});

const noIds = [
  '0',
  '-1',
  '-100',
  '-9999',
  '1e3',
  '9223372036854775808',
  '2147483648',
  'NaN',
  '1.0',
  '%20',
  '0x1',
  '1;',
  "1'",
  '7d444840-9dc0-11d1-b245-5ffdce74fad2',
];

describe.each(shapesWith('read', 'record'))('a record of $name', ({ path }) => {
  it.each([...noIds, '1999999999'])('is not found under the id %s', async (id) => {
    for (const address of [`${path}/${id}`, `${path}/${id}/history`]) {
      const { status, body } = await portal.api.get(address);
      expect(status).toBe(404);
      expect(body.error).toMatch(/ was not found\.$/);
    }
  });

  it('refuses a parameter that it has no use for', async () => {
    expect((await portal.api.get(`${path}/1?include=all`)).status).toBe(400);
  });
});

describe.each(modelsWith('update', 'record'))('updating $name', ({ model, path }) => {
  const get = (id: number) => portal.api.get(`${path}/${id}`);
  const history = async (id: number) =>
    (await portal.api.get<HistoryEntry[]>(`${path}/${id}/history`)).body.data;

  it('changes the given fields alone, raises the version and answers the record as it is', async () => {
    const before = await factory.create(model);
    const { name, value } = factory.change(model);
    const { status, body } = await portal.api.put(`${path}/${before.id}`, { [name]: value, lock_version: 1 });
    expect(status).toBe(200);
    const { updated_at: stamp, ...rest } = before;
    expect(body.data).toMatchObject({ ...rest, [name]: value, lock_version: 2 });
    expect(String(body.data['updated_at']) > String(stamp)).toBe(true);
    expect((await get(before.id)).body.data).toEqual(body.data);
  });

  it('takes a wrapped body, with the version inside or beside', async () => {
    const { id } = await factory.create(model);
    const { name, value } = factory.change(model);
    const inside = { [model.singular]: { [name]: value, lock_version: 1 } };
    expect((await portal.api.put(`${path}/${id}`, inside)).body.data).toMatchObject({
      [name]: value,
      lock_version: 2,
    });
    const again = factory.change(model);
    const beside = { lock_version: 2, [model.singular]: { [again.name]: again.value } };
    expect((await portal.api.put(`${path}/${id}`, beside)).body.data.lock_version).toBe(3);
  });

  it('changes every writable field', async () => {
    const before = await factory.create(model);
    const n = factory.next();
    const wanted = Object.fromEntries(
      writableFields(model, 'update')
        .filter(([, { kind }]) => kind !== 'ref')
        .map(([name, field]) => [
          name,
          field.kind === 'boolean' ? before[name] !== true : sampleValue(field, n),
        ]),
    );
    const fitting = await factory.fitting(model, wanted);
    const { status, body } = await portal.api.put(`${path}/${before.id}`, fitting);
    expect(status).toBe(200);
    expect(body.data).toMatchObject(answered(model, wanted));
  });

  it('empties a field that may be empty by null or an empty text, and refuses that elsewhere', async () => {
    for (const [name, field] of writableFields(model, 'update')) {
      if (field.kind === 'ref') continue;
      const { id } = await factory.create(model);
      for (const empty of [null, '']) {
        const { status, body } = await portal.api.put(`${path}/${id}`, { [name]: empty });
        // A list that may be left out is then an empty one.
        const becomes = field.kind === 'text-list' && field.writing === 'omissible' ? [] : null;
        const mayBeEmpty = field.nullable || becomes !== null;
        expect(status, name).toBe(mayBeEmpty ? 200 : 422);
        if (mayBeEmpty) expect(body.data[name] ?? null).toEqual(becomes);
        else expect(body.errors.map((error) => error.field)).toEqual([name]);
      }
    }
  });

  it.each(referenceFields(model, 'update'))(
    'takes None for %s only where an edited record may have it, with the declared sentence otherwise',
    async (name, field) => {
      const { id } = await factory.create(model);
      const none = await factory.fitting(model, { [name]: NONE_ID });
      const { status, body } = await portal.api.put(`${path}/${id}`, none);
      expect(status).toBe(field.none === 'always' ? 200 : 422);
      if (field.none === 'always') expect(body.data[name]).toBeNull();
      else if (field.noneMessage) expect(body.error).toBe(field.noneMessage);
    },
  );

  it.each(acyclicReferences(model))(
    'refuses %s that would lead back to the record, directly or through others',
    async (field) => {
      const last = await factory.create(model);
      const middle = await factory.create(model, { [field]: last.id });
      const first = await factory.create(model, { [field]: middle.id });
      for (const target of [last.id, first.id]) {
        const { status, body } = await portal.api.put(`${path}/${last.id}`, { [field]: target });
        expect(status).toBe(422);
        expect(body.errors.map((error) => error.field)).toEqual([field]);
      }
    },
  );

  it('refuses an older version with who changed it and when, and shows the record as it is', async () => {
    const { id } = await factory.create(model);
    const grace = await portal.signIn({ email: 'grace.hopper@example.com', name: 'Grace Hopper' });
    const theirs = factory.change(model);
    const before = Date.now();
    const changed = await grace.put(`${path}/${id}`, { [theirs.name]: theirs.value, lock_version: 1 });
    const mine = factory.change(model);
    const { status, body } = await portal.api.put(`${path}/${id}`, {
      [mine.name]: mine.value,
      lock_version: 1,
    });
    expect(status).toBe(409);
    expect(body.error).toMatch(/was changed by Grace Hopper on \d\d-[A-Z][a-z]{2}-\d{4} at \d\d:\d\d UTC\.$/);
    expect(body.conflict).toMatchObject({
      by: { email: 'grace.hopper@example.com', name: 'Grace Hopper' },
      lock_version: 2,
      current: changed.body.data,
    });
    expect(Date.parse(body.conflict.at)).toBeGreaterThanOrEqual(before);
    expect((await get(id)).body.data).toEqual(changed.body.data);
  });

  it('lets one of ten win who save the same version at once', async () => {
    const { id } = await factory.create(model);
    const changes = Array.from({ length: 10 }, () => factory.change(model));
    const answers = await Promise.all(
      changes.map(({ name, value }) => portal.api.put(`${path}/${id}`, { [name]: value, lock_version: 1 })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    expect((await get(id)).body.data.lock_version).toBe(2);
  });

  it('names every invalid and unknown field at once and changes nothing', async () => {
    const before = await factory.create(model);
    const fields = writableFields(model, 'update');
    const wrong = Object.fromEntries(fields.map(([name, field]) => [name, invalidValue(field)]));
    const { status, body } = await portal.api.put(`${path}/${before.id}`, { ...wrong, id: 5, nonsense: 1 });
    expect(status).toBe(422);
    const names = [...fields.map(([name]) => name), 'id', 'nonsense'];
    expect(body.errors.map(({ field }) => field).toSorted()).toEqual(names.toSorted());
    expect((await get(before.id)).body.data).toEqual(before);
  });

  it.each(uniqueFields(model))(
    'answers a duplicate of %s with 409 and changes nothing',
    async (name, message) => {
      const [first, second] = [await factory.create(model), await factory.create(model)];
      const { status, body } = await portal.api.put(`${path}/${second.id}`, { [name]: first[name] });
      expect(status).toBe(409);
      expect(body.error).toBe(message);
      expect((await get(second.id)).body.data).toEqual(second);
    },
  );

  it('is a line of the history with the old and the new value; saving the same again is none', async () => {
    const before = await factory.create(model);
    const { name, value } = factory.change(model);
    await portal.api.put(`${path}/${before.id}`, { [name]: value });
    await portal.api.put(`${path}/${before.id}`, { [name]: value });
    const lines = await history(before.id);
    expect(lines.map(({ action }) => action)).toEqual(linesKept(model, ['update', 'create']));
    expect(lines[0]).toMatchObject({ by: testPerson, lock_version: 2 });
    expect(lines[0]?.request_id).toMatch(/\S/);
    expect(lines[0]?.changes).toMatchObject([{ field: name, from: before[name], to: value }]);
  });
});

describe.each(shapesWith('update', 'record'))('updating $name', ({ model, path }) => {
  it.each(['x', 0, -1, 1.5, true, '1', {}])('refuses the version %j', async (version) => {
    const { id } = await factory.create(model);
    const { name, value } = factory.change(model);
    const { status, body } = await portal.api.put(`${path}/${id}`, { [name]: value, lock_version: version });
    expect(status).toBe(422);
    expect(body.errors.map(({ field }) => field)).toEqual(['lock_version']);
  });

  it.each([...noIds, '1999999999'])('finds nothing to change under the id %s', async (id) => {
    const { name, value } = factory.change(model);
    expect((await portal.api.put(`${path}/${id}`, { [name]: value })).status).toBe(404);
  });
});

describe.each(modelsWith('delete', 'record'))('deleting $name', ({ model, path }) => {
  it('answers the removed record, which is gone afterwards but for its history', async () => {
    const record = await factory.create(model);
    const { status, body } = await portal.api.delete(`${path}/${record.id}`);
    expect(status).toBe(200);
    expect(body.data).toEqual(record);
    expect((await portal.api.get(`${path}/${record.id}`)).status).toBe(404);
    expect((await portal.api.delete(`${path}/${record.id}`)).status).toBe(404);
    const { body: kept } = await portal.api.get<HistoryEntry[]>(`${path}/${record.id}/history`);
    expect(kept.data.map(({ action }) => action)).toEqual(linesKept(model, ['delete', 'create']));
    expect(kept.data[0]).toMatchObject({ by: testPerson });
  });

  it('can be undone: the record is back as it was, with a line that says so', async () => {
    const record = await factory.create(model);
    await portal.api.delete(`${path}/${record.id}`);
    const deleted = await portal.api.get<{ id: number }[]>(`${path}/deleted`);
    expect(deleted.body.data.map(({ id }) => id)).toContain(record.id);
    const { status, body } = await portal.api.post(`${path}/${record.id}/restore`);
    expect(status).toBe(200);
    const { updated_at: _stamp, lock_version: _version, ...rest } = record;
    expect(body.data).toMatchObject({ ...rest, ...otherwiseBack[model.name] });
    const { body: lines } = await portal.api.get<HistoryEntry[]>(`${path}/${record.id}/history`);
    expect(lines.data.map(({ action }) => action)).toEqual(linesKept(model, ['restore', 'delete', 'create']));
  });

  it.each(referringFields(model))(
    'is refused while %s refer to it by %s, and says how many',
    async (_name, field, from) => {
      const target = await factory.create(model);
      const referring = [];
      for (let n = 0; n < 2; n++) referring.push(await factory.create(from, { [field]: target.id }));
      const { status, body } = await portal.api.delete(`${path}/${target.id}`);
      expect(status).toBe(409);
      expect(body.error).toContain(`2 ${from.label[1]} refer to it`);
      expect(body.references).toEqual([{ model: from.name, label: from.label[1], count: 2 }]);
      expect((await portal.api.get(`${path}/${target.id}`)).status).toBe(200);
      for (const { id } of referring) await portal.api.delete(`${resourcePath(from.name)}/${id}`);
      expect((await portal.api.delete(`${path}/${target.id}`)).status).toBe(200);
    },
  );
});

describe.each(shapesWith('delete', 'record'))('deleting $name', ({ path }) => {
  it.each([...noIds, '1999999999'])('finds nothing under the id %s', async (id) => {
    expect((await portal.api.delete(`${path}/${id}`)).status).toBe(404);
  });
});
