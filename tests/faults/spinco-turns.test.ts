import { expect, it, onTestFinished } from 'vitest';
import type { SpincoSgChange } from '#resources/spinco-sg-changes.ts';
import { startGraph } from '#server/simulators/graph/graph.ts';
import { read, smallDirectory } from '#tests/support/security-groups.ts';
import { apiOf, databaseOf, startedDataDir, newToken, startServer } from './portal-process.ts';
import { longestTurn, LONGEST_TURN_MS, WATCHED } from './watched-process.ts';

const USERS = 10_000;

it('serves others while 10,000 users are looked up, refused and added', { timeout: 600_000 }, async () => {
  const directory = smallDirectory(USERS);
  const graph = await startGraph({ initial: directory });
  onTestFinished(graph.close);
  const settings = { DATA_DIR: await startedDataDir(), GRAPH_API: graph.url, DIRECTORY_SYNC: 'off' };
  const portal = await startServer({ ...settings, ...WATCHED });
  const db = databaseOf(settings.DATA_DIR);
  const api = apiOf(portal, await newToken(db));
  await read(db, directory);
  const users = directory.people.map(({ email }) => email);
  const ask = (names: readonly (string | null)[], given: object = {}) =>
    api.post<{ spinco_sg_change: SpincoSgChange; users: object[] }>('/spinco_sgs/add', {
      securityGroupName: 'SG_SPINCO_ONE',
      users: names.join(';'),
      ...given,
    });
  await longestTurn(portal);

  const foreseen = await ask(users, { dry_run: true });
  expect([foreseen.status, foreseen.body.data.users.length]).toEqual([200, USERS]);
  expect(await longestTurn(portal)).toBeLessThan(LONGEST_TURN_MS);

  for (const wrong of [users.map((user) => `no-${user}`), users.map((_, at) => `wrong ${at}`)]) {
    const refused = await ask(wrong);
    expect([refused.status, refused.body.errors.length]).toEqual([422, USERS]);
    expect(await longestTurn(portal)).toBeLessThan(LONGEST_TURN_MS);
  }

  const begun = await ask(users);
  expect(begun.status).toBe(202);
  const { id } = begun.body.data.spinco_sg_change;
  const change = async () => (await api.get<SpincoSgChange>(`/spinco_sg_changes/${id}`)).body.data;
  await expect.poll(async () => (await change()).state, { timeout: 500_000, interval: 500 }).toBe('done');
  expect(await change()).toMatchObject({ done_count: USERS, failed_count: 0 });
  expect(await longestTurn(portal)).toBeLessThan(LONGEST_TURN_MS);
  expect(await portal.stop()).toBe(0);
});
