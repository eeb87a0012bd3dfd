import { atMost, median, onlyTold, type Figure } from '../figures.ts';
import { serveManyModels } from '../many-models.ts';
import { startPortal } from '../portal.ts';
import type { World } from '../world.ts';

const ROUNDS = 15;
const MOST_SEARCH_MS = 50;
const MOST_SEARCH_OF_MANY_MS = 10;

/** A record as a person would look for it. */
interface Known {
  identifier: string;
  cloud_contact_email: string;
}

/** Asks for an address again and again; the middle of the times in milliseconds. */
async function timeOf(url: string, authorization: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const began = performance.now();
    const response = await fetch(url, { headers: { authorization } });
    await response.text();
    if (response.status !== 200) throw new Error(`${url} answers ${response.status}.`);
    // The first one opens connections and reads what the database has not in memory yet.
    if (round > 0) times.push(performance.now() - began);
  }
  return median(times);
}

/** What the command palette asks while somebody types, and the search of a list; one at a time. */
export async function measureSearch(world: World, say: (line: string) => void): Promise<Figure[]> {
  const { connectionString, folder, authorization } = world;
  const portal = await startPortal(folder, { DATABASE_URL: connectionString });
  try {
    const page = await fetch(`${portal.url}/api/cost_centers?page=1500&per_page=25&sort=id`, {
      headers: { authorization },
    });
    const { data } = (await page.json()) as { data: Known[] };
    const known = data[7];
    if (!known) throw new Error('There are no rows to look for.');
    const texts = {
      'two letters': known.cloud_contact_email.slice(0, 2),
      'a few digits': known.identifier.slice(0, 4),
      'an identifier': known.identifier,
      'the end of one': known.identifier.slice(-5),
      'an email': known.cloud_contact_email,
      'nothing there': 'zq'.repeat(6),
    };
    const slowest = { palette: 0, list: 0 };
    let which = '';
    for (const [name, text] of Object.entries(texts)) {
      say(`search for ${name}`);
      const q = encodeURIComponent(text);
      const took = await timeOf(`${portal.url}/api/search?q=${q}`, authorization);
      if (took > slowest.palette) which = name;
      slowest.palette = Math.max(slowest.palette, took);
      const list = await timeOf(`${portal.url}/api/cost_centers?q=${q}&page=1&per_page=25`, authorization);
      slowest.list = Math.max(slowest.list, list);
    }
    return [
      atMost('palette: the slowest of six searches', slowest.palette, MOST_SEARCH_MS, {
        unit: 'ms',
        digits: 1,
        beside: which,
      }),
      onlyTold('list: the slowest of six searches by q', slowest.list, { unit: 'ms', digits: 1 }),
      ...(await measureManyModels(connectionString, authorization, say)),
    ];
  } finally {
    await portal.stop();
  }
}

/** The same over thirty models with 200,000 records. */
async function measureManyModels(
  connectionString: string,
  authorization: string,
  say: (line: string) => void,
): Promise<Figure[]> {
  say('thirty models with 200,000 records');
  const models = await serveManyModels(connectionString, say);
  try {
    const took: [what: string, ms: number][] = [];
    for (const [what, text] of Object.entries(models.texts)) {
      const url = `${models.url}/api/search?q=${encodeURIComponent(text)}`;
      took.push([what, await timeOf(url, authorization)]);
    }
    const [slowest = ['', Number.NaN]] = took.toSorted(([, a], [, b]) => b - a);
    say(took.map(([what, ms]) => `${what} ${ms.toFixed(1)} ms`).join(', '));
    return [
      atMost('palette over 30 models: the slowest of seven searches', slowest[1], MOST_SEARCH_OF_MANY_MS, {
        unit: 'ms',
        digits: 1,
        beside: slowest[0],
      }),
    ];
  } finally {
    await models.close();
  }
}
