import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { costCenters } from '#resources/cost-centers.ts';
import { columnFields } from '#server/engine/schema/schema.ts';
import { readCsv } from '#kernel/csv/read-csv.ts';
import { parse } from 'csv-parse/sync';
import { atMost, median, type Figure } from '../figures.ts';
import { startPortal } from '../portal.ts';
import type { World } from '../world.ts';
import { measureUpsert, removePlanned } from './upsert.ts';

const IMPORTED = 50_000;
const MOST_TIMES = 6;
const ROUNDS = 3;
const MARK = 'IMPORTED';

/** A worksheet whose every tenth row is replaced by the next one. */
async function worksheet({ db }: World): Promise<Buffer> {
  const texts = async (sql: string) => (await db.query<{ text: string }>(sql)).rows.map(({ text }) => text);
  const companies = await texts(
    'SELECT code AS text FROM companies GROUP BY code HAVING count(*) = 1 ORDER BY code',
  );
  const owners = await texts('SELECT email AS text FROM cloud_contacts ORDER BY id');
  const units = await texts('SELECT name AS text FROM business_units ORDER BY id');
  const departments = await texts('SELECT name AS text FROM departments ORDER BY id');
  const pick = (list: string[], at: number) => list[at % list.length] ?? '';
  const rows = Array.from({ length: IMPORTED }, (_, at) => ({
    identifier: `${MARK}${at}`,
    company_code: pick(companies, at),
    companies_code: pick(companies, at),
    cloud_contact_email: pick(owners, at * 31),
    business_unit_name: pick(units, at),
    department_name: pick(departments, at),
    active_at: '2026-01-01',
    expired_at: at % 10 === 0 ? '2026-06-30' : '',
    replacement_cost_center: at % 10 === 0 ? `${MARK}${at + 1}` : '',
    alternate_cost_center: '',
  }));
  return Buffer.from(stringify(rows, { header: true }));
}

/** Reads a worksheet as the web does and sends it to the portal; answers the seconds that this takes. */
async function importOnce(url: string, authorization: string, file: Buffer): Promise<number> {
  const began = performance.now();
  const { rows, rowNumbers } = readCsv(parse, file);
  const response = await fetch(`${url}/api/cost_centers/import_json`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ data: rows, row_numbers: rowNumbers }),
  });
  const answer = await response.text();
  if (response.status !== 201) throw new Error(`The import was refused: ${answer.slice(0, 500)}`);
  return (performance.now() - began) / 1000;
}

/** Writes the imported rows once more by COPY alone; answers the seconds. */
async function copyOnce(client: pg.Client): Promise<number> {
  const columns = [
    'id',
    ...columnFields(costCenters).map(([name]) => `"${name}"`),
    'created_at',
    'updated_at',
  ];
  const list = columns.join(', ');
  const imported = `FROM cost_centers WHERE identifier LIKE '${MARK}%' ORDER BY id`;
  const text = await client.query(copyTo(`COPY (SELECT ${list} ${imported}) TO STDOUT`)).toArray();
  await removeImported(client);
  const began = performance.now();
  await pipeline(Readable.from(text), client.query(copyFrom(`COPY cost_centers (${list}) FROM STDIN`)));
  return (performance.now() - began) / 1000;
}

async function removeImported(client: pg.Client): Promise<void> {
  await client.query(
    `DELETE FROM record_history WHERE resource = 'cost_centers' AND record_id IN
      (SELECT id FROM cost_centers WHERE identifier LIKE '${MARK}%')`,
  );
  await client.query(`DELETE FROM cost_centers WHERE identifier LIKE '${MARK}%'`);
}

/** An import beside COPY of the same rows into the same table, and one that updates beside plain SQL. */
export async function measureImport(world: World, say: (line: string) => void): Promise<Figure[]> {
  const { connectionString, folder, authorization } = world;
  const client = new pg.Client({ connectionString });
  await client.connect();
  const portal = await startPortal(folder, { DATABASE_URL: connectionString });
  try {
    const file = await worksheet(world);
    const times: { ours: number; copy: number }[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      say(`import of ${IMPORTED} rows, round ${round} of ${ROUNDS}`);
      const ours = await importOnce(portal.url, authorization, file);
      times.push({ ours, copy: await copyOnce(client) });
      await removeImported(client);
    }
    const seconds = (key: 'ours' | 'copy') => median(times.map((time) => time[key])).toFixed(1);
    const ratio = median(times.map(({ ours, copy }) => ours / copy));
    const beside = `${seconds('ours')} s, COPY ${seconds('copy')} s`;
    return [
      atMost('import: 50,000 CSV rows', ratio, MOST_TIMES, { unit: 'times COPY', digits: 1, beside }),
      ...(await measureUpsert(world, { url: portal.url, client }, say)),
    ];
  } finally {
    await portal.stop();
    await removeImported(client);
    await removePlanned(client);
    await client.end();
  }
}
