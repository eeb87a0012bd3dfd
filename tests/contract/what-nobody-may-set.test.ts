import { beforeAll, describe, expect, it } from 'vitest';
import { resourcePath, type Resource } from '#kernel/resource.ts';
import { registry } from '#resources/registry.ts';
import type { Row } from '#tests/support/api.ts';
import { Factory, writableFields } from '#tests/support/factories.ts';
import { otherwiseBack, shapesWith } from '#tests/support/models.ts';
import { withPortal } from '#tests/support/portal.ts';
import { storedContent } from '#tests/support/stored.ts';

const portal = withPortal();
let factory: Factory;
beforeAll(() => {
  factory = new Factory(portal.api, registry, portal.db);
});

/** The fields that an answer refuses, in the order of the alphabet. */
const namesOf = ({ errors }: { errors: readonly { field: string }[] }) =>
  errors.map(({ field }) => field).toSorted();

const NEVER = {
  id: 4711,
  created_at: '2001-01-01T00:00:00Z',
  updated_at: '2001-01-01T00:00:00Z',
  created_by: 'mallory@example.com',
  search: 'found everywhere',
  xmin: 1,
  role: 'admin',
};

describe.each(shapesWith('create', 'update', 'record'))('what nobody may set of $name', ({ model, path }) => {
  const ownFields = Object.keys(model.fields);
  /** Of the system, of other records, for later, and the same under other spellings. */
  const forbidden = (mode: 'create' | 'update'): Record<string, unknown> => {
    const writable = new Set(writableFields(model, mode).map(([name]) => name));
    const shown = [...registry.properties(model).keys()].filter((name) => !writable.has(name));
    const spelt = ownFields.flatMap((name) => [name.toUpperCase(), ` ${name}`, `${name}[]`, `${name}.id`]);
    return {
      ...Object.fromEntries(
        [...shown, ...spelt].filter((name) => !writable.has(name)).map((name) => [name, true]),
      ),
      ...NEVER,
      ...(mode === 'create' && { lock_version: 7 }),
    };
  };

  it('is refused on a creation, each by its name, bare and wrapped', async () => {
    const input = await factory.input(model);
    const before = await storedContent(portal);
    const { lock_version: _version, ...wrong } = forbidden('create');
    for (const body of [{ ...input, ...wrong }, { [model.singular]: { ...input, ...wrong } }]) {
      const { status, body: answer } = await portal.api.post(path, body);
      expect([status, namesOf(answer)]).toEqual([422, Object.keys(wrong).toSorted()]);
    }
    expect(await storedContent(portal)).toEqual(before);
  });

  it('is refused on a creation beside the wrapper too, and a version counts for nothing there', async () => {
    const input = await factory.input(model);
    const before = await storedContent(portal);
    const beside = await portal.api.post(path, { [model.singular]: input, approved: true, id: 4711 });
    expect(beside.status).toBe(422);
    const versioned = await portal.api.post(path, { ...input, lock_version: 7 });
    expect([versioned.status, versioned.body.errors.map(({ field }) => field)]).toEqual([
      422,
      ['lock_version'],
    ]);
    expect(await storedContent(portal)).toEqual(before);
  });

  it('is refused on a change, by PUT and PATCH alike', async () => {
    const { id } = await factory.create(model);
    const { name: right, value } = factory.change(model);
    const before = await storedContent(portal);
    const { lock_version: _version, ...wrong } = forbidden('update');
    for (const method of ['PUT', 'PATCH']) {
      const body = JSON.stringify({ [right]: value, ...wrong });
      const answer = await portal.api.send(method, `${path}/${id}`, body);
      expect([answer.status, namesOf(answer.body)], method).toEqual([422, Object.keys(wrong).toSorted()]);
    }
    expect(await storedContent(portal)).toEqual(before);
  });

  it('is not taken from the query or the headers', async () => {
    const input = await factory.input(model);
    const query = new URLSearchParams({ approved: 'true', id: '4711' }).toString();
    expect((await portal.api.post(`${path}?${query}`, input)).status).toBe(400);
    const { id } = await factory.create(model);
    expect((await portal.api.put(`${path}/${id}?approved=true`, {})).status).toBe(400);
    const { body } = await portal.api.post(path, await factory.input(model), {
      id: '4711',
      approved: 'true',
    });
    expect(body.data.id).not.toBe(4711);
    expect(body.data).not.toMatchObject({ approved: true });
  });

  it('is not brought by the restoration of a deleted record', async () => {
    const { id, created_at: born } = await factory.create(model);
    const { body: deleted } = await portal.api.delete(`${path}/${id}`);
    const { status, body } = await portal.api.post(`${path}/${id}/restore`, { ...NEVER, approved: true });
    expect(status).toBe(200);
    const { updated_at: _then, lock_version: _old, ...same } = deleted.data;
    expect(body.data).toMatchObject({ ...same, id, created_at: born, ...otherwiseBack[model.name] });
  });
});

describe('a reference', () => {
  const references = shapesWith('create', 'update', 'record').flatMap(({ model }) =>
    writableFields(model, 'update').flatMap(([name, field]) =>
      field.kind === 'ref' ? [{ model, name }] : [],
    ),
  );
  const tried: { model: Resource; name: string; record: Row; input: Record<string, unknown> }[] = [];
  beforeAll(async () => {
    for (const { model, name } of references)
      tried.push({ model, name, record: await factory.create(model), input: await factory.input(model) });
  });

  const noIds = [
    0,
    -1,
    -100,
    1.5,
    1e3 + 0.1,
    2 ** 31,
    2 ** 63,
    '1e3',
    'NaN',
    ' 1',
    '0x1',
    true,
    [1],
    { id: 1 },
  ];
  it.each([...noIds, '7d444840-9dc0-11d1-b245-5ffdce74fad2', '9223372036854775808', '-100'])(
    'is never %j: 422, and nothing is stored',
    async (id) => {
      expect(references.length).toBeGreaterThan(0);
      const before = await storedContent(portal);
      for (const { model, name, record, input } of tried) {
        const path = resourcePath(model.name);
        const answers = [await portal.api.put(`${path}/${record.id}`, { [name]: id })];
        if (writableFields(model, 'create').some(([field]) => field === name))
          answers.push(await portal.api.post(path, { ...input, [name]: id }));
        for (const { status, body } of answers)
          expect([status, namesOf(body)], `${model.name}.${name}`).toEqual([422, [name]]);
      }
      expect(await storedContent(portal)).toEqual(before);
    },
  );

  it('never holds an id that stands for none or for a row that is not saved', async () => {
    for (const { model, name } of references) {
      const { rows } = await portal.db.query(`SELECT FROM ${model.name} WHERE ${name} < 1`);
      expect(rows).toEqual([]);
      await expect(portal.db.query(`UPDATE ${model.name} SET ${name} = -9999`)).rejects.toThrow(
        /foreign key/,
      );
    }
  });
});
