import type pg from 'pg';
import type { ImportPreview, ImportResult } from '#kernel/csv-import.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Hooks } from '../hooks.ts';
import { answerOnce, type Answer, type RequestKey } from '../idempotency.ts';
import type { Vault } from '../kinds/field-sql.ts';
import { explainWrite, isOvertaken } from '../write-errors.ts';
import type { Who } from '../write-statements.ts';
import { demandRows, loadFile, MOST_LISTED } from './load-rows.ts';
import { prepareFile, type OnProgress } from './prepare.ts';
import { previewRows } from './preview.ts';
import type { ImportRequest, ImportRow } from './request.ts';

/** Rows that a dry run shows. */
const MOST_SHOWN = 100;
/** How often an import is checked anew because somebody wrote what it had found free. */
const TRIES = 3;

export interface ImportContext extends Who {
  db: Database;
  registry: Registry;
  resource: Resource;
  behaviour: Hooks | undefined;
  vault: Vault;
  onProgress: OnProgress;
}

/**
 * Imports a file, all of it or nothing, with a line of history for each record. Answers 201 with an
 * `ImportResult`; with the same key again, the first answer.
 * Throws 422 with every wrong row and column, also where another import took an identifier meanwhile.
 */
export async function runImport(
  context: ImportContext,
  { rows }: ImportRequest,
  key: RequestKey | null,
): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await answerOnce(context.db, key, (tx) => importRows(context, tx, rows));
    } catch (error) {
      // Somebody wrote, between the check and the insertion, what the check had found free or there.
      if (!isOvertaken(error, context.resource)) throw error;
      if (attempt === TRIES) throw await explainWrite(error, null, context.resource, {});
    }
  }
}

async function importRows(context: ImportContext, tx: pg.PoolClient, rows: readonly ImportRow[]) {
  // Imports of one model follow each other, so that the second one sees what the first one wrote.
  const lock = `import ${context.resource.name}`;
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lock]);
  const { drafts, skipped, ignored } = await loadFile({ ...context, tx, now: new Date() }, rows);
  const data: ImportResult = { created: drafts.length, skipped, ignored_columns: ignored };
  return { status: 201, body: { data, meta: { total: rows.length } } };
}

/** Carries the outcome of a dry run out of the transaction that it ends. */
class DryRunEnd extends Error {
  readonly preview: ImportPreview;
  constructor(preview: ImportPreview) {
    super('The dry run is done.');
    this.preview = preview;
  }
}

/** Says what an import would create and what is wrong, by the same checks, and leaves nothing behind. */
export async function previewImport(context: ImportContext, { rows }: ImportRequest): Promise<ImportPreview> {
  const { db, registry, resource } = context;
  try {
    return await db.transaction(async (tx) => {
      const read = await prepareFile({ ...context, tx, now: new Date() }, rows);
      demandRows(read);
      const { problems, drafts } = read;
      const broken = problems.first(1).some((problem) => problem.row === 1);
      const right = broken ? [] : drafts.filter((draft) => draft.faults.size === 0);
      throw new DryRunEnd({
        dry_run: true,
        valid: problems.total === 0,
        would_create: right.length,
        skipped: read.skipped,
        ignored_columns: read.ignored,
        rows: await previewRows(tx, registry, resource, right.slice(0, MOST_SHOWN)),
        errors: problems.first(MOST_LISTED),
        error_total: problems.total,
      });
    });
  } catch (error) {
    if (error instanceof DryRunEnd) return error.preview;
    throw error;
  }
}
