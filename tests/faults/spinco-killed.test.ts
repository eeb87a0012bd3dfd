import { expect, it, onTestFinished } from 'vitest';
import type { ChangedUser } from '#calls/security-groups.ts';
import type { SpincoSgChange } from '#resources/spinco-sg-changes.ts';
import type { Fault } from '#simulators/faults/faults.ts';
import { startGraph } from '#simulators/graph/graph.ts';
import { ageHeartbeats } from '#tests/support/age-heartbeats.ts';
import { idOf, read, smallDirectory } from '#tests/support/security-groups.ts';
import { apiOf, databaseOf, startedDataDir, newToken, startServer } from './portal-process.ts';

const HELD: readonly Fault[] = ['held-before', 'held-after'];

it.each(HELD)(
  'a change that is killed with calls that are %s goes on at the users that were reached, and adds each once',
  { timeout: 600_000 },
  async (fault) => {
    const directory = smallDirectory(40);
    const graph = await startGraph({ initial: directory });
    onTestFinished(graph.close);
    const settings = { DATA_DIR: await startedDataDir(), GRAPH_API: graph.url, DIRECTORY_SYNC: 'off' };
    let portal = await startServer(settings);
    const db = databaseOf(settings.DATA_DIR);
    const token = await newToken(db);
    await read(db, directory);
    let api = apiOf(portal, token);
    // The first portion is over, of the second some are on their way.
    graph.faults.plan('groups.members.add', 'none', 21);
    graph.faults.plan('groups.members.add', fault, 4);
    const users = directory.people.map(({ email }) => email).join('; ');
    const asked = await api.post<{ spinco_sg_change: SpincoSgChange }>('/spinco_sgs/add', {
      securityGroupName: 'SG_SPINCO_ONE',
      users,
    });
    expect([asked.status, asked.text.slice(0, 300)]).toEqual([202, expect.any(String)]);
    const { id } = asked.body.data.spinco_sg_change;
    await graph.faults.held(4);
    await portal.kill();
    await ageHeartbeats(db);
    graph.faults.clear();

    portal = await startServer(settings);
    api = apiOf(portal, token);
    const change = async () => (await api.get<SpincoSgChange>(`/spinco_sg_changes/${id}`)).body.data;
    await expect.poll(async () => (await change()).state, { timeout: 120_000 }).toBe('done');
    const { body } = await api.get<ChangedUser[]>(`/spinco_sg_changes/${id}/users?per_page=100`);
    const states = Map.groupBy(body.data, ({ state }) => state);
    // Persons 1 and 2 were in it before; nobody else is said to have been.
    expect(Object.fromEntries([...states].map(([state, all]) => [state, all.length]))).toEqual({
      present: 2,
      added: 38,
    });
    const members = graph.directory.groups.get(idOf(100_001))?.members ?? [];
    expect([members.length, new Set(members).size]).toEqual([40, 40]);
    expect(await portal.stop()).toBe(0);
  },
);
