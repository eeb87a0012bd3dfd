import { afterAll, beforeAll, expect } from 'vitest';
import type { SeatReadings } from '#calls/copilot-seats.ts';
import type { GithubCopilotUser } from '#resources/github-copilot-users.ts';
import { JOB_COLUMNS, type JobRow } from '#server/platform/jobs/store.ts';
import { startGitHub, type GitHubSimulator, type SimulatedApp } from '#simulators/github/github.ts';
import type { SimulatedSeat } from '#simulators/github/state.ts';
import type { Api, Row } from './api.ts';
import { withPortal } from './portal.ts';

/** A portal whose GitHub is a simulator of the test's own, with Apps by their ids; both for all tests of a file. */
export function withGitHubPortal(
  apps: Readonly<Record<string, SimulatedApp>>,
  settings = {},
  poolSize?: number,
) {
  let pauseSeconds = 1;
  let simulator: GitHubSimulator | undefined;
  const given: Record<string, string> = { ...settings };
  beforeAll(async () => {
    const options = {
      app: async (id: string) => apps[id] ?? null,
      get pauseSeconds() {
        return pauseSeconds;
      },
    };
    simulator = await startGitHub(options);
    given['GITHUB_API'] = simulator.url;
  });
  const portal = withPortal(given, poolSize);
  let api: Api | undefined;
  beforeAll(async () => {
    api = await portal.signIn({ roles: ['operator'] });
  });
  afterAll(() => simulator?.close());
  const own = () => {
    if (!simulator) throw new Error('The simulator is there once the tests run.');
    return simulator;
  };
  const read = async (id: string): Promise<JobRow> => {
    const { rows } = await portal.db.query<JobRow>(`SELECT ${JOB_COLUMNS} FROM jobs WHERE id = $1`, [id]);
    if (!rows[0]) throw new Error('There is no such job.');
    return rows[0];
  };
  const until = async (id: string, isSo: (job: JobRow) => boolean): Promise<JobRow> => {
    await expect.poll(async () => isSo(await read(id))).toBe(true);
    return read(id);
  };
  const desk = {
    get api() {
      if (!api) throw new Error('Somebody is signed in once the tests run.');
      return api;
    },
    get url() {
      return portal.url;
    },
    get db() {
      return portal.db;
    },
    get simulator() {
      return own();
    },
    signIn: portal.signIn,
    log: () => portal.log(),
    /** What one who is throttled is told to wait, in seconds. */
    pause: (seconds: number) => void (pauseSeconds = seconds),
    put: (name: string, seats: SimulatedSeat[]) => own().put({ name, copilot: true, seats }),
    async clear(): Promise<void> {
      pauseSeconds = 1;
      own().faults.clear();
      for (const name of ['games', 'lottery', 'platform']) own().put({ name, copilot: true, seats: [] });
      await portal.db.query(
        'TRUNCATE github_copilot_users, github_organization_apps, copilot_readings, copilot_seat_changes, jobs CASCADE',
      );
    },
    /** The App of an organization, which has Copilot. */
    async organization(name: string, appId: string, privateKey: string, more: object = {}): Promise<Row> {
      const body = { name, app_id: appId, private_key: privateKey, copilot_enabled: true, ...more };
      const { status, body: answer, text } = await desk.api.post('/github_organization_apps', body);
      if (status !== 201) throw new Error(text);
      return answer.data;
    },
    async record(body: object): Promise<Row> {
      const { status, body: answer, text } = await desk.api.post('/github_copilot_users', body);
      if (status !== 201) throw new Error(text);
      return answer.data;
    },
    /** All records, by user and organization. */
    async records(): Promise<GithubCopilotUser[]> {
      const { body } = await desk.api.get<GithubCopilotUser[]>('/github_copilot_users?per_page=500');
      const name = (one: GithubCopilotUser) =>
        `${one.github_username} ${one.github_organization ?? ''}`.toLowerCase();
      return body.data.toSorted((a, b) => (name(a) < name(b) ? -1 : 1));
    },
    async standing(): Promise<SeatReadings> {
      return (await desk.api.get<SeatReadings>('/github_copilot_users/readings')).body.data;
    },
    /** Asks for a reading; answers the id of its job. */
    async ask(): Promise<string> {
      const { status, body, text } = await desk.api.post<{ job: { id: string } }>(
        '/github_copilot_users/sync',
        {},
      );
      if (status !== 202) throw new Error(text);
      return body.data.job.id;
    },
    until,
    followed: (id: string) => until(id, ({ state }) => state === 'done' || state === 'failed'),
    async sync(): Promise<JobRow> {
      return desk.followed(await desk.ask());
    },
  };
  return desk;
}
