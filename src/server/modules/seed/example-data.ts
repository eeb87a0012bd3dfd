import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { PoolClient } from 'pg';
import { FIRST_ROW } from '#kernel/csv/csv-import.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import { holdLock } from '#server/platform/database/hold-lock.ts';
import { addAttestation } from './attestation.ts';
import { addBills } from './bills.ts';
import { addDeployments } from './deployments.ts';
import { addLeases } from './leases.ts';
import { addLives } from './lives.ts';
import { addSchedule } from './schedule.ts';
import { addWaitingChange } from './waiting-change.ts';
import { dated, idsBy, momentOf, readExample, type Filling } from './read-example.ts';

/** In whose name the example data is written; the history shows it. */
export const seeder: Who['actor'] = { email: 'example-data@skyledger.example', name: 'Example data' };

const who: Who = { actor: seeder, requestId: 'example-data', isMachine: true };

/** A column that only a change sets, not a creation: rows with TRUE are changed after the import, as people do. */
type LaterColumn = 'approved' | 'completed';

/** The models of the example, each after those that it names. The first record of some is the default of new ones. */
const MODELS: readonly [model: string, later?: LaterColumn][] = [
  ['business_units'],
  ['departments'],
  ['companies'],
  ['cloud_contacts'],
  ['cost_centers', 'approved'],
  ['microsoft_approvals'],
  ['sap_cost_centers'],
  ['cost_center_networks', 'approved'],
  ['project_ids'],
  ['members'],
  ['dcoe_members'],
  ['cloud_certifications'],
  ['team_membership_tickets', 'completed'],
  ['github_copilot_users'],
  ['service_catalog_products'],
  ['customers'],
  ['missing_report_tags'],
  ['faqs'],
  ['glossaries'],
  ['cloud_parents'],
  ['virtual_machines'],
  ['cloud_projects'],
  ['cloud_survey_responses'],
  ['budgets'],
  ['allocation_metrics'],
  ['request_templates'],
];

/** When a row came to be, in the file; no column of a model. */
const CREATED = 'created';

/** Whether nobody has ever stored anything: no record, and no trace of one that was deleted. */
async function isUntouched(tx: PoolClient, services: EngineServices): Promise<boolean> {
  const tables = ['record_history', ...tablesOf(services)];
  const { rows } = await tx.query<{ touched: boolean }>(
    `SELECT ${tables.map((table) => `EXISTS (SELECT FROM ${table})`).join(' OR ')} AS touched`,
  );
  return rows[0]?.touched === false;
}

const tablesOf = ({ registry }: EngineServices) =>
  registry.all.filter(({ source }) => source === 'table').map(({ name }) => `"${name}"`);

/** The defaults of new records are those with the id 1, also where an earlier attempt has used numbers up. */
async function restartIds(tx: PoolClient, services: EngineServices): Promise<void> {
  for (const table of tablesOf(services))
    await tx.query(`SELECT setval(pg_get_serial_sequence($1, 'id'), 1, false)`, [table]);
}

/** Imports the file of a model. */
async function importModel({ tx, services, today }: Filling, model: string, later?: LaterColumn) {
  const rows = readExample(model);
  const columns = Object.keys(rows[0] ?? {}).filter((name) => name !== CREATED && name !== later);
  const file = rows.map((row, at) => ({
    row: at + FIRST_ROW,
    cells: Object.fromEntries(columns.map((name) => [name, dated(row[name] ?? '', today)])),
  }));
  const created = (row: number) => momentOf(rows[row - FIRST_ROW]?.[CREATED], today);
  const createdAt = rows.some((row) => row[CREATED]) && ((row: number) => created(row) ?? today);
  await services.importRows(tx, model, file, who, { columns, ...(createdAt && { createdAt }) });
  if (!later) return;
  // The first column of a file has what people call the record.
  const [name = ''] = columns;
  const idOf = await idsBy(tx, model, name);
  for (const row of rows)
    if (row[later] === 'TRUE')
      await services.update(model, idOf(row[name] ?? ''), { [later]: true }, who, tx);
}

/** The Apps of the GitHub organizations, each with a private key in PEM as GitHub gives it; the simulator knows them by it. */
async function addGithubApps({ tx, services }: Filling): Promise<void> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
  const centerId = await idsBy(tx, 'cost_centers', 'identifier');
  const apps = readExample('github_organization_apps').map(({ cost_center: payer = '', ...app }) => ({
    values: {
      ...app,
      copilot_enabled: app['copilot_enabled'] === 'TRUE',
      cost_centers_id: centerId(payer),
      private_key: key,
    },
  }));
  await services.createMany(tx, 'github_organization_apps', apps, who);
}

/**
 * Fills a database that nobody has used yet with a small data set, as if people had entered it over the last
 * two years: by the importer, with history, all of it or nothing. Answers whether it did.
 */
export async function fillUntouchedDatabase(
  services: EngineServices,
  { now = new Date(), runsFollow = false }: { now?: Date; runsFollow?: boolean } = {},
): Promise<boolean> {
  return services.db.transaction(async (tx) => {
    await holdLock(tx, 'example data');
    if (!(await isUntouched(tx, services))) return false;
    await restartIds(tx, services);
    const filling = { tx, services, who, today: now, runsFollow };
    for (const [model, later] of MODELS) await importModel(filling, model, later);
    await addGithubApps(filling);
    await addBills(filling);
    await addDeployments(filling);
    await addLives(filling);
    await addLeases(filling);
    await addSchedule(filling);
    await addAttestation(filling);
    await addWaitingChange(filling);
    return true;
  });
}
