import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { readCsv } from '#kernel/csv/read-csv.ts';
import { atMost, median, onlyTold, type Figure } from '../figures.ts';
import type { World } from '../world.ts';
import { PLAIN_PLAN, PLAIN_WRITE, STAGE, STAGED } from './upsert-sql.ts';

const ROWS = 50_000;
const ROUNDS = 3;
const MOST_TIMES = 3;
const MARK = 'PLANNED';

type Cells = Record<(typeof STAGED)[number], string>;

/** Where a round is measured: the portal, and a connection of the bench's own. */
interface Place {
  url: string;
  client: pg.Client;
}

interface Seconds {
  plan: number;
  apply: number;
}

/** What files name: texts of which each stands for one record. */
async function worksheet({ db }: World): Promise<Cells[]> {
  const texts = async (sql: string) => (await db.query<{ text: string }>(sql)).rows.map(({ text }) => text);
  const companies = await texts(
    'SELECT code AS text FROM companies GROUP BY code HAVING count(*) = 1 ORDER BY code',
  );
  const owners = await texts('SELECT email AS text FROM cloud_contacts ORDER BY id');
  const units = await texts('SELECT name AS text FROM business_units ORDER BY id');
  const departments = await texts('SELECT name AS text FROM departments ORDER BY id');
  const pick = (list: string[], at: number) => list[at % list.length] ?? '';
  return Array.from({ length: ROWS }, (_, at) => ({
    identifier: `${MARK}${at}`,
    company_code: pick(companies, at),
    companies_code: pick(companies, at),
    cloud_contact_email: pick(owners, at * 31),
    business_unit_name: pick(units, at),
    department_name: pick(departments, at),
    active_at: '2026-01-01',
    expired_at: at % 10 === 0 ? '2026-06-30' : '',
  }));
}

/** How the rows of the file that exist stood before: with another department and a later end. */
const before = (rows: readonly Cells[]): Cells[] =>
  rows
    .filter((_, at) => at % 2 === 1)
    .map((cells, at, half) => ({
      ...cells,
      department_name: half[(at + 1) % half.length]?.department_name ?? '',
      expired_at: '2027-12-31',
    }));

const fileOf = (rows: readonly Cells[]) => Buffer.from(stringify([...rows], { header: true }));

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/** Reads the file as the web does, lets the portal plan it and then import it. */
async function portalOnce(url: string, authorization: string, file: Buffer): Promise<Seconds> {
  const send = async (dryRun: boolean) => {
    const { rows, rowNumbers } = readCsv(parse, file);
    const response = await fetch(`${url}/api/cost_centers/import_json`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({
        data: rows,
        row_numbers: rowNumbers,
        update: true,
        dry_run: dryRun,
        empty_cells: 'clear',
      }),
    });
    const answer = await response.text();
    const done = dryRun
      ? `"would_create":${ROWS / 2},"would_update":${ROWS / 2}`
      : `"created":${ROWS / 2},"updated":${ROWS / 2}`;
    if (!answer.includes(done)) throw new Error(`The import went otherwise: ${answer.slice(0, 500)}`);
  };
  return { plan: await seconds(() => send(true)), apply: await seconds(() => send(false)) };
}

/** The same file by COPY into a staged table and one statement, each time from the file on. */
async function plainOnce(client: pg.Client, file: Buffer): Promise<Seconds> {
  const staged = async (sql: string) => {
    await client.query('BEGIN');
    await client.query(STAGE);
    await pipeline(
      Readable.from([file]),
      client.query(copyFrom(`COPY staged (${STAGED.join(', ')}) FROM STDIN (FORMAT csv, HEADER)`)),
    );
    await client.query('ANALYZE staged');
    await client.query(sql);
    await client.query('COMMIT');
  };
  return { plan: await seconds(() => staged(PLAIN_PLAN)), apply: await seconds(() => staged(PLAIN_WRITE)) };
}

export async function removePlanned(client: pg.Client): Promise<void> {
  await client.query(
    `DELETE FROM record_history WHERE resource = 'cost_centers' AND record_id IN
      (SELECT id FROM cost_centers WHERE identifier LIKE '${MARK}%')`,
  );
  await client.query(`DELETE FROM cost_centers WHERE identifier LIKE '${MARK}%'`);
}

/** All that the rows and their history say, a line each, by which two ways of writing them are told apart. */
async function outcome(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `SELECT concat_ws('|', c.identifier, c.company_code, c.companies_id, c.cloud_contact_id,
        c.business_units_id, c.departments_id, c.active_at, c.expired_at, c.approved, c.lock_version, h.action, h.changes) AS line
     FROM cost_centers c JOIN record_history h ON h.resource = 'cost_centers' AND h.record_id = c.id
     WHERE c.identifier LIKE '${MARK}%' ORDER BY c.identifier, h.id`,
  );
  return rows.map(({ line }) => line);
}

/** What is compared must have written the same. */
function expectSameLines(ours: readonly string[], plain: readonly string[]): void {
  const at = ours.findIndex((line, index) => line !== plain[index]);
  if (at >= 0 || ours.length !== plain.length)
    throw new Error(`The plain statement writes something else:\n${ours[at]}\n${plain[at]}`);
}

/** Plan and import of 50,000 rows of which half exist, beside a statement written by hand for the same file. */
export async function measureUpsert(
  world: World,
  { url, client }: Place,
  say: (line: string) => void,
): Promise<Figure[]> {
  const rows = await worksheet(world);
  const [file, old] = [fileOf(rows), fileOf(before(rows))];
  const start = async () => {
    await removePlanned(client);
    await plainOnce(client, old);
  };
  const times: { ours: Seconds; plain: Seconds }[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    say(`plan and import of ${ROWS} rows, half of them there, round ${round} of ${ROUNDS}`);
    await start();
    const ours = await portalOnce(url, world.authorization, file);
    const written = await outcome(client);
    await start();
    times.push({ ours, plain: await plainOnce(client, file) });
    expectSameLines(written, await outcome(client));
  }
  const middle = (side: 'ours' | 'plain', step: keyof Seconds) =>
    median(times.map((time) => time[side][step]));
  const both = ({ plan, apply }: Seconds) => plan + apply;
  const told = (side: 'ours' | 'plain') =>
    `plan ${middle(side, 'plan').toFixed(1)} s, apply ${middle(side, 'apply').toFixed(1)} s`;
  return [
    atMost(
      'import: 50,000 rows, half there, planned and applied',
      median(times.map(({ ours, plain }) => both(ours) / both(plain))),
      MOST_TIMES,
      { unit: 'times plain SQL', digits: 1, beside: `${told('ours')}; SQL: ${told('plain')}` },
    ),
    onlyTold('import: of it the apply', median(times.map(({ ours, plain }) => ours.apply / plain.apply)), {
      unit: 'times plain SQL',
      digits: 1,
    }),
  ];
}
