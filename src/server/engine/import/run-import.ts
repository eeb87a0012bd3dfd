import pg from 'pg';
import type { ImportPreview, ImportResult } from '#kernel/csv-import.ts';
import { Refusal } from '#kernel/errors.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Database } from '#server/platform/database.ts';
import type { Behaviour, WriteContext } from '../behaviour.ts';
import { answerOnce, type Answer, type RequestKey } from '../idempotency.ts';
import { rowsSql } from '../projection.ts';
import { parseRow } from '../records.ts';
import { quoted } from '../sql.ts';
import type { Who } from '../write-statements.ts';
import type { Problems } from './draft.ts';
import { prepareFile, type OnProgress } from './prepare.ts';
import { previewRows } from './preview.ts';
import type { ReadRows } from './read-rows.ts';
import type { ImportRequest, ImportRow } from './request.ts';
import { writeRows } from './write-rows.ts';

/** Problems that an answer lists; the others are counted. */
const MOST_LISTED = 500;
/** Rows that a dry run shows. */
const MOST_SHOWN = 100;
/** How often an import is checked anew because somebody wrote what it had found free. */
const TRIES = 3;

export interface ImportContext extends Who {
  db: Database;
  registry: Registry;
  resource: Resource;
  behaviour: Behaviour | undefined;
  onProgress: OnProgress;
}

/** 422 with what is wrong per row and column: `errors` has the first of `error_total` problems. */
function refused(problems: Problems): Refusal {
  return new Refusal(422, problems.sentence(), {
    errors: problems.first(MOST_LISTED),
    details: { error_total: problems.total },
  });
}

function demandRows(read: ReadRows): void {
  if (read.drafts.length === 0 && read.problems.total === 0)
    throw new Refusal(422, 'The file has no rows to import.', {
      errors: [{ field: 'data', message: 'The file has no rows to import.' }],
    });
}

/** Somebody wrote, between the check and the insertion, what the check had found free or there. */
const isOvertaken = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === '23505' || error.code === '23503');

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
      if (!isOvertaken(error) || attempt === TRIES) throw error;
    }
  }
}

async function importRows(context: ImportContext, tx: pg.PoolClient, rows: readonly ImportRow[]) {
  const { registry, resource, onProgress } = context;
  // Imports of one model follow each other, so that the second one sees what the first one wrote.
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`import ${resource.name}`]);
  const read = await prepareFile({ ...context, tx, now: new Date() }, rows);
  demandRows(read);
  if (read.problems.total > 0) throw refused(read.problems);
  const total = read.drafts.length;
  const progress = (done: number) => onProgress({ phase: 'writing', done, total });
  progress(0);
  const ids = await writeRows(tx, registry, resource, read.drafts, {
    who: context,
    action: 'import',
    onProgress: progress,
  });
  await afterWrite(context, tx, ids);
  const data: ImportResult = { created: total, skipped: read.skipped, ignored_columns: read.ignored };
  return { status: 201, body: { data, meta: { total: rows.length } } };
}

async function afterWrite(context: ImportContext, tx: pg.PoolClient, ids: readonly number[]): Promise<void> {
  const { behaviour, registry, resource, actor, requestId } = context;
  if (!behaviour?.afterWrite) return;
  const hookContext: WriteContext = { tx, registry, actor, requestId };
  const source = rowsSql(registry, resource, {
    from: `${quoted(resource.name)} t`,
    rest: 'WHERE t.id = ANY($1::int[]) ORDER BY t.id',
  });
  const { rows } = await tx.query<{ row: string }>(`SELECT row_to_json(r)::text AS row FROM (${source}) r`, [
    ids,
  ]);
  for (const { row } of rows) {
    const after = parseRow(row);
    await behaviour.afterWrite(hookContext, { action: 'create', id: after.id, before: null, after });
  }
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
