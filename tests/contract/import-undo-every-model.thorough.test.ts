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

describe.each(importing)('an import of $name', ({ model, path }) => {
  it(
    model.history === 'full'
      ? 'is taken back whole'
      : 'has no way back, since its history names none of many',
    async () => {
      await portal.db.query(`TRUNCATE "${model.name}" CASCADE`);
      factory.forget();
      const first = await factory.create(model);
      for (const [name, field] of referencesOf(model))
        if (field.target === model.name) await factory.create(model, { [name]: first.id });
      const { rowCount } = await portal.db.query(`SELECT id FROM "${model.name}"`);
      const { text } = await portal.api.get(`${path}.csv?sort=id`);
      await portal.db.query(`TRUNCATE "${model.name}" CASCADE`);
      const changes = await imported(path, text);
      if (model.history !== 'full') return expect(changes).toBeNull();
      expect(await undone(changes ?? [])).toMatchObject({
        state: 'done',
        result: { models: [{ model: model.name, deleted: rowCount, changed: 0 }], left_total: 0 },
      });
      expect((await portal.db.query(`SELECT id FROM "${model.name}"`)).rowCount).toBe(0);
    },
  );
});

const changing = importing.filter(
  ({ model }) => importOf(model)?.key !== undefined && model.history === 'full',
);

describe.each(changing)('an import that changes $name', ({ model, path }) => {
  it('gives back whatever it has changed', async () => {
    await portal.db.query(`TRUNCATE "${model.name}" CASCADE`);
    factory.forget();
    const [one, other] = [await factory.create(model), await factory.create(model)];
    const rows = async () => {
      const { text } = await portal.api.get(`${path}.csv?sort=id`);
      const { data } = importBody(new TextEncoder().encode(text));
      // A record that was changed back was changed: its moment is another one.
      return data.map(({ updated_at: _, ...cells }) => cells);
    };
    const before = await rows();
    const key = importOf(model)?.key ?? '';
    // What the one says is given to the other, but for what names it.
    const [source, target] = before;
    const taken = Object.entries(source ?? {}).filter(([header]) => header !== 'created_at');
    const changed = { ...Object.fromEntries(taken), [key]: target?.[key] ?? '' };
    const sent = await portal.api.post(`${path}/import_json`, { data: [changed], update: true });
    // Where two may not say the same, the file is refused, and there is nothing to take back.
    if (sent.status !== 201) return expect(sent.status).toBe(422);
    const { changes } = sent.body.meta as unknown as ImportMeta;
    if (changes === null) return expect(await rows()).toEqual(before);
    expect(await undone(changes)).toMatchObject({ state: 'done', result: { left_total: 0 } });
    expect(await rows()).toEqual(before);
    expect([one.id, other.id]).toHaveLength(2);
  });
});
