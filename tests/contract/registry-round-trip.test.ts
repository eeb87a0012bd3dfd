import { beforeAll, describe, expect, it } from 'vitest';
import { namingFields } from '#kernel/whole-names.ts';
import { importColumns, importOf } from '#kernel/csv/csv-import.ts';
import { referencesOf } from '#kernel/fields/kinds.ts';
import type { ImportResult } from '#kernel/csv/csv-import.ts';
import type { Resource } from '#kernel/resource.ts';
import { registry } from '#resources/registry.ts';
import type { Row } from '#tests/support/api.ts';
import { Factory, sampleValue } from '#tests/support/factories.ts';
import { modelsWith } from '#tests/support/models.ts';
import { withPortal } from '#tests/support/portal.ts';
import { importBody } from '#tests/support/worksheets.ts';

const portal = withPortal();
let factory: Factory;
beforeAll(() => {
  factory = new Factory(portal.api, registry, portal.db);
});

/** Records that show the same, told apart by one naming field after the other; one of them has none of these. */
async function namesakes(target: Resource, show: string): Promise<Row[]> {
  const [, ...others] = namingFields(target, show);
  const field = target.fields[show];
  const shown = field && sampleValue(field, factory.next());
  const none = Object.fromEntries(others.map((name) => [name, null]));
  const made = [await factory.create(target, { [show]: shown, ...none })];
  for (const name of others) {
    const own = target.fields[name];
    const value = own && sampleValue(own, factory.next());
    made.push(await factory.create(target, { [show]: shown, ...none, [name]: value }));
  }
  return made;
}

const importing = modelsWith('csv', 'create').filter(({ model }) => importOf(model) !== null);

describe.each(importing)('a file of $name', ({ model, path }) => {
  const columns = importColumns(model);
  const held = async () => {
    const { body } = await portal.api.get<Row[]>(`${path}?sort=id`);
    return body.data.map((row) =>
      Object.fromEntries(columns.map(({ property }) => [property, row[property]])),
    );
  };

  it('holds whatever an import takes', () => {
    const written = model.csv?.export ?? [];
    expect(written).toEqual(expect.arrayContaining([...(importOf(model)?.columns ?? [])]));
  });

  it('that the portal wrote is read again, also where records it refers to show the same', async () => {
    await portal.db.query(`TRUNCATE "${model.name}" CASCADE`);
    factory.forget();
    await factory.create(model);
    for (const [name, field] of referencesOf(model)) {
      if (!columns.some((column) => column.name === name)) continue;
      const target = registry.get(field.target);
      const records =
        field.target === model.name ? [await factory.create(model)] : await namesakes(target, field.show);
      for (const { id } of records) await factory.create(model, { [name]: id });
      if (field.nullable) await factory.create(model, { [name]: null });
    }
    const before = await held();
    const ids = await portal.api.get<Row[]>(`${path}?sort=id`);
    const file = await portal.api.get(`${path}.csv?sort=id`);
    await portal.db.query(`TRUNCATE "${model.name}" CASCADE`);
    const { status, body, text } = await portal.api.post<ImportResult>(
      `${path}/import_json`,
      importBody(new TextEncoder().encode(file.text)),
    );
    expect([status, text]).toEqual([201, text]);
    expect(body.data.created).toBe(before.length);
    expect(await held()).toEqual(before);
    const again = await portal.api.get<Row[]>(`${path}?sort=id`);
    for (const [name, { target }] of referencesOf(model))
      if (target !== model.name && columns.some((column) => column.name === name))
        expect(again.body.data.map((row) => row[name])).toEqual(ids.body.data.map((row) => row[name]));
  });
});
