import { afterAll, beforeAll, expect, vi } from 'vitest';
import { createSession } from '#server/modules/access/sessions.ts';
import type { Role } from '#server/platform/base/actor.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Pace } from '#server/platform/jobs/pace.ts';
import { startGraph, type GraphSimulator } from '#simulators/graph/graph.ts';
import type { InitialDirectory } from '#simulators/graph/state.ts';
import { apiClient, type Api } from './api.ts';
import { createTestDatabase } from './database.ts';
import { startPortal } from './saml-portal.ts';

/** Gives up soon, and asks again at once. */
export const restless: Pace = {
  firstSeconds: 0,
  leastSeconds: 0,
  longestSeconds: 0,
  tries: 4,
  patienceSeconds: 20,
};

export const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Somebody by the place in their directory: Person 3 is person-3@example.com, and signs in at the tenant. */
export const somebody = (n: number, given: object = {}) => ({
  id: idOf(n),
  name: `Person ${n}`,
  userPrincipalName: `person-${n}@tenant.example`,
  email: `person-${n}@example.com`,
  enabled: true,
  ...given,
});

const group = (n: number, name: string, given: object = {}) => ({
  id: idOf(100_000 + n),
  name,
  description: null,
  email: null,
  dynamic: false,
  syncedElsewhere: false,
  members: [] as string[],
  owners: [] as string[],
  ...given,
});

/** Ten people and four groups, of which two refuse changes; Person 1 and 2 are in the first one. */
export const smallDirectory = (people = 10): InitialDirectory => ({
  people: Array.from({ length: people }, (_, at) => somebody(at + 1)),
  groups: [
    group(1, 'SG_SPINCO_ONE', { members: [idOf(1), idOf(2)] }),
    group(2, 'SG_SPINCO_SYNCED', { syncedElsewhere: true }),
    group(3, 'SG_SPINCO_DYNAMIC', { dynamic: true }),
    group(4, 'APP_AWS_ADMINS'),
  ],
});

/** How many jobs wait or run. */
async function underWay(db: Database): Promise<number> {
  const { rows } = await db.query<{ jobs: number }>(
    `SELECT count(*)::integer AS jobs FROM jobs WHERE state IN ('queued', 'running')`,
  );
  return rows[0]?.jobs ?? 0;
}

/** Has the portal know a directory, as a reading of it does. */
export async function read(db: Database, { people, groups }: InitialDirectory): Promise<void> {
  await db.query('TRUNCATE ad_groups, ad_people, ad_membership_changes CASCADE');
  await db.query(
    `INSERT INTO ad_people (external_id, name, email, user_principal_name, enabled, gone, group_count, account_count)
     SELECT p ->> 'id', p ->> 'name', p ->> 'email', p ->> 'userPrincipalName', (p ->> 'enabled')::boolean, false, 0, 0
     FROM jsonb_array_elements($1::jsonb) p`,
    [JSON.stringify(people)],
  );
  await db.query(
    `INSERT INTO ad_groups (external_id, name, cloud, member_count, nested_group_count, owners, cloud_parents,
       permission_sets, dormant, pim, dynamic, synced_elsewhere)
     SELECT g ->> 'id', g ->> 'name', CASE WHEN g ->> 'name' LIKE 'APP_AWS%' THEN 'aws' END,
       jsonb_array_length(g -> 'members'), 0, '[]', '[]', '[]', true, false,
       (g ->> 'dynamic')::boolean, (g ->> 'syncedElsewhere')::boolean
     FROM jsonb_array_elements($1::jsonb) g`,
    [JSON.stringify(groups)],
  );
  await db.query(
    `INSERT INTO ad_members (ad_group_id, ad_person_id, role)
     SELECT g.id, p.id, 'member' FROM jsonb_array_elements($1::jsonb) told
       JOIN ad_groups g ON g.external_id = told ->> 'id'
       CROSS JOIN jsonb_array_elements_text(told -> 'members') m JOIN ad_people p ON p.external_id = m`,
    [JSON.stringify(groups)],
  );
}

/** A portal whose directory is a simulator of the test's. */
export function withGroups({
  directory = smallDirectory(),
  settings = {},
}: {
  directory?: InitialDirectory;
  settings?: Record<string, string>;
} = {}) {
  let open:
    | { graph: GraphSimulator; db: Database; api: Api; other: Api; close: () => Promise<void> }
    | undefined;
  const get = () => {
    if (!open) throw new Error('The directory is there once the tests run.');
    return open;
  };
  beforeAll(async () => {
    const graph = await startGraph({ initial: directory });
    const { db, drop } = await createTestDatabase({ poolSize: 20 });
    const told = { GRAPH_API: graph.url, DIRECTORY_SYNC: 'off', ...settings };
    const portal = await startPortal(db, told, undefined, restless);
    await read(db, directory);
    const signIn = async (email: string, roles: Role[]) =>
      apiClient(portal.url, { ...(await createSession(db, { email, name: null, roles }, 'a test')) });
    open = {
      graph,
      db,
      api: await signIn('operator@example.com', ['operator']),
      other: await signIn('viewer@example.com', ['viewer']),
      close: async () => {
        graph.faults.clear();
        await portal.close();
        await drop();
        await graph.close();
      },
    };
  });
  afterAll(() => open?.close());
  return {
    get graph() {
      return get().graph;
    },
    get db() {
      return get().db;
    },
    get api() {
      return get().api;
    },
    /** Who may look only, where the settings map roles. */
    get viewer() {
      return get().other;
    },
    /** The directory and what was read of it as they were at first. */
    reset: async () => {
      get().graph.faults.clear();
      get().graph.directory.begin(directory);
      // A job that goes on would write into what is emptied.
      await vi.waitFor(async () => expect(await underWay(get().db)).toBe(0), {
        timeout: 60_000,
        interval: 20,
      });
      await get().db.query('TRUNCATE spinco_sg_changes CASCADE');
      await read(get().db, directory);
    },
  };
}
