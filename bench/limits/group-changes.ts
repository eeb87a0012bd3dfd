import { createApiToken } from '#server/modules/access/api-tokens.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrations.ts';
import { startGraph } from '#simulators/graph/graph.ts';
import { atMost, type Figure } from '../figures.ts';
import { createOnce } from '../sized-tables.ts';
import type { World } from '../world.ts';
import { expectStatus, jobIn, LONGEST_TURN_MS, startWatched, untilDone } from './watched-portal.ts';

const USERS = 10_000;
const DATABASE = 'limits';
const GROUP = 'SG_SPINCO_LIMITS';

const idOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;

const people = Array.from({ length: USERS }, (_, at) => ({
  id: idOf(at),
  name: `Person ${at}`,
  userPrincipalName: `person-${at}@tenant.example`,
  email: `person-${at}@example.com`,
  enabled: true,
}));
const group = {
  id: idOf(USERS),
  name: GROUP,
  description: null,
  email: null,
  dynamic: false,
  syncedElsewhere: false,
  members: [],
  owners: [],
};

/** 10,000 users who are looked up, refused and added to a group. */
export async function measureGroupLimits(world: World, say: (line: string) => void): Promise<Figure[]> {
  const address = new URL(world.connectionString);
  address.pathname = `/${DATABASE}`;
  await world.db.query(`DROP DATABASE IF EXISTS ${DATABASE}`);
  await createOnce(world.connectionString, DATABASE);
  await migrate(address.href);
  const db = openDatabase({ connectionString: address.href, poolSize: 2 });
  // Before the portal starts, which would fill an empty database with its example.
  await db.query(`INSERT INTO companies (code) VALUES ('1000')`);
  const token = await createApiToken(db, { email: 'bench@skyledger.example', name: 'limits', roles: [] });
  const graph = await startGraph({ initial: { people, groups: [group] } });
  const own = { ...world, connectionString: address.href, authorization: `Bearer ${token?.token}` };
  const portal = await startWatched(own, { GRAPH_API: graph.url });
  const turnOf = async (users: readonly string[], status: number, more: object = {}, after = '') => {
    await portal.longestTurn();
    const body = JSON.stringify({ securityGroupName: GROUP, users: users.join(';'), ...more });
    const answer = await portal.send('POST', '/spinco_sgs/add', body);
    expectStatus('A change of a group', answer, status);
    const { data } = JSON.parse(answer.text) as { data?: { spinco_sg_change?: { id: number } } };
    if (after) await untilDone(portal, `${after}/${data?.spinco_sg_change?.id}`);
    return portal.longestTurn();
  };
  const unit = { unit: 'ms' };
  try {
    say(`${USERS} users are read`);
    const asked = await portal.send('POST', '/ad/sync', '{}');
    expectStatus('A reading', asked, 202);
    await untilDone(portal, jobIn(asked));
    const users = people.map(({ email }) => email);
    say(`${USERS} users are looked up, refused and added`);
    const previewed = await turnOf(users, 200, { dry_run: true });
    const unknown = await turnOf(
      users.map((user) => `no-${user}`),
      422,
    );
    const wrong = await turnOf(
      users.map((_, at) => `wrong ${at}`),
      422,
    );
    const added = await turnOf(users, 202, {}, '/spinco_sg_changes');
    return [
      atMost('10,000 users of a group, previewed: longest turn', previewed, LONGEST_TURN_MS, unit),
      atMost(
        '10,000 users of a group, refused: longest turn',
        Math.max(unknown, wrong),
        LONGEST_TURN_MS,
        unit,
      ),
      atMost('10,000 users of a group, added: longest turn', added, LONGEST_TURN_MS, unit),
    ];
  } finally {
    await portal.stop();
    await graph.close();
    await db.close();
    await world.db.query(`DROP DATABASE IF EXISTS ${DATABASE}`);
  }
}
