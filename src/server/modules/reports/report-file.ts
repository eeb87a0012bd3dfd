import { z } from 'zod';
import type { Report } from '#kernel/report.ts';
import type { Database } from '#server/platform/database/database.ts';
import { filesOf, storeFile, type StoredFile } from '#server/platform/files/store.ts';
import { XLSX_TYPE } from '#calls/shapes.ts';
import type { JobContext } from '#server/platform/jobs/kind.ts';
import { ownedByJob } from '#server/platform/jobs/store.ts';
import { today } from '#server/platform/database/today.ts';
import type { AddressedReport, ContentParts } from './served.ts';
import { reportWorkbook, sheetQuery } from './workbook.ts';
import { ZIP_TYPE, zipped } from './zip.ts';

/** Until then a job that is tried again goes on with its file; the mail has it longer. */
const KEPT_DAYS = 7;

const builtOf = z.object({ file: z.string(), rows: z.record(z.string(), z.number()) });

export interface Built {
  file: StoredFile;
  /** Sheet or file → rows. */
  rows: Record<string, number>;
}

/** The file of an earlier attempt; null without one. */
export async function builtBefore(db: Database, { id, reached }: JobContext): Promise<Built | null> {
  const built = builtOf.safeParse(reached);
  if (!built.success) return null;
  const file = (await filesOf(db, ownedByJob(id))).find((one) => one.id === built.data.file);
  return file ? { file, rows: built.data.rows } : null;
}

/** Builds the file that one address gets: a workbook of the report's sheets, or its files in a zip. */
export async function buildFile(
  db: Database,
  { report, files: makeFiles }: AddressedReport,
  context: JobContext,
  content: ContentParts,
): Promise<Built> {
  const total = makeFiles ? null : await totalOf(content, report);
  const rows: Record<string, number> = {};
  const onRows = (part: string, count: number) => {
    context.signal.throwIfAborted();
    rows[part] = count;
    const done = Object.values(rows).reduce((sum, each) => sum + each, 0);
    if (total !== null) context.progress(Math.min(done, total), total);
  };
  const day = today();
  let file: StoredFile;
  if (makeFiles) {
    const files = await makeFiles(content);
    for (const { name } of files) rows[name] = 0;
    const named = { name: `${report.file}_${day}.zip`, contentType: ZIP_TYPE };
    file = await storeReportFile(db, context, named, zipped(files, onRows));
  } else {
    const workbook = reportWorkbook(content.services, report.sheets ?? [], content.values, onRows);
    const named = { name: `${report.file}_${day}.xlsx`, contentType: XLSX_TYPE };
    file = await storeReportFile(db, context, named, workbook);
  }
  await context.save({ file: file.id, rows });
  return { file, rows };
}

/** Keeps a file of a report for its mails, and for another attempt at its job. */
export const storeReportFile = (
  db: Database,
  { id }: JobContext,
  { name, contentType }: { name: string; contentType: string },
  content: AsyncIterable<Buffer>,
): Promise<StoredFile> =>
  storeFile(db, { name, contentType, owner: ownedByJob(id), keepDays: KEPT_DAYS }, content);

/** The rows of all sheets; null where a list knows only that there are at least so many. */
async function totalOf({ services, values }: ContentParts, { sheets = [] }: Report): Promise<number | null> {
  const totals = sheets.map(async (sheet) => {
    const answer = await services
      .lists(services.registry.get(sheet.model))
      .answer({ ...sheetQuery(sheet, values), page: '1', per_page: '1' });
    const { meta } = JSON.parse(String(answer)) as { meta: { total: number; total_is?: 'at_least' } };
    return meta.total_is ? null : meta.total;
  });
  return (await Promise.all(totals)).reduce<number | null>(
    (sum, count) => (sum === null || count === null ? null : sum + count),
    0,
  );
}
