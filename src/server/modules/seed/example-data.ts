import type { PoolClient } from 'pg';
import { FIRST_ROW } from '#kernel/csv/csv-import.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import { holdLock } from '#server/platform/database/hold-lock.ts';
import { addDays } from './days.ts';
import { costCenters, type ExampleCostCenter } from './data/cost-centers.ts';
import { businessUnits, companies, contacts, departments } from './data/organization.ts';
import {
  addApprovals,
  addMembershipRequests,
  addPeople,
  addProjects,
  addServices,
} from './example-reference-data.ts';
import { addBudgets } from './example-budgets.ts';
import { addDeployments } from './example-deployments.ts';
import { addInventory } from './example-inventory.ts';
import { addBills } from './example-typed-bills.ts';

/** In whose name the example data is written; the history shows it. */
export const seeder: Who['actor'] = { email: 'example-data@skyledger.example', name: 'Example data' };

const who: Who = { actor: seeder, requestId: 'example-data' };

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

/** The columns of a worksheet, as a person would fill them in. */
function worksheetRow(center: ExampleCostCenter, today: Date): Record<string, string> {
  return {
    identifier: center.identifier,
    company_code: center.company,
    companies_code: center.company,
    cloud_contact_email: center.owner,
    business_unit_name: center.unit,
    department_name: center.department,
    active_at: addDays(today, center.active),
    expired_at: center.expires === undefined ? '' : addDays(today, center.expires),
    replacement_cost_center: center.replacement ?? '',
    alternate_cost_center: center.backup ?? '',
  };
}

/** During the working hours of its day, a different minute for each. */
function enteredAt(today: Date, { created }: ExampleCostCenter, at: number): Date {
  const moment = new Date(`${addDays(today, created)}T08:00:00Z`);
  moment.setUTCMinutes((at * 37) % 480);
  return moment;
}

/** How the example is filled. */
interface Filling {
  now?: Date;
  /** Whether billing runs are going to book the last three months of whoever pays for an account, so that nobody has typed them in. */
  runsFollow?: boolean;
}

/**
 * Fills a database that nobody has used yet with a small data set, as if people had entered it over the last
 * two years: by the same checks, with history, all of it or nothing. Answers whether it did.
 */
export async function fillUntouchedDatabase(
  services: EngineServices,
  { now = new Date(), runsFollow = false }: Filling = {},
): Promise<boolean> {
  return services.db.transaction(async (tx) => {
    await holdLock(tx, 'example data');
    if (!(await isUntouched(tx, services))) return false;
    await restartIds(tx, services);
    const add = (name: string, records: readonly object[]) =>
      services.createMany(
        tx,
        name,
        records.map((values) => ({ values: { ...values } })),
        who,
      );
    await add('business_units', businessUnits);
    await add('departments', departments);
    await add('companies', companies);
    await add('cloud_contacts', contacts);
    const rows = costCenters.map((center, at) => ({
      row: at + FIRST_ROW,
      cells: worksheetRow(center, now),
    }));
    const created = costCenters.map((center, at) => enteredAt(now, center, at));
    await services.importRows(tx, 'cost_centers', rows, who, (row) => created[row - FIRST_ROW] ?? now);
    const approved = costCenters.flatMap((center) => (center.approved ? [center.identifier] : []));
    const { rows: ids } = await tx.query<{ id: number }>(
      'SELECT id FROM cost_centers WHERE identifier = ANY($1::text[]) ORDER BY id',
      [approved],
    );
    for (const { id } of ids) await services.update('cost_centers', id, { approved: true }, who, tx);
    const chapter = { tx, services, who, today: now, runsFollow };
    for (const write of [
      addApprovals,
      addProjects,
      addPeople,
      addMembershipRequests,
      addBills,
      addServices,
      addInventory,
      addBudgets,
      addDeployments,
    ])
      await write(chapter);
    return true;
  });
}
