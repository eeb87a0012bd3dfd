import type { PoolClient } from 'pg';
import { describe, expect, it } from 'vitest';
import type { Resource } from '#kernel/resource.ts';
import { registry } from '#resources/registry.ts';
import { compareSchema } from '#server/engine/schema-compare.ts';
import { columnFields, tableShape, tableSql } from '#server/engine/schema.ts';
import { createTestDatabase, withDatabase } from '#tests/support/database.ts';
import { modelsWith } from '#tests/support/models.ts';

const database = withDatabase();

describe('the migrated schema', () => {
  it('is the one that the declarations demand', async () => {
    expect(await compareSchema(registry, database.db)).toEqual([]);
  });

  it('has no table that looks like a model but is none', async () => {
    const { rows } = await database.db.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name = 'lock_version'`,
    );
    const known = [...modelsWith('record').map(({ name }) => name), 'record_history'];
    expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
  });
});

describe.each(modelsWith('record'))('a schema that differs for $name', ({ model }) => {
  const shape = tableShape(registry, model);
  const table = `"${model.name}"`;
  const [column] = columnFields(model)[0] ?? [];
  const faults: [what: string, statement: string][] = [
    ['a column is missing', `ALTER TABLE ${table} DROP COLUMN "${column}" CASCADE`],
    ['a column has another type', `ALTER TABLE ${table} ALTER COLUMN lock_version TYPE bigint`],
    ['a column may be empty', `ALTER TABLE ${table} ALTER COLUMN updated_at DROP NOT NULL`],
    ['there is a column too many', `ALTER TABLE ${table} ADD COLUMN leftover text`],
    ...shape.indexes
      .filter(({ unique }) => unique)
      .map(({ name }): [string, string] => [`${name} is missing`, `DROP INDEX "${name}"`]),
    ...shape.references.map(({ name }): [string, string] => [
      `${name} is missing`,
      `ALTER TABLE ${table} DROP CONSTRAINT "${name}"`,
    ]),
  ];

  it.each(faults)('is noticed: %s', async (_what, statement) => {
    const differences = await undone(async (tx) => {
      await tx.query(statement);
      return compareSchema(registry, tx);
    });
    expect(differences.join('\n')).toContain(model.name);
    expect(await compareSchema(registry, database.db)).toEqual([]);
  });
});

describe('the SQL that a declaration gives', () => {
  it('makes every table anew, as the migrations make them', async () => {
    const empty = await createTestDatabase({ migrated: false });
    try {
      await empty.db.query('CREATE EXTENSION pg_trgm');
      for (const model of inOrderOfReference()) await empty.db.query(tableSql(registry, model));
      const differences = await compareSchema(registry, empty.db);
      const views = registry.all.filter(({ source }) => source === 'view');
      expect(differences).toEqual(views.map(({ name }) => `${name} is missing.`));
    } finally {
      await empty.drop();
    }
  });
});

/** Does something to the database of which nothing stays. */
async function undone<T>(work: (tx: PoolClient) => Promise<T>): Promise<T> {
  let result: T | undefined;
  const nothing = new Error('Nothing stays.');
  await database.db
    .transaction(async (tx) => {
      result = await work(tx);
      throw nothing;
    })
    .catch((error: unknown) => {
      if (error !== nothing) throw error;
    });
  return result as T;
}

/** The tables, those that others refer to before them. */
function inOrderOfReference(): Resource[] {
  const ordered: Resource[] = [];
  const visit = (model: Resource) => {
    if (ordered.includes(model)) return;
    for (const { target } of tableShape(registry, model).references)
      if (target !== model.name) visit(registry.get(target));
    ordered.push(model);
  };
  modelsWith('record').forEach(({ model }) => visit(model));
  return ordered;
}
