import { beforeAll, expect, test } from 'vitest';
import { engineParts } from '#server/engine-parts.ts';
import { EngineServices } from '#server/engine/services.ts';
import { fillUntouchedDatabase } from '#server/modules/seed/example-data.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { simulatedDirectory } from '#simulators/first-data/directory.ts';
import { withDatabase } from '#tests/support/database.ts';

const database = withDatabase();
const directory = () => simulatedDirectory(database.db);

beforeAll(async () => {
  const config = loadConfig({ NODE_ENV: 'test', SECRET_KEY: 'a secret for tests that nobody else has' });
  await fillUntouchedDatabase(new EngineServices(engineParts(config, database.db)));
});

test('is the same for the same data', async () => {
  expect(await directory()).toEqual(await directory());
});

test('has members and contacts, of whom those who left are disabled and one is gone', async () => {
  const { people } = await directory();
  const named = (email: string) => people.find((person) => person.email === email)?.enabled;
  expect(named('maya.okafor@example.com')).toBe(true);
  expect(named('daniel.okafor@example.com')).toBe(false);
  expect(named('former.colleague@example.com')).toBe(false);
  const { rows } = await database.db.query<{ email: string }>('SELECT email FROM cloud_contacts');
  expect(rows.filter(({ email }) => named(email) === undefined)).toHaveLength(1);
});

test('has groups that lead into each cloud, one of groups, forgotten ones and some that nobody here may change', async () => {
  const { people, groups, grants } = await directory();
  const known = new Set([...people, ...groups].map(({ id }) => id));
  expect(groups.flatMap(({ members, owners }) => [...members, ...owners]).every((id) => known.has(id))).toBe(
    true,
  );
  expect(new Set(groups.map(({ id }) => id)).size).toBe(groups.length);
  const { rows } = await database.db.query<{ identifier: string }>(
    'SELECT identifier FROM cloud_parents WHERE NOT terminated',
  );
  expect(new Set(grants.map(({ account }) => account))).toEqual(
    new Set(rows.map(({ identifier }) => identifier)),
  );
  const leading = new Set(grants.map(({ groupName }) => groupName));
  for (const prefix of ['APP_AWS', 'APP_AZURE', 'APP_GCP']) {
    const ofCloud = groups.filter(({ name }) => name.startsWith(prefix));
    expect(ofCloud.some(({ name }) => leading.has(name))).toBe(true);
    expect(ofCloud.some(({ name }) => !leading.has(name))).toBe(true);
  }
  const ids = new Set(groups.map(({ id }) => id));
  const engineers = groups.find(({ name }) => name === 'APP_AWS_ALL_ENGINEERS');
  expect(engineers?.members.filter((id) => ids.has(id)).length).toBeGreaterThan(1);
  expect(groups.some(({ name }) => name.startsWith('APP_AWS_PIM_') && leading.has(name))).toBe(true);
  expect(groups.some(({ owners }) => owners.length === 0)).toBe(true);
  const spinOff = groups.filter(({ name }) => name.startsWith('SG_SPINCO_'));
  expect(spinOff.filter(({ dynamic }) => dynamic)).toHaveLength(1);
  expect(spinOff.filter(({ syncedElsewhere }) => syncedElsewhere)).toHaveLength(1);
  expect(spinOff.length).toBeGreaterThan(5);
});
