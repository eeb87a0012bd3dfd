import { expect, it, onTestFinished } from 'vitest';
import type { Job } from '#kernel/work.ts';
import type { Fault } from '#simulators/faults/faults.ts';
import { startGitHub } from '#simulators/github/github.ts';
import { ageHeartbeats } from '#tests/support/age-heartbeats.ts';
import { appKey, seatOf } from '#tests/support/github.ts';
import { apiOf, databaseOf, newToken, startedDataDir, startServer } from './portal-process.ts';

const HELD: readonly Fault[] = ['held-before', 'held-after'];
const { privateKey, publicKey } = appKey();
/** More than two pages. */
const SEATS = 250;

it.each(HELD)(
  'a reading of the seats that is killed with a page that is %s ends after a restart: no seat is lost or doubled',
  { timeout: 600_000 },
  async (fault) => {
    const organizations = ['games', 'lottery'];
    const installations = organizations.map((organization) => ({ organization, copilot: 'write' as const }));
    const github = await startGitHub({ app: async () => ({ publicKey, installations }) });
    onTestFinished(() => github.close());
    const seatsOf = (name: string) =>
      Array.from({ length: SEATS }, (_, n) => seatOf(`${name}-${String(n).padStart(3, '0')}`));
    for (const name of organizations) github.put({ name, copilot: true, seats: seatsOf(name) });

    const settings = { DATA_DIR: await startedDataDir(), GITHUB_API: github.url };
    let portal = await startServer(settings);
    let db = databaseOf(settings.DATA_DIR);
    const token = await newToken(db);
    let api = apiOf(portal, token);
    // Those of the example have no such organization.
    await db.query('TRUNCATE github_copilot_users, github_organization_apps, copilot_readings CASCADE');
    for (const name of organizations)
      await api.post('/github_organization_apps', {
        name,
        app_id: '1',
        private_key: privateKey,
        copilot_enabled: true,
      });
    const entered = await api.post('/github_copilot_users', {
      github_username: 'LOTTERY-001',
      github_organization: 'lottery',
      cost_center: 'CC 1',
    });
    expect(entered.status).toBe(201);

    // The first organization is over, of the second one page is there.
    github.faults.plan('ListSeats', 'none', 4);
    github.faults.plan('ListSeats', fault);
    const asked = await api.post<{ job: Job }>('/github_copilot_users/sync', {});
    expect([asked.status, asked.text.slice(0, 300)]).toEqual([202, expect.any(String)]);
    const { id } = asked.body.data.job;
    await github.faults.held(1);
    await portal.kill();
    await ageHeartbeats(db);
    github.faults.clear();

    portal = await startServer(settings);
    // Its database has another address now.
    db = databaseOf(settings.DATA_DIR);
    api = apiOf(portal, token);
    const job = async () => (await api.get<Job>(`/jobs/${id}`)).body.data;
    await expect.poll(async () => (await job()).state, { timeout: 120_000 }).toBe('done');
    const { rows } = await db.query(
      `SELECT github_organization AS name, count(*)::integer AS seats,
         count(DISTINCT lower(github_username))::integer AS users, count(cost_center)::integer AS paid
       FROM github_copilot_users WHERE seat_state = 'assigned' GROUP BY 1 ORDER BY 1`,
    );
    expect(rows).toEqual([
      { name: 'games', seats: SEATS, users: SEATS, paid: 0 },
      { name: 'lottery', seats: SEATS, users: SEATS, paid: 1 },
    ]);
    // Each record that the reading made or changed is in its history once.
    const { rows: lines } = await db.query(
      `SELECT action, count(*)::integer AS told, count(DISTINCT record_id)::integer AS records FROM record_history
       WHERE by_name = 'Copilot sync' GROUP BY action ORDER BY action`,
    );
    expect(lines).toEqual([
      { action: 'create', told: 2 * SEATS - 1, records: 2 * SEATS - 1 },
      { action: 'update', told: 1, records: 1 },
    ]);
    expect(await portal.stop()).toBe(0);
  },
);
