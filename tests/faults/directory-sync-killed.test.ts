import { expect, it, onTestFinished } from 'vitest';
import type { Job } from '#kernel/work.ts';
import type { Fault } from '#simulators/faults/faults.ts';
import { startGraph } from '#simulators/graph/graph.ts';
import { ageHeartbeats } from '#tests/support/age-heartbeats.ts';
import { idOf, smallDirectory, somebody } from '#tests/support/security-groups.ts';
import { apiOf, databaseOf, newToken, startedDataDir, startServer } from './portal-process.ts';

const HELD: readonly Fault[] = ['held-before', 'held-after'];
/** Of the simulator. */
const PAGE = 200;

it.each(HELD)(
  'a reading of the directory that is killed with a page that is %s goes on there: nobody is lost, no change is told twice',
  { timeout: 600_000 },
  async (fault) => {
    const graph = await startGraph({ initial: smallDirectory(20) });
    onTestFinished(graph.close);
    const settings = { DATA_DIR: await startedDataDir(), GRAPH_API: graph.url };
    let portal = await startServer(settings);
    let db = databaseOf(settings.DATA_DIR);
    const token = await newToken(db);
    let api = apiOf(portal, token);
    const sync = async () => {
      const asked = await api.post<{ job: Job }>('/ad/sync', {});
      expect([asked.status, asked.text.slice(0, 300)]).toEqual([202, expect.any(String)]);
      return asked.body.data.job.id;
    };
    const state = async (id: string) => (await api.get<Job>(`/jobs/${id}`)).body.data.state;
    const first = await sync();
    await expect.poll(() => state(first), { timeout: 120_000 }).toBe('done');

    // Two pages and a half of people come, each joins a group, and two leave it.
    const group = idOf(100_001);
    const came = Array.from({ length: 2.5 * PAGE }, (_, n) => somebody(1000 + n));
    for (const person of came) graph.directory.addPerson(person);
    for (const { id } of came) graph.directory.put(group, 'members', id);
    for (const n of [1, 2]) graph.directory.take(group, 'members', idOf(n));
    const before = graph.faults.calls('users.delta');
    graph.faults.plan('users.delta', 'none');
    graph.faults.plan('users.delta', fault);
    const second = await sync();
    await graph.faults.held(1);
    await portal.kill();
    await ageHeartbeats(db);
    graph.faults.clear();

    portal = await startServer(settings);
    // Its database has another address now.
    db = databaseOf(settings.DATA_DIR);
    api = apiOf(portal, token);
    await expect.poll(() => state(second), { timeout: 120_000 }).toBe('done');
    // Three pages, of which the one that was held is asked for again, and no other.
    expect(graph.faults.calls('users.delta') - before).toBe(4);
    const { rows: people } = await db.query(
      `SELECT count(*)::integer AS there, count(DISTINCT external_id)::integer AS apart FROM ad_people WHERE NOT gone`,
    );
    expect(people).toEqual([{ there: 520, apart: 520 }]);
    const { rows: members } = await db.query(
      `SELECT count(*)::integer AS there FROM ad_members m JOIN ad_groups g ON g.id = m.ad_group_id
       WHERE g.external_id = $1`,
      [group],
    );
    expect(members).toEqual([{ there: 500 }]);
    const { rows: told } = await db.query(
      `SELECT change, count(*)::integer AS told, count(DISTINCT who)::integer AS people
       FROM ad_membership_changes GROUP BY change ORDER BY change`,
    );
    expect(told).toEqual([
      { change: 'joined', told: 500, people: 500 },
      { change: 'left', told: 2, people: 2 },
    ]);
    expect(await portal.stop()).toBe(0);
  },
);
