import { setTimeout as pause } from 'node:timers/promises';
import { createApiToken } from '#server/modules/access/api-tokens.ts';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrations.ts';
import { startPortal, type ServingProcess } from '../portal.ts';
import { createOnce } from '../sized-tables.ts';
import type { World } from '../world.ts';
import { deskOf, type Desk } from './desk.ts';
import { ACCOUNTS, subscription } from './wide-file.ts';

const PATIENCE_MS = 600_000;
const ASK_MS = 100;
/** The month of the made bills. */
export const BILL_MONTH = '2026-03';
const OPEN = ['needs_review', 'ready'];

export interface Run {
  id: number;
  state: string;
  error: string | null;
  lines: number;
  steps: { name: string; started_at: string; finished_at: string | null }[];
  files: { id: string; name: string }[];
}

/** One company, sixty cost centers, and every account but the first in the inventory. */
const ESTATE = [
  `INSERT INTO companies (code, azure_gl) VALUES ('1000', '520109')`,
  `INSERT INTO cloud_contacts (email, terminated) VALUES ('owner@example.com', false)`,
  `INSERT INTO cost_centers (identifier, company_code, companies_id, cloud_contact_id, active_at, approved)
   SELECT 'CC' || n, '1000', m.id, c.id, '2020-01-01', true FROM companies m, cloud_contacts c, generate_series(0, 59) n`,
];

async function addEstate(db: Database): Promise<void> {
  for (const sql of ESTATE) await db.query(sql);
  const accounts = Array.from({ length: ACCOUNTS - 1 }, (_, at) => subscription(at + 1));
  await db.query(
    `INSERT INTO cloud_parents (identifier, cost_center, provider_type, terminated)
     SELECT account, 'CC' || n % 60, 'AzureCloudParent', false FROM unnest($1::text[]) WITH ORDINALITY AS each(account, n)`,
    [accounts],
  );
}

/** A portal over a database of its own, and a desk that works with it. */
export interface BillingPortal {
  address: string;
  db: Database;
  portal: ServingProcess;
  desk: Desk;
}

/** Runs `work` with a portal over a new database `billing`, in which all accounts but one have a cost center. */
export async function withBillingPortal<T>(
  world: World,
  work: (with_: BillingPortal) => Promise<T>,
): Promise<T> {
  const address = new URL(world.connectionString);
  address.pathname = '/billing';
  await world.db.query('DROP DATABASE IF EXISTS billing');
  await createOnce(world.connectionString, 'billing');
  await migrate(address.href);
  const db = openDatabase({ connectionString: address.href, poolSize: 2 });
  try {
    await addEstate(db);
    const token = await createApiToken(db, { email: 'bench@skyledger.example', name: 'bench', roles: [] });
    const portal = await startPortal(world.folder, { DATABASE_URL: address.href });
    try {
      return await work({
        address: address.href,
        db,
        portal,
        desk: deskOf(portal.url, `Bearer ${token?.token}`),
      });
    } finally {
      await portal.stop();
    }
  } finally {
    await db.close();
  }
}

/** Asks for a run until it is `there`. @throws {Error} for one that failed */
export async function until(desk: Desk, id: number, there: (run: Run) => boolean): Promise<Run> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    const run = await desk.get<Run>(`/api/billing_runs/${id}`);
    if (run.state !== 'processing' && !OPEN.includes(run.state))
      throw new Error(`The run is ${run.state}: ${run.error}`);
    if (there(run)) return run;
    await pause(ASK_MS);
  }
  throw new Error('The run did not end.');
}

export const untilOpen = (desk: Desk, id: number) => until(desk, id, ({ state }) => OPEN.includes(state));

/** How long a step of a run took. */
export const secondsOf = ({ started_at, finished_at }: Run['steps'][number]) =>
  (Date.parse(finished_at ?? started_at) - Date.parse(started_at)) / 1000;
