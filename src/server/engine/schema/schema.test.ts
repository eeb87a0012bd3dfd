import { describe, expect, it } from 'vitest';
import { boolean } from '#kernel/fields/boolean.ts';
import { choice } from '#kernel/fields/choice.ts';
import { date } from '#kernel/fields/date.ts';
import { number } from '#kernel/fields/number.ts';
import { ref } from '#kernel/fields/ref.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineRegistry } from '#tests/support/define-registry.ts';
import { defineResource } from '#kernel/resource.ts';
import { registry } from '#resources/registry.ts';
import { withDatabase } from '#tests/support/database.ts';
import { withEngine } from '#tests/support/engine.ts';
import { compareSchema } from './schema-compare.ts';
import { tableSql, uniqueRules } from './schema.ts';

const harbours = defineResource('harbours', {
  label: ['Harbour', 'Harbours'],
  title: 'name',
  fields: { name: text('Name', { unique: 'There is one already.' }) },
  columns: ['name'],
  messages: messagesFor('harbour'),
});
/** A model of every kind of field, that exists only here. */
const ships = defineResource('ships', {
  label: ['Ship', 'Ships'],
  title: 'order',
  fields: {
    order: text('Order'),
    kindOfShip: choice('Kind', ['sail', 'steam'], { optional: true }),
    crew: number('Crew', { default: 3 }),
    launched: date('Launched', { optional: true }),
    inspected: boolean('Inspected'),
    harbours_id: ref('Harbour', 'harbours', { show: 'name', as: 'harbour', none: 'always' }),
    successor_id: ref('Successor', 'ships', {
      show: 'order',
      as: 'successor',
      none: 'always',
      acyclic: true,
    }),
  },
  unique: [{ fields: ['order', 'launched', 'harbours_id'], message: 'Alike.' }],
  columns: ['order', 'harbour'],
  sort: '-launched',
  csv: { file: 'ship_', export: ['order', 'crew', 'harbour'] },
  messages: messagesFor('ship'),
});
const crews = defineResource('dcoe_crews', {
  label: ['Crew', 'Crews'],
  title: 'name',
  fields: { name: text('Name') },
  columns: ['name'],
  messages: messagesFor('crew'),
});
const fleet = defineRegistry([harbours, ships, crews]);

describe('the migrated database', () => {
  const database = withDatabase();

  it('has the form that every registered model demands', async () => {
    expect(await compareSchema(registry, database.db)).toEqual([]);
  });

  it.each([
    ['ALTER TABLE departments DROP COLUMN abbreviation CASCADE', 'the column abbreviation is missing'],
    [
      `ALTER TABLE departments DROP COLUMN search,
        ADD COLUMN search text GENERATED ALWAYS AS (lower(coalesce(name, ''))) STORED`,
      'the column search must be made of name, abbreviation',
    ],
    ['ALTER TABLE departments ADD COLUMN colour text NOT NULL', 'no field fills the column colour'],
    ['ALTER TABLE departments ALTER COLUMN name DROP NOT NULL', 'the column name must refuse NULL'],
    ['ALTER TABLE departments ALTER COLUMN lock_version TYPE bigint', 'lock_version is bigint, not integer'],
    ['DROP INDEX departments_name_key', 'departments_name_key must be UNIQUE'],
    ['DROP INDEX departments_search', 'departments_search must be'],
    ['DROP INDEX departments_pieces', 'departments_pieces must be'],
    ['CREATE UNIQUE INDEX odd ON departments (abbreviation)', 'no field declares the unique index odd'],
    [
      'ALTER TABLE cost_centers DROP CONSTRAINT cost_centers_departments_id_fkey',
      'departments_id has no foreign key',
    ],
    ['DROP TRIGGER count_deleted ON departments', 'departments: its records are not counted'],
    ['DROP INDEX cost_centers_departments_id_by_created_at', 'departments_id_by_created_at must be'],
    ['DROP VIEW select_options', 'select_options is missing'],
  ])('is noticed after %s', async (change, sentence) => {
    const found = await database.db.transaction(async (tx) => {
      await tx.query(change);
      const differences = await compareSchema(registry, tx);
      await tx.query('ROLLBACK');
      await tx.query('BEGIN');
      return differences;
    });
    expect(found).toContainEqual(expect.stringContaining(sentence));
    expect(await compareSchema(registry, database.db)).toEqual([]);
  });
});

describe('the SQL of a declaration', () => {
  const database = withDatabase();

  it('makes exactly what the declaration demands', async () => {
    for (const resource of fleet.all) await database.db.query(tableSql(fleet, resource));
    expect(await compareSchema(fleet, database.db)).toEqual([]);
  });

  it('keeps names that PostgreSQL would cut off apart', () => {
    const long = { ...ships, name: 'x'.repeat(60) };
    const [rule] = uniqueRules(long);
    expect(rule?.index).toHaveLength(63);
    expect(rule?.index).not.toBe(
      uniqueRules({ ...long, unique: [{ fields: ['order'], message: '' }] })[0]?.index,
    );
  });

  it('does not exist for a view', () => {
    expect(() => tableSql(registry, registry.get('select_options'))).toThrow(/is a view/);
  });
});

describe('a model that is only declared', () => {
  const engine = withEngine(fleet, { makeTables: true });

  it('is served whole', async () => {
    const harbour = await engine.call('POST', '/harbours', { name: 'Aarhus' });
    const made = await engine.call('POST', '/ships', {
      order: 'S1',
      harbours_id: harbour.body.data['id'],
      kindOfShip: 'sail',
    });
    expect(made.status).toBe(201);
    expect(made.body.data).toMatchObject({ order: 'S1', crew: 3, harbour: 'Aarhus', inspected: false });
    const path = `/ships/${String(made.body.data['id'])}`;
    expect((await engine.call('PUT', path, { launched: '2026-03-29' })).body.data).toMatchObject({
      lock_version: 2,
    });
    expect((await engine.call('GET', '/ships?by_harbour=aar&q=s1&page=1')).body.meta.total).toBe(1);
    expect((await engine.call('GET', '/ships.csv')).text).toBe('\ufefforder,crew,harbour\r\nS1,3,Aarhus\r\n');
    expect((await engine.call('GET', `${path}/history`)).body.data).toHaveLength(2);
    expect((await engine.call('DELETE', `/harbours/1`)).body.error).toContain('1 Ship refers to it');
    expect((await engine.call('DELETE', path)).status).toBe(200);
  });

  it('stands behind a slash where its name begins with dcoe_, and takes a slash at the end', async () => {
    const made = await engine.call('POST', '/dcoe/crews/', { dcoe_crew: { name: 'Nine' } });
    expect(made.status).toBe(201);
    expect((await engine.call('GET', `/dcoe/crews/${String(made.body.data['id'])}`)).status).toBe(200);
    expect((await engine.call('GET', '/dcoe_crews')).status).toBe(404);
  });
});
