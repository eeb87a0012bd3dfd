import path from 'node:path';
import type { PoolClient } from 'pg';
import type { Both } from '#calls/existing.ts';
import { conflict, type Refusal } from '#kernel/errors.ts';
import type { Database } from '#server/platform/database/database.ts';
import { errorCode } from '#server/platform/base/start-error.ts';
import { longWork } from '#server/platform/database/limits.ts';
import { billBegin, billLines } from '../bill-lines.ts';
import { partName } from '../manifest.ts';
import type { BillFile } from '../open-bill.ts';
import type { ReadOptions } from '../read-options.ts';
import { runOfSame, TRIED_INVOICES } from '../supersede.ts';
import { copyLines, keepInvoices } from '../take-in.ts';
import { bundleOf, type KeptBill } from './bill-files.ts';
import { fetchBegin, fetchFile, tagKeys, withOwnFolder } from './fetch-bill.ts';
import { figuresOf, figuresOfFile, figuresText } from './figures.ts';
import type { BillRequest } from './take-file.ts';

/** Bytes of files, as they are kept, that are read as a whole while somebody waits. */
const MOST_READ = 64_000_000;

/** An open or booked run that has an invoice of the files as well. */
export interface OtherRun {
  run: number;
  /** The invoice. */
  reference: string;
  /** Whether it is booked, and not open. */
  booked: boolean;
  /** Whether the files are parts that the run waits for. */
  awaited: boolean;
}

/** The database, and the folder for files that are looked at before a run is begun with them. */
export interface LookParts {
  db: Database;
  folder: string;
}

const readOptions = ({
  provider,
  currency,
  reference,
  month,
  written,
  amortised,
}: BillRequest): ReadOptions => ({
  provider,
  currency,
  reference,
  month: month && `${month}-01`,
  tagKeys,
  isAmortised: amortised,
  ...written,
});

/**
 * Looks at the header and the first rows of files.
 * @returns the open run that has one of their invoices, else a booked one; null where there is none, and where that is known no sooner than by
 * reading all of them
 * @throws {Refusal} 422 or 413 for what can be no bill
 */
export async function lookAt(
  { db, folder }: LookParts,
  wanted: BillRequest,
  kept: readonly KeptBill[],
): Promise<OtherRun | null> {
  return longWork(() =>
    withOwnFolder(folder, async (own) => {
      const files: BillFile[] = [];
      for (const [at, each] of kept.entries()) {
        const file = await fetchBegin(db, each, path.join(own, `begin-${at}`));
        if (file === null) return null;
        files.push(file);
      }
      const begin = await billBegin({ files, ...readOptions(wanted) }, never);
      if (begin === null) return null;
      return tried(db, async (tx) => {
        await keepInvoices(tx, { id: TRIED, told_reference: wanted.reference }, begin, TRIED_INVOICES);
        const other = await runOfSame(tx, TRIED);
        if (other === null) return null;
        const { id: run, shared: reference, booked } = other;
        return { run, reference, booked, awaited: !booked && (await isAwaited(tx, run, kept)) };
      });
    }),
  ).catch((error: unknown) => {
    // A disk that is full or away is a matter of the job that reads all of them, which comes again.
    if (/^E[A-Z]+$/.test(errorCode(error) ?? '')) return null;
    throw error;
  });
}

const never = new AbortController().signal;

/** Whether a run waits for each of these files, as a manifest names them. */
async function isAwaited(tx: PoolClient, run: number, kept: readonly KeptBill[]): Promise<boolean> {
  const { rows } = await tx.query<{ name: string }>(
    `SELECT name FROM billing_parts WHERE run_id = $1 AND state = 'missing'`,
    [run],
  );
  const missing = new Set(rows.map(({ name }) => partName(name)));
  return kept.every(({ name }) => missing.has(partName(name)));
}

/** Whether files are few enough bytes to be read while somebody waits. */
export const isReadAtOnce = (kept: readonly KeptBill[]): boolean =>
  kept.reduce((sum, { size }) => sum + size, 0) <= MOST_READ;

/**
 * The figures of files and of another run, by which a person distinguishes a part from a correction.
 * @throws {Refusal} 422 or 413 for what can be no bill
 */
function compareFiles(
  { db, folder }: LookParts,
  wanted: BillRequest,
  kept: readonly KeptBill[],
  run: number,
): Promise<Omit<Both, 'booked'>> {
  return longWork(() =>
    withOwnFolder(folder, async (own) => {
      const files: BillFile[] = [];
      for (const [at, each] of kept.entries())
        files.push(await fetchFile(db, each, path.join(own, `bill-${at}`)));
      return tried(db, async (tx) => {
        await tx.query('CREATE TEMPORARY TABLE tried_lines (LIKE billing_lines) ON COMMIT DROP');
        await tx.query(`ALTER TABLE tried_lines ALTER run_id SET DEFAULT ${TRIED}`);
        const lines = billLines({ files, ...readOptions(wanted) }, never, () => undefined);
        const summary = await copyLines(tx, 'tried_lines', lines);
        await keepInvoices(tx, { id: TRIED, told_reference: wanted.reference }, summary, TRIED_INVOICES);
        return {
          file: await figuresOfFile(
            tx,
            { lines: 'tried_lines', invoices: TRIED_INVOICES },
            bundleOf(kept).name,
          ),
          billing_run: await figuresOf(tx, run),
        };
      });
    }),
  );
}

/**
 * The refusal of files about which nobody has decided beside the run that has their invoice already.
 * @param sentences what it says of both, by their figures as words
 * @throws {Refusal} 422 or 413 for what can be no bill
 */
export async function whichOfBoth(
  look: LookParts,
  wanted: BillRequest,
  kept: readonly KeptBill[],
  { run, reference, booked }: OtherRun,
  sentences: (figures: { file: string; run: string }) => string,
): Promise<Refusal> {
  const both = await compareFiles(look, wanted, kept, run);
  const { amortised } = wanted;
  return conflict(sentences({ file: figuresText(both.file), run: figuresText(both.billing_run) }), {
    details: { existing: { ...both, reference, booked, amortised, files: kept.map(({ id }) => id) } },
  });
}

/** No run has this number. */
const TRIED = 0;

/** The result of a search in a transaction whose tables of tried invoices nobody else sees. */
const tried = <T>(db: Database, find: (tx: PoolClient) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await tx.query(
      `CREATE TEMPORARY TABLE ${TRIED_INVOICES} (LIKE billing_invoices INCLUDING DEFAULTS) ON COMMIT DROP`,
    );
    return find(tx);
  });
