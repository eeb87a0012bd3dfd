import { beforeAll, describe, expect, it } from 'vitest';
import type { HistoryEntry } from '#kernel/history.ts';
import { registry } from '#resources/registry.ts';
import type { Api } from '#tests/support/api.ts';
import { Factory } from '#tests/support/factories.ts';
import { linesKept, modelsWith } from '#tests/support/models.ts';
import { withPortal } from '#tests/support/portal.ts';
import { startPortal } from '#tests/support/saml-portal.ts';

/** More often than PostgreSQL makes a plan anew before it keeps one. */
const UNTIL_PLANNED = 6;
/** A kept plan, and what became of it. */
const WITH_PLANS = 2;

/** The process of the version before: it runs while a newer one brings the schema further. */
const portal = withPortal();
const models = modelsWith('record', 'create', 'update', 'delete');
let factory: Factory;
beforeAll(() => {
  factory = new Factory(portal.api, registry, portal.db);
});

/**
 * Does with a model whatever can be done with it, so that every statement is prepared and its plan kept; answers what
 * failed.
 */
async function useAll(api: Api, { model, path }: (typeof models)[number], rounds: number): Promise<string[]> {
  const failures: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const made = await factory.create(model);
    const address = `${path}/${made.id}`;
    const { name, value } = factory.change(model);
    const changed = await api.put(address, { [name]: value, lock_version: made.lock_version });
    const answers = [
      changed,
      await api.get(address),
      await api.get(`${path}?page=1&per_page=1`),
      await api.get(path),
      await api.get(model.csv ? `${path}.csv` : path),
      await api.delete(address),
      await api.get(`${path}/deleted`),
      await api.post(`${address}/restore`),
      await api.get(`/search?q=${String(value).slice(0, 3)}`),
    ];
    const row = await api.get(address);
    const history = await api.get<HistoryEntry[]>(`${address}/history`);
    const actions = history.body.data.map(({ action }) => action).join();
    if (
      row.body.data[name] !== value ||
      actions !== linesKept(model, ['restore', 'delete', 'update', 'create']).join()
    )
      failures.push(`${row.text} ${history.text}`);
    for (const { status, text } of answers) if (status !== 200) failures.push(`${status} ${text}`);
  }
  return failures;
}

const useEveryModel = async (rounds: number) => {
  const failures: string[] = [];
  for (const model of models) failures.push(...(await useAll(portal.api, model, rounds)));
  return failures;
};

const change = async (statement: (table: string) => string) => {
  for (const { name } of models) await portal.db.query(statement(`"${name}"`));
};

describe('a process whose database is brought further by a newer version', () => {
  it('goes on with every model, while there is more and when that is gone again', async () => {
    expect(await useEveryModel(UNTIL_PLANNED)).toEqual([]);
    await change((table) => `ALTER TABLE ${table} ADD COLUMN newer text`);
    await change((table) => `ALTER TABLE ${table} ADD COLUMN newer_flag boolean NOT NULL DEFAULT false`);
    await change((table) => `CREATE INDEX ON ${table} (newer)`);
    expect(await useEveryModel(WITH_PLANS)).toEqual([]);
    await change((table) => `ALTER TABLE ${table} DROP COLUMN newer, DROP COLUMN newer_flag`);
    expect(await useEveryModel(WITH_PLANS)).toEqual([]);
  });

  it('is started again beside it', async () => {
    await change((table) => `ALTER TABLE ${table} ADD COLUMN newest text`);
    const second = await startPortal(portal.db);
    try {
      expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
    } finally {
      await second.close();
    }
  });

  it('is not started where it could not write: that needs a release between', async () => {
    const [first] = models;
    await portal.db.query(`ALTER TABLE "${first?.name}" ADD COLUMN demanded text`);
    await portal.db.query(`UPDATE "${first?.name}" SET demanded = 'x'`);
    await portal.db.query(`ALTER TABLE "${first?.name}" ALTER COLUMN demanded SET NOT NULL`);
    await expect(startPortal(portal.db)).rejects.toThrow(
      `${first?.name}: no field fills the column demanded, which must have a value`,
    );
  });
});
