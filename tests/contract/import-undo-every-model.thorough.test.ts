import { beforeAll, describe, expect, it } from 'vitest';
import type { ImportMeta } from '#calls/imports.ts';
import { importOf } from '#kernel/csv/csv-import.ts';
import { referencesOf } from '#kernel/fields/kinds.ts';
import { registry } from '#resources/registry.ts';
import { Factory } from '#tests/support/factories.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { modelsWith } from '#tests/support/models.ts';
import { withPortal } from '#tests/support/portal.ts';
import { importBody } from '#tests/support/worksheets.ts';

const portal = withPortal();
let factory: Factory;
beforeAll(() => {
  factory = new Factory(portal.api, registry, portal.db);
});

const importing = modelsWith('csv', 'create', 'delete').filter(({ model }) => importOf(model) !== null);
const imported = async (path: string, text: string, more: object = {}) => {
  const body = { ...importBody(new TextEncoder().encode(text)), ...more };
  const answer = await portal.api.post(`${path}/import_json`, body);
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  return (answer.body.meta as unknown as ImportMeta).changes;
};
const undone = async (changes: number[]) => {
  const { status, body, text } = await portal.api.post<{ job: { id: string } }>('/activity/undo', {
    changes,
  });
  expect([status, text]).toEqual([202, text]);
  return followJob(portal.api, body.data.job.id);
};

/** An import of a file that the portal wrote of a record, and of records that refer to it; answers how many, and its changes. */
const importedAnew = async ({ model, path }: (typeof importing)[number]) => {
  await portal.db.query(`TRUNCATE "${model.name}" CASCADE`);
  factory.forget();
  const first = await factory.create(model);
  for (const [name, field] of referencesOf(model))
    if (field.target === model.name) await factory.create(model, { [name]: first.id });
  const { rowCount } = await portal.db.query(`SELECT id FROM "${model.name}"`);
  const { text } = await portal.api.get(`${path}.csv?sort=id`);
  await portal.db.query(`TRUNCATE "${model.name}" CASCADE`);
  return { count: rowCount, changes: await imported(path, text) };
};

describe.each(importing)('an import of $name', (line) => {
  it('is taken back whole', async () => {
    const { count, changes } = await importedAnew(line);
    expect(await undone(changes ?? [])).toMatchObject({
      state: 'done',
      result: { models: [{ model: line.name, deleted: count, changed: 0 }], left_total: 0 },
    });
    expect((await portal.db.query(`SELECT id FROM "${line.name}"`)).rowCount).toBe(0);
  });
});
