import { atMost, type Figure } from '../figures.ts';
import type { World } from '../world.ts';
import {
  bestTurn,
  expectStatus,
  growthDuring,
  LONGEST_TURN_MS,
  waitDuring,
  type WatchedPortal,
} from './watched-portal.ts';

const ROWS = 100_000;
const MARK = 'limits-turn';
const LONG = 62_000_000;
const SIZE = 60_000_000;
/** The text of six requests as it arrives would be 370 already. */
const MOST_LONG_MB = 250;
/** Measured at 350: the text as it arrives and in one piece, of two requests. Parsed, each would take 1,400 and more. */
const MOST_AMPLIFIED_MB = 600;
/** Measured at 25 to 75. */
const MOST_REST_MB = 100;
const MOST_WAIT_MS = 2500;
const ms = { unit: 'ms' };
const mb = { unit: 'MB' };

/** Every cell of these is as long as a worksheet may have it, and wrong where it can be. */
const wrongRow = (_: unknown, at: number) => ({
  identifier: `${at}-${'x'.repeat(200)}`,
  company_code: `${at}`.repeat(30),
  business_unit_name: `nobody's unit ${at} ${'y'.repeat(120)}`,
  cloud_contact_email: `nobody-${at}@example.com`,
});

/** Parts of a text, each made from its number, until they are `SIZE` long. */
function grown(part: (at: number) => string): string {
  const parts: string[] = [];
  for (let at = 0, length = 0; length < SIZE; at += 1, length += parts.at(-1)?.length ?? 0)
    parts.push(part(at));
  return parts.join('');
}

/** Bodies that would become gigabytes if they were parsed. */
const amplified: readonly (() => string)[] = [
  () => '['.repeat(SIZE),
  () => `{"data":[${'{},'.repeat(SIZE / 3)}{}]}`,
  () => '{"data":['.padEnd(SIZE, '{},'),
  () => `{"data":[{${grown((at) => `"${at}":1,`)}"x":1}]}`,
  () => `{"data":[],"row_numbers":[${'1,'.repeat(SIZE / 2)}1]}`,
  () =>
    `{"data":[${grown((at) => `{${Array.from({ length: 40 }, (_, n) => `"${at}-${n}":1`).join()}},`)}{}]}`,
];

async function remove({ db }: World): Promise<void> {
  await db.query(`UPDATE cost_centers SET new_cost_center_id = NULL WHERE identifier LIKE '${MARK}%'`);
  await db.query(
    `DELETE FROM record_history WHERE resource = 'cost_centers'
       AND record_id IN (SELECT id FROM cost_centers WHERE identifier LIKE '${MARK}%')`,
  );
  await db.query(`DELETE FROM cost_centers WHERE identifier LIKE '${MARK}%'`);
}

/** The largest imports: records that refer to each other, and bodies that were made to exhaust whoever reads them. */
export async function measureImportLimits(
  world: World,
  portal: WatchedPortal,
  say: (line: string) => void,
): Promise<Figure[]> {
  const { rows: known } = await world.db.query<{ company: string; contact: string }>(
    `SELECT (SELECT min(code) FROM companies) AS company, (SELECT min(email) FROM cloud_contacts WHERE NOT terminated) AS contact`,
  );
  // One chain through all of the file, each row replaced by the one before it.
  const data = (round: number, code: string) =>
    Array.from({ length: ROWS }, (_, at) => ({
      identifier: `${MARK}-${round}-${at}`,
      company_code: code,
      companies_code: known[0]?.company,
      cloud_contact_email: known[0]?.contact,
      replacement_cost_center: at === 0 ? '' : `${MARK}-${round}-${at - 1}`,
    }));
  const send = async (what: string, body: string, ...statuses: number[]) =>
    expectStatus(what, await portal.send('POST', '/cost_centers/import_json', body), ...statuses);
  try {
    say(`${ROWS} rows that refer to each other`);
    const waits: number[] = [];
    const added = await bestTurn(portal, async (round) => {
      const body = JSON.stringify({ data: data(round, '01') });
      waits.push(await waitDuring(portal, () => send('An import', body, 201)));
    });
    const changed = await bestTurn(portal, (round) =>
      send('A change', JSON.stringify({ data: data(1, `1${round}`), update: true }), 201),
    );
    say('six imports with a cell of 62 MB');
    const hostile = `{"data":[{"identifier":"${'x'.repeat(LONG)}","cloud_contact_email":"a@example.com"}]}`;
    const idle = await portal.restMb();
    let [long, growth] = [0, 0];
    growth = await growthDuring(portal, async () => {
      long = await bestTurn(portal, async () => {
        // One person may have a few under way; the others are refused before they are read.
        await Promise.all(Array.from({ length: 6 }, () => send('A cell of 62 MB', hostile, 413, 429)));
      });
    });
    const rest = (await portal.restMb()) - idle;
    say(`${ROWS} rows of which each is wrong`);
    const wrong = await bestTurn(portal, () =>
      send('A wrong import', JSON.stringify({ data: Array.from({ length: ROWS }, wrongRow) }), 422),
    );
    say('imports of 60 MB that would become gigabytes');
    const grew = await growthDuring(portal, async () => {
      for (const make of amplified) await send('An import of 60 MB', make(), 400, 413);
    });
    return [
      atMost('import of 100,000 rows: longest turn while it adds', added, LONGEST_TURN_MS, ms),
      atMost('import of 100,000 rows: others wait while it adds', Math.min(...waits), MOST_WAIT_MS, ms),
      atMost('import of 100,000 rows: longest turn while it changes', changed, LONGEST_TURN_MS, ms),
      atMost('import of 100,000 wrong rows: longest turn', wrong, LONGEST_TURN_MS, ms),
      atMost('six imports with a cell of 62 MB: longest turn', long, LONGEST_TURN_MS, ms),
      atMost('six imports with a cell of 62 MB: memory above idle', growth, MOST_LONG_MB, mb),
      atMost('six imports with a cell of 62 MB: memory kept', rest, MOST_REST_MB, mb),
      atMost('imports of 60 MB that would become gigabytes: memory above idle', grew, MOST_AMPLIFIED_MB, mb),
    ];
  } finally {
    await remove(world);
  }
}
