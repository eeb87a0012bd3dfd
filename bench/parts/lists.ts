import { createApiToken } from '#server/modules/access/api-tokens.ts';
import type { Statement } from '#server/platform/database/database.ts';
import { bareStatements, type BareList } from '../bare-lists.ts';
import { atLeast, type Figure } from '../figures.ts';
import { compareLoad, perSecond, type Compared } from '../load.ts';
import { startBareServer, startPortal } from '../portal.ts';
import { openSizedTable, SIZES, type SizedTable } from '../sized-tables.ts';
import type { World } from '../world.ts';
import { POOL_SIZE } from './pool.ts';

const ADDRESS = '/api/cost_centers';
const BOUND = 0.6;
/** What of its speed a list may lose from 100,000 rows to 1,000,000. */
const FLAT = 0.5;

interface Asked extends BareList {
  name: string;
  query: string;
  /** Not every list finds as much in a table of any size. */
  isFlat: boolean;
}

/** The lists that are asked for; the smallest table has no page 2,000, so its last one is taken. */
function askedOf(rows: number): Asked[] {
  const last = Math.min(2000, rows / 25);
  const byId = 't.id DESC';
  const asked = (name: string, query: string, list: Partial<BareList> = {}, isFlat = true): Asked => ({
    name,
    query: `${query}&per_page=25`,
    where: '',
    order: byId,
    page: 1,
    ...list,
    isFlat,
  });
  const search = (text: string) => `t.search LIKE '%${text}%'`;
  // The index of trigrams is asked for the end alone, since all identifiers have what stands before it; that of pieces for
  // these.
  const byParts = (condition: string) => {
    const compared = condition.replace('t.search', "(t.search || '')");
    const pieces = `search_pieces(t.search) @> search_pieces('900001 000123')`;
    return [`${search('0123')} AND ${compared}`, `${pieces} AND ${compared}`];
  };
  const unit = 't.business_units_id = 3';
  const newest = 't.created_at DESC, t.id DESC';
  return [
    asked('first page', 'page=1'),
    asked('page 2,000', `page=${last}`, { page: last }, rows > 10_000),
    asked('a business unit, newest first', 'by_business_units_id=3&sort=-created_at&page=1', {
      where: unit,
      order: newest,
    }),
    asked('a business unit, page 30', 'by_business_units_id=3&page=30', { where: unit, page: 30 }),
    asked('q finds ten', 'q=90000123&page=1', {
      where: search('90000123'),
      orWhere: byParts(search('90000123')),
    }),
    asked('q finds one in forty', 'q=1005&page=1', { where: search('1005') }, false),
    asked('a column has a text', 'by_identifier=90000123&page=1', {
      where: `${search('90000123')} AND lower(t.identifier) LIKE '%90000123%'`,
      orWhere: byParts(`lower(t.identifier) LIKE '%90000123%'`),
    }),
  ];
}

/** Lists of tables of three sizes beside a bare server that has the best statement for each of them. */
export async function measureLists(world: World, say: (line: string) => void): Promise<Figure[]> {
  const compared = new Map<string, Compared>();
  for (const rows of world.sizes) {
    const table = await openSizedTable(world.connectionString, rows, say);
    try {
      for (const [name, one] of await measureTable(world, table, say)) compared.set(name, one);
    } finally {
      await table.close();
    }
  }
  const told = [...compared.values()].map(({ figure }) => figure);
  if (world.sizes.length < SIZES.length) return told;
  const of = (rows: number, { name }: Asked) => compared.get(nameOf(rows, name));
  const [, middle, large] = SIZES;
  return [
    ...told,
    ...askedOf(large)
      .filter(({ isFlat }) => isFlat)
      .map((asked) => {
        const [before, after] = [of(middle, asked), of(large, asked)];
        const [less, more] = [before?.perSecond ?? 0, after?.perSecond ?? 0];
        const bare = (after?.barePerSecond ?? 0) / (before?.barePerSecond ?? 0);
        const beside = `${more.toFixed(0)} of ${less.toFixed(0)} per second; bare ${bare.toFixed(2)}`;
        return atLeast(`list, ten times the rows: ${asked.name}`, more / less, FLAT, { digits: 2, beside });
      }),
  ];
}

const nameOf = (rows: number, name: string) => `list, ${rows.toLocaleString('en')} rows: ${name}`;

async function measureTable(
  { folder }: World,
  { rows, connectionString, db }: SizedTable,
  say: (line: string) => void,
): Promise<[string, Compared][]> {
  const owner = { email: 'bench@skyledger.example', name: `bench ${Date.now()}`, roles: [] };
  const token = await createApiToken(db, owner);
  const headers = { authorization: `Bearer ${token?.token}` };
  const all = askedOf(rows);
  const lists = all.flatMap(({ query, ...list }) =>
    bareStatements(list).map((statement, at) => [`${ADDRESS}?${query}&way=${at}`, named(statement)] as const),
  );
  const portal = await startPortal(folder, { DATABASE_URL: connectionString, DB_POOL_SIZE: POOL_SIZE });
  const bare = await startBareServer(folder, {
    connectionString,
    poolSize: Number(POOL_SIZE),
    lists: Object.fromEntries(lists),
    writes: {},
  });
  try {
    const found: [string, Compared][] = [];
    for (const asked of all) {
      const name = nameOf(rows, asked.name);
      say(name);
      const path = `${ADDRESS}?${asked.query}`;
      const ways = bareStatements(asked).map((_, at) => `${path}&way=${at}`);
      for (const way of ways) await expectSameRows(portal.url + path, bare.url + way, headers);
      const best = await fastest(bare.url, ways);
      const ours = { url: portal.url, headers, requests: [{ method: 'GET' as const, path }] };
      const theirs = { url: bare.url, requests: [{ method: 'GET' as const, path: best }] };
      found.push([name, await compareLoad(name, ours, theirs, BOUND)]);
    }
    return found;
  } finally {
    await Promise.all([portal.stop(), bare.stop()]);
  }
}

let count = 0;
const named = (statement: Statement): Statement => ({ ...statement, name: `bare-${(count += 1)}` });

async function fastest(url: string, ways: string[]): Promise<string> {
  let best = { way: '', speed: -1 };
  for (const way of ways) {
    const speed = ways.length > 1 ? await perSecond({ url, requests: [{ method: 'GET', path: way }] }) : 0;
    if (speed > best.speed) best = { way, speed };
  }
  return best.way;
}

/** What is compared must answer the same, and something. */
async function expectSameRows(portal: string, bare: string, headers: Record<string, string>): Promise<void> {
  const [ours, theirs] = await Promise.all([
    fetch(portal, { headers }).then((response) => response.text()),
    fetch(bare).then((response) => response.text()),
  ]);
  if (ours !== theirs)
    throw new Error(
      `The two servers answer differently to ${bare}:\n${ours.slice(-200)}\n${theirs.slice(-200)}`,
    );
  if (!ours.startsWith('{"data":[{')) throw new Error(`There are no rows at ${portal}.`);
}
