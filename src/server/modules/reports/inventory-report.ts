import { z } from 'zod';
import { formatDay } from '#kernel/dates.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { filesOf, storeFile, type StoredFile } from '#server/platform/files/store.ts';
import { XLSX_TYPE } from '#server/platform/files/xlsx.ts';
import { ownedByJob } from '#server/platform/jobs/store.ts';
import type { JobContext, JobKind } from '#server/platform/jobs/kind.ts';
import type { Outbox } from '#server/platform/mail/outbox.ts';
import { inventorySheets } from '#resources/reports.ts';
import { inventoryWorkbook } from './inventory-workbook.ts';

export const INVENTORY_REPORT = 'inventory_report';

const ATTEMPTS = 5;
/** Until then a job that is tried again goes on with its workbook; the mail has it longer. */
const WORKBOOK_KEPT_DAYS = 7;

const inputOf = z.object({ send_to: z.string(), public_url: z.string() });
const builtOf = z.object({ file: z.string(), rows: z.record(z.string(), z.number()) });

interface ReportParts {
  services: EngineServices;
  db: Database;
  outbox: Outbox;
}

/**
 * Mails the inventory as a workbook. The workbook is built first and kept, so that an interrupted report goes on
 * with its mail; the mail and the end of the job commit together, so it is mailed once.
 */
export function inventoryReport(parts: ReportParts): JobKind {
  return {
    name: INVENTORY_REPORT,
    attempts: ATTEMPTS,
    async run(context) {
      const { send_to: to, public_url: publicUrl } = inputOf.parse(context.input);
      const { file, rows } = (await builtBefore(parts.db, context)) ?? (await build(parts, context));
      return async (tx) => {
        const mail = await parts.outbox.put(tx, {
          to,
          subject: `Cloud inventory report, ${formatDay(new Date().toISOString().slice(0, 10))}`,
          text: textOf(rows, publicUrl, context.createdBy),
          files: [file.id],
          createdBy: context.createdBy,
          requestId: context.requestId,
        });
        return { mail, file: file.name, rows };
      };
    },
  };
}

interface Built {
  file: StoredFile;
  /** Sheet → rows. */
  rows: Record<string, number>;
}

/** The workbook of an earlier attempt. */
async function builtBefore(db: Database, { id, reached }: JobContext): Promise<Built | null> {
  const built = builtOf.safeParse(reached);
  if (!built.success) return null;
  const file = (await filesOf(db, ownedByJob(id))).find((one) => one.id === built.data.file);
  return file ? { file, rows: built.data.rows } : null;
}

async function build({ services, db }: ReportParts, context: JobContext): Promise<Built> {
  const totals = await Promise.all(inventorySheets.map(({ model }) => countOf(services, model)));
  const total = totals.reduce((sum, count) => sum + count, 0);
  const rows: Record<string, number> = {};
  const workbook = inventoryWorkbook(services, inventorySheets, (sheet, count) => {
    context.signal.throwIfAborted();
    rows[sheet] = count;
    const done = Object.values(rows).reduce((sum, each) => sum + each, 0);
    context.progress(Math.min(done, total), total);
  });
  const name = `cloud_inventory_${new Date().toISOString().slice(0, 10)}.xlsx`;
  const kept = { owner: ownedByJob(context.id), keepDays: WORKBOOK_KEPT_DAYS };
  const file = await storeFile(db, { name, contentType: XLSX_TYPE, ...kept }, workbook);
  await context.save({ file: file.id, rows });
  return { file, rows };
}

async function countOf(services: EngineServices, model: string): Promise<number> {
  const resource = services.registry.get(model);
  const answer = await services.lists(resource).answer({ page: '1', per_page: '1' });
  return (JSON.parse(String(answer)) as { meta: { total: number } }).meta.total;
}

function textOf(rows: Record<string, number>, publicUrl: string, asker: string): string {
  const sheets = Object.entries(rows).map(
    ([sheet, count]) => `  ${sheet}: ${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`,
  );
  return [
    'Hello,',
    '',
    'the cloud inventory is attached as a workbook:',
    '',
    ...sheets,
    '',
    `${asker} asked for it at ${publicUrl}.`,
    '',
    'Skyledger',
    '',
  ].join('\n');
}
