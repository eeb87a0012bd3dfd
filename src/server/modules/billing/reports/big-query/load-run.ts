import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Job, Table } from '@google-cloud/bigquery';
import { conflict, Refusal } from '#kernel/errors.ts';
import type { BigQueryConfig } from '#server/platform/config/bigquery.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { workFolder, type BillingParts } from '../../runs/parts.ts';
import { isBooking } from '../../runs/run-states.ts';
import { bigQueryFailure, openBigQuery } from '../../intake/sources/big-query-client.ts';

const TABLE = 'cloud_bills';
/** A load job that failed keeps its id, so the next one has another; after so many a person has to look. */
const MOST_TRIES = 20;
const POLL_MS = 500;
const ALREADY_EXISTS = 409;

const SCHEMA = [
  { name: 'billing_run', type: 'INTEGER' },
  { name: 'posting', type: 'INTEGER' },
  { name: 'month', type: 'DATE' },
  { name: 'provider', type: 'STRING' },
  { name: 'reference', type: 'STRING' },
  { name: 'company_code', type: 'STRING' },
  { name: 'gl_account', type: 'STRING' },
  { name: 'cost_center', type: 'STRING' },
  { name: 'wbs_element', type: 'STRING' },
  { name: 'amount', type: 'NUMERIC' },
  { name: 'currency', type: 'STRING' },
  { name: 'text', type: 'STRING' },
  { name: 'business_unit', type: 'STRING' },
  { name: 'owner_email', type: 'STRING' },
];

/** The postings of a run as rows, or those that come to nothing with them. */
const rowsOf = (
  sign: '' | '-',
  prefix: string,
) => `SELECT p.run_id AS billing_run, p.n AS posting, r.month, p.cloud AS provider,
    p.reference, p.company_code, p.gl_account, p.cost_center, p.wbs_element, (${sign}p.amount)::text AS amount, p.currency,
    concat('${prefix}', p.text) AS text, p.business_unit, p.owner_email
  FROM billing_postings p JOIN billing_runs r ON r.id = p.run_id WHERE p.run_id = $1 ORDER BY p.n`;
const ROWS = rowsOf('', '');
const COUNTER_ROWS = rowsOf('-', 'Reversal of ');

export interface LoadedRun {
  /** How many rows there are of it. */
  rows: number;
  /** `dataset.table`. */
  table: string;
}

type LoadParts = Pick<BillingParts, 'db' | 'config'>;

/**
 * Loads the postings of a run into BigQuery: once however often it is called, since the load job is named after the run, and a
 * job either loads all of its rows or none. From the first try on the run is final, so that its postings stay what was loaded.
 * @throws {Refusal} 409 where the run is not finalized any more, 422 where BigQuery refuses the rows time after time; what is
 *   thrown otherwise may be tried again
 */
export async function loadRun(
  { db, config }: LoadParts,
  target: BigQueryConfig,
  run: number,
  signal: AbortSignal,
): Promise<LoadedRun> {
  const { rows } = await db.query<Record<string, unknown>>(ROWS, [run]);
  const name = await nameOf(db, run);
  return translateErrors(signal, async () =>
    load(config, target, { run, name, rows, begins: async () => keepFinal(db, run) }, signal),
  );
}

/**
 * Keeps a run final from here on, whatever becomes of its work: what BigQuery was sent may be there although no answer came.
 * @throws {Refusal} 409
 */
async function keepFinal(db: Database, run: number): Promise<void> {
  const { rowCount } = await db.query(
    `UPDATE billing_runs SET finalized_at = coalesce(finalized_at, now()) WHERE id = $1 AND ${isBooking('billing_runs')}`,
    [run],
  );
  if (rowCount === 0) throw conflict(`Run ${run} is not finalized any more.`);
}

/**
 * Loads rows against those that a run has in BigQuery, so that these come to nothing, as its bills do: once however often
 * it is called. The result that the load states counts, and not what the portal knew of it.
 * @returns null where nothing of the run was ever loaded
 * @throws {Refusal} as `loadRun`
 */
export async function takeBackRun(
  { db, config }: LoadParts,
  target: BigQueryConfig,
  run: number,
  signal: AbortSignal,
): Promise<LoadedRun | null> {
  const name = await nameOf(db, run);
  return translateErrors(signal, async () => {
    const table = await openTable(target);
    if (!(await wasLoaded(table, name, signal))) return null;
    const { rows } = await db.query<Record<string, unknown>>(COUNTER_ROWS, [run]);
    return load(config, target, { run, name: `${name}_reversal`, rows }, signal);
  });
}

/** Another portal may load its runs into the same project. */
async function nameOf(db: Database, run: number): Promise<string> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT concat('skyledger_run_', id, '_', extract(epoch FROM created_at)::bigint) AS name FROM billing_runs WHERE id = $1`,
    [run],
  );
  return rows[0]?.name ?? '';
}

/** Turns errors of BigQuery into ones that people can read. */
async function translateErrors<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted || error instanceof Refusal) throw error;
    throw bigQueryFailure('BigQuery did not take the bills', error);
  }
}

interface RowsOfRun {
  run: number;
  /** By which the job is known again. */
  name: string;
  rows: readonly Record<string, unknown>[];
  /** Is called before anything is sent. */
  begins?: () => Promise<void>;
}

async function load(
  config: Config,
  target: BigQueryConfig,
  { run, name, rows, begins }: RowsOfRun,
  signal: AbortSignal,
): Promise<LoadedRun> {
  const loaded = { rows: rows.length, table: `${target.dataset}.${TABLE}` };
  if (rows.length === 0) return loaded;
  const table = await openTable(target);
  await begins?.();
  const folder = workFolder(config);
  const file = path.join(folder, `big-query-${run}.json`);
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''), { mode: 0o600 });
    let why = '';
    for (let tried = 1; tried <= MOST_TRIES; tried += 1) {
      const job = await begin(table, file, `${name}_${tried}`);
      const error = await endOf(job.job, signal);
      if (error === null) return loaded;
      // The job that this call began has failed; an earlier call's is only passed by.
      why = error;
      if (job.begun) break;
    }
    throw new Refusal(422, `BigQuery did not take the bills: ${why.slice(0, 300)}`);
  } finally {
    await rm(file, { force: true });
  }
}

/** Whether one of the load jobs of this name has loaded its rows. */
async function wasLoaded(table: Table, name: string, signal: AbortSignal): Promise<boolean> {
  for (let tried = 1; tried <= MOST_TRIES; tried += 1) {
    const job = jobOf(table, `${name}_${tried}`);
    const [isThere] = await job.exists();
    if (!isThere) return false;
    if ((await endOf(job, signal)) === null) return true;
  }
  return false;
}

const jobOf = (table: Table, jobId: string): Job => table.bigQuery.job(jobId, { location: table.location });

/** The table in the place where its dataset is. */
async function openTable(target: BigQueryConfig): Promise<Table> {
  const { dataset } = target;
  const client = await openBigQuery(target);
  const [{ location }] = (await client.dataset(dataset).getMetadata()) as [{ location?: string }, unknown];
  return client.dataset(dataset, { location }).table(TABLE);
}

interface BegunJob {
  job: Job;
  /** Whether this call made it. */
  begun: boolean;
}

/** Begins the load job of this id, or finds the one that was begun before. */
async function begin(table: Table, file: string, jobId: string): Promise<BegunJob> {
  try {
    const [job] = await table.createLoadJob(file, {
      jobId,
      sourceFormat: 'NEWLINE_DELIMITED_JSON',
      schema: { fields: SCHEMA },
      createDisposition: 'CREATE_IF_NEEDED',
      writeDisposition: 'WRITE_APPEND',
    });
    return { job, begun: true };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === ALREADY_EXISTS)) throw error;
    return { job: jobOf(table, jobId), begun: false };
  }
}

/** Waits for a job. @returns why it failed; null where it loaded all rows */
async function endOf(job: Job, signal: AbortSignal): Promise<string | null> {
  for (;;) {
    const [{ status }] = (await job.getMetadata()) as [
      { status: { state: string; errorResult?: { message: string } } },
      unknown,
    ];
    if (status.state === 'DONE') return status.errorResult?.message ?? null;
    await pause(POLL_MS, undefined, { signal });
  }
}
