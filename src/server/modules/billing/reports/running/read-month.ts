import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { Refusal } from '#kernel/errors.ts';
import { decimalsOf } from '#kernel/currencies.ts';
import type { Database } from '#server/platform/database/database.ts';
import { LARGEST_BILL } from '../../intake/begin/bill-files.ts';
import { NOTHING_STATED } from '../../intake/begin/bill-written.ts';
import { withOwnFolder } from '../../intake/begin/fetch-bill.ts';
import { billLines } from '../../intake/bill-lines.ts';
import { DAILY_COLUMNS } from '../../intake/daily-sums.ts';
import { isManifest } from '../../intake/manifest.ts';
import type { BillFile } from '../../intake/open-bill.ts';
import { attended, type BillSource, type FoundExport, type SourceFile } from '../../intake/sources/source.ts';
import { formatOf } from '../../intake/sources/written-as.ts';
import { copyLines } from '../../intake/take-in.ts';

/** A month of a cloud, YYYY-MM. */
export interface MonthOf {
  source: BillSource;
  month: string;
}

interface ReadParts {
  db: Database;
  /** Where files lie while they are read; it is this process's own. */
  folder: string;
  /** The name of the work, by which queries are known again. */
  work: string;
  signal: AbortSignal;
  progress: (done: number, total: number) => void;
  /** Keeps with the figures that they are read. */
  save: (tx: PoolClient) => Promise<void>;
}

/**
 * Reads the newest export of a month into sums by day, account and service, which take the place of the former ones in one
 * transaction. No transaction is open while the cloud is called. An export that was read before is left alone.
 * @throws {Refusal} why it could not be read; the former figures stay
 */
export async function readMonth(parts: ReadParts, { source, month }: MonthOf): Promise<void> {
  const { db, folder, work, signal } = parts;
  const found = await source.find(month, work, signal);
  const key = { provider: source.provider, month, place: source.place, id: found.id };
  if (await isKept(db, key)) return db.transaction((tx) => parts.save(tx));
  await withOwnFolder(folder, async (own) => {
    const files: BillFile[] = [];
    for (const file of found.files) files.push(await toDisk(source, file, own, files.length, signal));
    await keepMonth(parts, { source, month, found, files });
  });
}

async function toDisk(
  source: BillSource,
  file: SourceFile,
  own: string,
  at: number,
  signal: AbortSignal,
): Promise<BillFile> {
  const to = path.join(own, `export-${at}`);
  await attended(source.place, signal, (abort, alive) =>
    pipeline(
      Readable.from(arriving(source.read(file, abort), alive), { objectMode: false }),
      createWriteStream(to, { mode: 0o600 }),
      { signal: abort },
    ),
  );
  return { path: to, name: file.name, isPacked: false };
}

async function* arriving(bytes: AsyncIterable<Buffer>, alive: () => void): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const part of bytes) {
    size += part.length;
    if (size > LARGEST_BILL) throw new Refusal(413, 'A file of the export is too large to be read.');
    alive();
    yield part;
  }
}

/** Whether the figures are those of this export; the look for it is noted then. */
async function isKept(
  db: Database,
  { provider, month, place, id }: { provider: string; month: string; place: string; id: string },
): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `UPDATE running_readings SET tried_at = now(), error = NULL
      WHERE provider = $1 AND month = $2 AND place = $3 AND export_id = $4`,
    values: [provider, `${month}-01`, place, id],
  });
  return rowCount === 1;
}

interface FetchedMonth extends MonthOf {
  found: FoundExport;
  files: readonly BillFile[];
}

async function keepMonth(
  { db, signal, progress, save }: ReadParts,
  { source, month, found, files }: FetchedMonth,
): Promise<void> {
  const { provider, place } = source;
  const first = files.find(({ name }) => !isManifest(name));
  const as = first ? await formatOf(first, source, signal) : provider;
  const options = { provider: as, currency: null, reference: null, month: null, tagKeys: new Map() };
  await db.transaction(async (tx) => {
    await tx.query(
      `CREATE TEMPORARY TABLE read_costs (day date, account text, service text, currency text, amount numeric, lines bigint) ON COMMIT DROP`,
    );
    const lines = billLines({ files, ...options, ...NOTHING_STATED, isDaily: true }, signal, progress);
    const summary = await copyLines(tx, 'read_costs', lines, DAILY_COLUMNS);
    const currencies = [...new Set(summary.invoices.map(({ currency }) => currency))];
    const decimals = Object.fromEntries(currencies.map((currency) => [currency, decimalsOf(currency)]));
    await tx.query('DELETE FROM running_costs WHERE provider = $1 AND month = $2', [provider, `${month}-01`]);
    await tx.query(
      `INSERT INTO running_costs (provider, month, day, account, service, currency, decimals, amount)
       SELECT $1, $2, day, account, service, currency, ($3::jsonb ->> currency)::smallint, sum(amount) FROM read_costs
       GROUP BY day, account, service, currency`,
      [provider, `${month}-01`, JSON.stringify(decimals)],
    );
    await tx.query(
      `INSERT INTO running_readings (provider, month, place, export_id, files, lines, read_at) VALUES ($1, $2, $3, $4, $5, $6, now())
       ON CONFLICT (provider, month) DO UPDATE SET place = excluded.place, export_id = excluded.export_id, files = excluded.files,
         lines = excluded.lines, read_at = excluded.read_at, tried_at = excluded.read_at, error = NULL`,
      [provider, `${month}-01`, place, found.id, files.length, summary.lines],
    );
    // Committed with the figures: another attempt goes on with the next month.
    await save(tx);
  });
}

/** Keeps why a month could not be read, beside the figures of before; null: there is no export of it, and none is missed. */
export async function noteFailure(
  db: Pick<Database, 'query'>,
  { source, month }: MonthOf,
  error: string | null,
): Promise<void> {
  await db.query({
    text: `INSERT INTO running_readings (provider, month, place, error) VALUES ($1, $2, $3, $4)
      ON CONFLICT (provider, month) DO UPDATE SET error = excluded.error, tried_at = now()`,
    values: [source.provider, `${month}-01`, source.place, error],
  });
}
