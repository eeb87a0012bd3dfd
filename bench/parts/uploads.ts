import { readXlsx, writeXlsx } from 'hucre';
import { openBrowser } from '../browser.ts';
import { atMost, median, onlyTold, type Figure } from '../figures.ts';
import { startPortal } from '../portal.ts';
import type { World } from '../world.ts';
import { firstVisit } from './visit.ts';

const ROWS = 20_000;
const ROUNDS = 3;
const VISITS = 5;
const MOST_TIMES = 4;
const MOST_VISIT_MS = 150;
const LIST = '/auth/view/project_ids';
const MARK = 'UPLOADED';
const HEADERS = ['Network', 'WBS', 'Project ID', 'SAP Project Name'];

/** What one row of the file is written as: both records, and a line of history for each. */
const PLAIN = `WITH given AS (
    SELECT network, wbs, project, name FROM jsonb_to_recordset($1::jsonb) AS g(network text, wbs text, project text, name text)
  ), networks AS (
    INSERT INTO cost_center_networks AS t (identifier, wbs, active_at, approved)
    SELECT network, wbs, current_date, false FROM given
    ON CONFLICT (lower(btrim(identifier))) DO UPDATE SET wbs = EXCLUDED.wbs
    RETURNING t.*
  ), projects AS (
    INSERT INTO project_ids AS t (identifier, cost_center_network_id, sap_project_name, active_at, active, cmp_approved)
    SELECT g.project, n.id, g.name, current_date, false, false FROM given g JOIN networks n ON n.identifier = g.network
    ON CONFLICT (lower(btrim(identifier))) DO UPDATE SET sap_project_name = EXCLUDED.sap_project_name
    RETURNING t.*
  )
  INSERT INTO record_history (resource, record_id, action, at, by_email, by_name, request_id, lock_version, changes)
  SELECT 'cost_center_networks', id, 'import', clock_timestamp(), 'bench@skyledger.example', NULL, 'a request', lock_version,
    jsonb_build_object('identifier', jsonb_build_object('to', identifier), 'wbs', jsonb_build_object('to', wbs)) FROM networks
  UNION ALL
  SELECT 'project_ids', id, 'import', clock_timestamp(), 'bench@skyledger.example', NULL, 'a request', lock_version,
    jsonb_build_object('identifier', jsonb_build_object('to', identifier),
      'sap_project_name', jsonb_build_object('to', sap_project_name)) FROM projects`;

async function workbook(): Promise<Uint8Array> {
  const rows = Array.from({ length: ROWS }, (_, at) => [
    `${MARK}-N${at}`,
    `${MARK}/${at}`,
    `${MARK}-P${at}`,
    `Project ${at}`,
  ]);
  return writeXlsx({ sheets: [{ name: 'Networks', rows: [HEADERS, ...rows] }] });
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

async function remove(client: World['db']): Promise<void> {
  for (const model of ['project_ids', 'cost_center_networks']) {
    await client.query(
      `DELETE FROM record_history WHERE resource = '${model}'
        AND record_id IN (SELECT id FROM ${model} WHERE identifier LIKE '${MARK}%')`,
    );
    await client.query(`DELETE FROM ${model} WHERE identifier LIKE '${MARK}%'`);
  }
}

async function portalOnce(url: string, authorization: string, content: Uint8Array): Promise<void> {
  const response = await fetch(`${url}/api/cost_center_networks/upload`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ file: Buffer.from(content).toString('base64') }),
  });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`The upload went otherwise: ${text.slice(0, 500)}`);
}

/** The same file by the library that reads it and one statement. */
async function plainOnce({ db }: World, content: Uint8Array): Promise<void> {
  const { sheets } = await readXlsx(content);
  const [, ...rows] = sheets[0]?.rows ?? [];
  const given = rows.map(([network, wbs, project, name]) => ({ network, wbs, project, name }));
  await db.query({ text: PLAIN, values: [JSON.stringify(given)] });
}

/** What the first rows of the list take when nothing stands between them and the database. */
async function plainRows({ db }: World): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < VISITS; round += 1)
    times.push(
      await seconds(() =>
        db.query(`SELECT p.*, n.identifier AS network, (SELECT count(*) FROM project_ids) AS total
          FROM project_ids p LEFT JOIN cost_center_networks n ON n.id = p.cost_center_network_id ORDER BY p.id DESC LIMIT 100`),
      ),
    );
  return median(times) * 1000;
}

/** A workbook of 20,000 networks and projects, and the list of as many projects from the click to its rows. */
export async function measureUploads(world: World, say: (line: string) => void): Promise<Figure[]> {
  const portal = await startPortal(world.folder, { DATABASE_URL: world.connectionString });
  const browser = await openBrowser();
  try {
    const content = await workbook();
    const times: { ours: number; plain: number }[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      say(`a workbook of ${ROWS} networks, round ${round} of ${ROUNDS}`);
      await remove(world.db);
      const plain = await seconds(() => plainOnce(world, content));
      await remove(world.db);
      times.push({ plain, ours: await seconds(() => portalOnce(portal.url, world.authorization, content)) });
    }
    await world.db.query('ANALYZE project_ids, cost_center_networks');
    const visits: number[] = [];
    for (let round = 0; round <= VISITS; round += 1) {
      say(`${ROWS} project ids, round ${round} of ${VISITS}`);
      const visit = await firstVisit(browser, portal.url, world.session, LIST);
      // The first round is the server's first, too.
      if (round > 0) visits.push(visit);
    }
    const rows = await plainRows(world);
    const ours = median(times.map((time) => time.ours));
    const plain = median(times.map((time) => time.plain));
    return [
      atMost(
        'upload: 20,000 networks and projects',
        median(times.map((time) => time.ours / time.plain)),
        MOST_TIMES,
        {
          unit: 'times library and SQL',
          digits: 1,
          beside: `${ours.toFixed(1)} s; library and SQL: ${plain.toFixed(1)} s`,
        },
      ),
      atMost('project ids, 20,000: click to rows', median(visits), MOST_VISIT_MS, { unit: 'ms' }),
      onlyTold('project ids, 20,000: first rows by SQL alone', rows, { unit: 'ms', digits: 1 }),
    ];
  } finally {
    await remove(world.db);
    await browser.close();
    await portal.stop();
  }
}
