import type { PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { notFound } from '#kernel/errors.ts';
import { MadeOnce } from '#server/platform/base/made-once.ts';
import type { Database, Runner } from '#server/platform/database/database.ts';
import { HeavyWork } from '#server/platform/database/heavy-work.ts';
import { longWork } from '#server/platform/database/limits.ts';
import { harmlessCell } from '#server/platform/files/csv-cell-sql.ts';
import { filesOf, replaceFiles, storeFile, type StoredFile } from '#server/platform/files/store.ts';
import { XLSX_TYPE } from '#calls/shapes.ts';
import { writeXlsx } from '#server/platform/files/xlsx.ts';
import { holdLock } from '#server/platform/database/hold-lock.ts';
import { OWNED_BY_RUN } from '../../runs/run.ts';
import { packed } from './packed.ts';
import { readPreAp } from './read-pre-ap.ts';
import { preApSheets } from './sheets.ts';

const WORKBOOK = 'pre_ap';
const LINES = 'lines';
const ZIP_TYPE = 'application/zip';

/** Workbooks that are being made, of each database. */
const underWay = new WeakMap<Database, MadeOnce<StoredFile>>();

/**
 * The workbook of a run as it is now: the one that is kept, or a new one that takes its place. It is made once for all who request
 * it meanwhile, and no more once all of them have gone.
 * @throws {Refusal} 404
 */
export async function keepWorkbook(db: Database, id: number): Promise<StoredFile> {
  const { rows } = await db.query<{ revision: number }>('SELECT revision FROM billing_runs WHERE id = $1', [
    id,
  ]);
  if (!rows[0]) throw notFound(`Billing run ${id}`);
  const { revision } = rows[0];
  const kept = await keptFile(db, id, WORKBOOK, String(revision));
  if (kept) return kept;
  const workbooks = underWay.get(db) ?? new MadeOnce();
  underWay.set(db, workbooks);
  const requester = HeavyWork.current;
  const make = (gone: AbortSignal) =>
    requester ? new HeavyWork(gone).run(() => makeWorkbook(db, id)) : makeWorkbook(db, id);
  return workbooks.get(`${id} ${revision}`, make, requester?.gone);
}

function makeWorkbook(db: Database, id: number): Promise<StoredFile> {
  return longWork(async () => {
    const preAp = await db.transaction((tx) => readPreAp(tx, id));
    if (!preAp) throw notFound(`Billing run ${id}`);
    const made = { of: String(preAp.run.revision), as: `pre_ap_run_${id}.xlsx`, type: XLSX_TYPE };
    const sheets = preApSheets(preAp, new Date().toISOString());
    return db.transaction((tx) => keep(tx, id, WORKBOOK, made, () => writeXlsx(sheets)));
  });
}

/**
 * Of what the lines of a run are, as far as they can become others: how many, their sum, and which were typed in or make
 * up for what is stated. Two of these may come to the same.
 */
const LINES_MADE_OF = `SELECT concat(sum(lines), ' ', trim_scale(sum(amount)),
    (SELECT string_agg(' +' || id, '' ORDER BY id) FROM billing_additions WHERE run_id = $1),
    (SELECT string_agg(concat(' ~', n, ':', trim_scale(rounding)), '' ORDER BY n) FROM billing_invoices
      WHERE run_id = $1 AND rounding <> 0)) AS made_of
  FROM billing_sums WHERE run_id = $1`;

/** The lines of a run as CSV in a ZIP archive; made anew only where the lines are others. */
export function keepLines(db: Database, id: number): Promise<StoredFile> {
  return longWork(() =>
    db.transaction(async (reading) => {
      // The recorded state of the file and its lines are those of one moment.
      await reading.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const { rows } = await reading.query<{ made_of: string }>(LINES_MADE_OF, [id]);
      const of = rows[0]?.made_of ?? '';
      const kept = await keptFile(reading, id, LINES, of);
      if (kept) return kept;
      const made = { of, as: `lines_run_${id}.zip`, type: ZIP_TYPE };
      const csv = () => packed(`lines_run_${id}.csv`, reading.query(copyTo(linesAsCsv(id))));
      return db.transaction((tx) => keep(tx, id, LINES, made, csv));
    }),
  );
}

async function keptFile(runner: Runner, id: number, name: string, of: string): Promise<StoredFile | null> {
  const { rows } = await runner.query<{ file_id: string }>({
    text: 'SELECT file_id FROM billing_files WHERE run_id = $1 AND name = $2 AND made_of = $3',
    values: [id, name, of],
  });
  if (!rows[0]) return null;
  return (
    (await filesOf(runner, { kind: OWNED_BY_RUN, id })).find((file) => file.id === rows[0]?.file_id) ?? null
  );
}

async function keep(
  tx: PoolClient,
  id: number,
  name: string,
  made: { of: string; as: string; type: string },
  content: () => AsyncIterable<Buffer>,
): Promise<StoredFile> {
  // Who makes the same file at the same time waits, and takes what is there then: somebody may be about to mail it.
  await holdLock(tx, 'file of a billing run', `${name} ${id}`);
  const kept = await keptFile(tx, id, name, made.of);
  if (kept) return kept;
  const owner = { kind: OWNED_BY_RUN, id };
  await replaceFiles(tx, owner, made.as);
  const file = await storeFile(tx, { name: made.as, contentType: made.type, owner }, content());
  await tx.query(
    `INSERT INTO billing_files (run_id, name, file_id, made_of) VALUES ($1, $2, $3, $4)
     ON CONFLICT (run_id, name) DO UPDATE SET file_id = excluded.file_id, made_of = excluded.made_of`,
    [id, name, file.id, made.of],
  );
  return file;
}

/** An id is a number, so it may be in a statement that takes no parameters. */
const linesAsCsv = (id: number) => `COPY (
  SELECT l.line, ${harmlessCell('i.reference')} AS invoice_number, i.currency, ${harmlessCell('l.account')} AS account, l.kind, l.amount, l.day,
    ${harmlessCell('l.service')} AS service, ${harmlessCell('l.description')} AS description
  FROM billing_lines l JOIN billing_invoices i ON i.run_id = l.run_id AND i.n = l.invoice
  WHERE l.run_id = ${Number(id)} ORDER BY l.line, l.invoice) TO STDOUT (FORMAT csv, HEADER)`;
