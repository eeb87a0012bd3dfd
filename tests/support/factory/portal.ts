import { afterAll, beforeAll } from 'vitest';
import type { Pace } from '#server/platform/jobs/pace.ts';
import { createSession } from '#server/modules/access/sessions.ts';
import type { Database } from '#server/platform/database/database.ts';
import { apiClient, type Api } from '../api.ts';
import { createTestDatabase } from '../database.ts';
import { startPortal } from '../saml-portal.ts';
import type { RunningCloud, TestCloud } from './clouds.ts';
import { factoryDesk, fillEstate } from './desk.ts';

/** Gives up soon, so that a test sees what comes then. */
export const hasty: Pace = {
  firstSeconds: 1,
  leastSeconds: 1,
  longestSeconds: 1,
  tries: 4,
  patienceSeconds: 20,
};

/** The same without its pauses, for tests of what happens between them. */
export const restless: Pace = { ...hasty, firstSeconds: 0, leastSeconds: 0, longestSeconds: 0 };

/** A portal whose cloud is a simulator of the test's, and whose requests wait for an approval that a test gives, by default. */
export function withFactory(
  cloud: TestCloud,
  pace: Pace = hasty,
  own: Readonly<Record<string, string>> = { APPROVALS: 'all' },
) {
  let open:
    | {
        simulator: RunningCloud;
        db: Database;
        api: Api;
        other: Api;
        signIn: (email: string) => Promise<Api>;
        close: () => Promise<void>;
      }
    | undefined;
  const get = () => {
    if (!open) throw new Error('The factory is there once the tests run.');
    return open;
  };
  beforeAll(async () => {
    const simulator = await cloud.start();
    const { db, drop } = await createTestDatabase({ poolSize: 20 });
    const portal = await startPortal(db, { ...simulator.settings, ...own }, undefined, pace);
    await fillEstate(db);
    const signIn = async (email: string) =>
      apiClient(portal.url, { ...(await createSession(db, { email, name: null, roles: [] }, 'a test')) });
    open = {
      simulator,
      db,
      api: await signIn('requester@example.com'),
      other: await signIn('approver@example.com'),
      signIn,
      close: async () => {
        simulator.faults.clear();
        await portal.close();
        await drop();
        await simulator.close();
      },
    };
  });
  afterAll(() => open?.close());
  return {
    get db() {
      return get().db;
    },
    get api() {
      return get().api;
    },
    /** Somebody else than the requester. */
    get other() {
      return get().other;
    },
    get simulator() {
      return get().simulator;
    },
    get desk() {
      return factoryDesk(get().api);
    },
    signIn: (email: string) => get().signIn(email),
    /** As somebody else than the requester. */
    approve: async (id: number) => factoryDesk(get().other).does(id, 'approve', { reason: 'It is needed.' }),
    decline: async (id: number) => factoryDesk(get().other).does(id, 'decline', { reason: 'It is not.' }),
    /** Begins one, with what goes wrong planned before its first call. */
    async begin(name: string, plan: () => void = () => {}): Promise<number> {
      const { id } = await this.desk.ask(cloud, name);
      plan();
      await this.approve(id);
      return id;
    },
  };
}
