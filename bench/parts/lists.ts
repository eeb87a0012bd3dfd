import { costCenters } from '#resources/cost-centers.ts';
import { registry } from '#resources/registry.ts';
import { readListRequest } from '#server/engine/list-request.ts';
import { ListStatements } from '#server/engine/list-statement.ts';
import { Statements } from '#server/engine/statements.ts';
import type { Statement } from '#server/platform/database/database.ts';
import type { Figure } from '../figures.ts';
import { compareLoad } from '../load.ts';
import { startBareServer, startPortal } from '../portal.ts';
import type { World } from '../world.ts';
import { POOL_SIZE } from './pool.ts';

const LISTS = {
  'list: 25 rows, filtered and sorted': 'by_identifier=90004&sort=-active_at&page=1&per_page=25',
  'list: first page of all': 'page=1&per_page=25',
  'list: page 2,000 of all': 'page=2000&per_page=25',
};
const ADDRESS = '/api/cost_centers';
const BOUND = 0.6;

/** The statement with which the portal answers a query. */
function statementOf(query: string): Statement {
  const request = readListRequest(registry, costCenters, Object.fromEntries(new URLSearchParams(query)));
  return new ListStatements(registry, costCenters, new Statements()).body(request);
}

/** Lists over HTTP beside a bare server that sends the result of the same SQL. */
export async function measureLists(world: World, say: (line: string) => void): Promise<Figure[]> {
  await world.tidy();
  const { connectionString, folder, authorization } = world;
  const plan = Object.values(LISTS).map((query) => [`${ADDRESS}?${query}`, statementOf(query)] as const);
  const portal = await startPortal(folder, { DATABASE_URL: connectionString, DB_POOL_SIZE: POOL_SIZE });
  const bare = await startBareServer(folder, {
    connectionString,
    poolSize: Number(POOL_SIZE),
    lists: Object.fromEntries(plan),
    writes: {},
  });
  try {
    const figures: Figure[] = [];
    for (const [name, query] of Object.entries(LISTS)) {
      say(name);
      const requests = [{ method: 'GET' as const, path: `${ADDRESS}?${query}` }];
      await expectSameRows(
        `${portal.url}${ADDRESS}?${query}`,
        `${bare.url}${ADDRESS}?${query}`,
        authorization,
      );
      const ours = { url: portal.url, headers: { authorization }, requests };
      figures.push(await compareLoad(name, ours, { url: bare.url, requests }, BOUND));
    }
    return figures;
  } finally {
    await Promise.all([portal.stop(), bare.stop()]);
  }
}

/** What is compared must answer the same, and something. */
async function expectSameRows(portal: string, bare: string, authorization: string): Promise<void> {
  const [ours, theirs] = await Promise.all([
    fetch(portal, { headers: { authorization } }).then((response) => response.text()),
    fetch(bare).then((response) => response.text()),
  ]);
  if (ours !== theirs) throw new Error(`The two servers answer differently to ${portal}.`);
  if (!ours.startsWith('{"data":[{')) throw new Error(`There are no rows at ${portal}.`);
}
