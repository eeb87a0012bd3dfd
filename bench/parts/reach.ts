import { createApiToken } from '#server/modules/access/api-tokens.ts';
import { summarize } from '#server/modules/directory/access/summarize.ts';
import { createSession } from '#server/modules/access/sessions.ts';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrations.ts';
import { openBrowser } from '../browser.ts';
import { atMost, median, onlyTold, type Figure } from '../figures.ts';
import { startPortal } from '../portal.ts';
import { createOnce } from '../sized-tables.ts';
import type { World } from '../world.ts';
import { firstVisit } from './visit.ts';

const GROUPS = 5000;
const PEOPLE = 20_000;
const MEMBERSHIPS = 50_000;
const ACCOUNTS = 1000;
const ROUNDS = 20;
const VISITS = 5;
const MOST_MS = 100;
const SIXTY_SECONDS = 60_000;

/** Ids are given, so that what belongs together can be reckoned. The first eight groups have 2,000 members each. */
const FILL = [
  // A portal fills an empty database with its example.
  `INSERT INTO companies (code) VALUES ('1000')`,
  `INSERT INTO cloud_parents (provider_type, identifier, name, environment, terminated, managed)
   SELECT 'AwsCloudParent', (200000000000 + n)::text, 'account-' || n, 'production', false, true
   FROM generate_series(1, ${ACCOUNTS}) n`,
  `INSERT INTO ad_people (id, external_id, name, email, user_principal_name, enabled, gone, group_count, account_count)
   OVERRIDING SYSTEM VALUE
   SELECT n, 'person-' || n, 'Person ' || n, 'person.' || n || '@example.com', 'person.' || n || '@example.com', true,
     false, 0, 0 FROM generate_series(1, ${PEOPLE}) n`,
  `INSERT INTO ad_groups (id, external_id, name, cloud, member_count, nested_group_count, owners, cloud_parents,
     permission_sets, dormant, pim, dynamic, synced_elsewhere) OVERRIDING SYSTEM VALUE
   SELECT n, 'group-' || n, 'APP_AWS_' || lpad(n::text, 5, '0'), 'aws', 0, 0, '[]', '[]', '[]', true, n % 10 = 0, false, false
   FROM generate_series(1, ${GROUPS}) n`,
  `INSERT INTO ad_members (ad_group_id, ad_person_id, role)
   SELECT g, 1 + (g * 997 + n * 3) % ${PEOPLE}, 'member' FROM generate_series(1, 8) g, generate_series(1, 2000) n
   UNION SELECT 9 + n % (${GROUPS} - 8), 1 + (n * 7919) % ${PEOPLE}, 'member'
   FROM generate_series(1, ${MEMBERSHIPS} - 16000) n
   UNION SELECT n, 1 + n % ${PEOPLE}, 'owner' FROM generate_series(1, ${GROUPS}) n`,
  // Every tenth group lies in one of the hundred groups of groups, and these in the second one.
  `INSERT INTO ad_nested_groups (ad_group_id, child_id)
   SELECT 9 + n % 100, n FROM generate_series(110, ${GROUPS}, 10) n
   UNION SELECT 2, n FROM generate_series(9, 108) n`,
  `INSERT INTO ad_permission_sets (id, provider_type, name, arn, managed_policies, group_count, account_count)
   OVERRIDING SYSTEM VALUE
   SELECT n, 'AwsCloudParent', 'Set ' || n, 'arn:' || n, '[]', 0, 0 FROM generate_series(1, 50) n`,
  // The first group leads into every account, the others into four each.
  `INSERT INTO ad_assignments (ad_permission_set_id, ad_group_id, account)
   SELECT 1 + g % 50, g, (200000000000 + 1 + (g * 13 + n) % ${ACCOUNTS})::text
   FROM generate_series(2, ${GROUPS} / 2) g, generate_series(1, 4) n
   UNION SELECT 1, 1, (200000000000 + n)::text FROM generate_series(1, ${ACCOUNTS}) n`,
  `INSERT INTO ad_sources (name, read_at) VALUES ('Bench', now())`,
  'VACUUM ANALYZE',
];

/** Who gets where, over 50,000 memberships of 5,000 groups: summing it up, and every answer about it. */
export async function measureReach(world: World, say: (line: string) => void): Promise<Figure[]> {
  const address = new URL(world.connectionString);
  address.pathname = '/reach';
  await world.db.query('DROP DATABASE IF EXISTS reach');
  await createOnce(world.connectionString, 'reach');
  await migrate(address.href);
  const db = openDatabase({ connectionString: address.href, poolSize: 2 });
  try {
    const summed = await fill(db, say);
    const token = await createApiToken(db, { email: 'bench@skyledger.example', name: 'reach', roles: [] });
    const portal = await startPortal(world.folder, { DATABASE_URL: address.href });
    try {
      const asked = { url: portal.url, headers: { authorization: `Bearer ${token?.token}` } };
      return [
        ...summed,
        ...(await measureAnswers(asked, db, say)),
        ...(await measureWhole(asked, say)),
        ...(await measurePage(portal.url, db, say)),
      ];
    } finally {
      await portal.stop();
    }
  } finally {
    await db.close();
  }
}

async function fill(db: Database, say: (line: string) => void): Promise<Figure[]> {
  say('filling groups, people and assignments');
  for (const statement of FILL) await db.query(statement);
  const time = async () => {
    const began = performance.now();
    await db.transaction((tx) => summarize(tx));
    return performance.now() - began;
  };
  const first = await time();
  return [
    atMost('summing everything up', first, SIXTY_SECONDS, { unit: 'ms' }),
    onlyTold('summing it up once more, where nothing changed', await time(), { unit: 'ms' }),
  ];
}

interface Asked {
  url: string;
  headers: Record<string, string>;
}

async function answered({ url, headers }: Asked, path: string): Promise<string> {
  const response = await fetch(`${url}${path}`, { headers });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${path} answers ${response.status}: ${body}`);
  return body;
}

/** Of each address the slowest of some rounds, and of all addresses the slowest. */
async function measureAnswers(asked: Asked, db: Database, say: (line: string) => void): Promise<Figure[]> {
  const { rows } = await db.query<{ account: number; person: number }>(
    `SELECT (SELECT id FROM cloud_parents WHERE name = 'account-700') AS account,
       (SELECT id FROM ad_people ORDER BY group_count DESC, id LIMIT 1) AS person`,
  );
  const { account = 0, person = 0 } = rows[0] ?? {};
  const paths: Record<string, string> = {
    'what the person in the most groups reaches': `/api/ad_people/${person}/access`,
    'who reaches an account': `/api/cloud_parents/${account}/access`,
    'what is granted in an account': `/api/cloud_parents/${account}/grants`,
    'who is in a group of groups': '/api/ad_groups/2/members',
    'a person in it, by name': '/api/ad_groups/2/members?q=person+19',
    'where a group leads': '/api/ad_groups/110/access',
    'who has a permission set': '/api/ad_permission_sets/1/access',
    'groups of a person': '/api/ad_groups?page=1&by_person=person.777@example.com',
    'groups that lead into an account': '/api/ad_groups?page=1&by_account=account-700',
    'a page of groups': '/api/ad_groups?page=1&per_page=100&by_cloud=aws',
  };
  const figures: Figure[] = [];
  for (const [name, path] of Object.entries(paths)) {
    say(name);
    const times: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const began = performance.now();
      await answered(asked, path);
      // The first one opens connections and reads what the database has not in memory yet.
      if (round > 0) times.push(performance.now() - began);
    }
    const [slowest = Number.NaN] = times.toSorted((a, b) => b - a).slice(1);
    figures.push(atMost(`${name}: p95`, slowest, MOST_MS, { unit: 'ms', digits: 1 }));
  }
  return figures;
}

/** From the click on a link of the navigation to the rows of a page of groups, which was never open before. */
async function measurePage(url: string, db: Database, say: (line: string) => void): Promise<Figure[]> {
  const person = { email: 'bench@skyledger.example', name: 'Bench', roles: [] };
  const session = await createSession(db, person);
  const browser = await openBrowser();
  try {
    const visits: number[] = [];
    for (let round = 0; round <= VISITS; round += 1) {
      say(`the page of groups, round ${round} of ${VISITS}`);
      const visit = await firstVisit(browser, url, session, '/auth/active-directory/groups-aws');
      // The first round is the server's first, too.
      if (round > 0) visits.push(visit);
    }
    return [onlyTold('the page of 5,000 groups: click to rows', median(visits), { unit: 'ms' })];
  } finally {
    await browser.close();
  }
}

/** All groups at once, and how long others wait for something small meanwhile. */
async function measureWhole(asked: Asked, say: (line: string) => void): Promise<Figure[]> {
  say('all groups with their members');
  await answered(asked, '/api/ad/groups?aws');
  const waits: number[] = [];
  const ended = new AbortController();
  const watching = (async () => {
    while (!ended.signal.aborted) {
      const began = performance.now();
      await answered(asked, '/api/ad/permission_sets');
      waits.push(performance.now() - began);
    }
  })();
  const began = performance.now();
  const response = await fetch(`${asked.url}/api/ad/groups?aws`, { headers: asked.headers });
  const reader = response.body?.getReader();
  await reader?.read();
  const first = performance.now() - began;
  let bytes = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
    bytes += part.value.length;
  const whole = performance.now() - began;
  ended.abort();
  await watching;
  return [
    onlyTold('all groups: the first byte', first, { unit: 'ms' }),
    onlyTold('all groups: the last byte', whole, { unit: 'ms', beside: `${(bytes / 1e6).toFixed(1)} MB` }),
    atMost('a small answer meanwhile, the slowest', Math.max(...waits), MOST_MS, {
      unit: 'ms',
      beside: `${waits.length} of them`,
    }),
  ];
}
