import type pg from 'pg';
import type { Answer, RequestKey } from '#server/engine/idempotency.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { byWay, type Who } from '#server/engine/writes/write-statements.ts';
import { readingOf } from '../import-summary.ts';
import { MOST_LISTED, type FileProblems } from '../problems.ts';
import type { OnProgress } from '../prepare.ts';
import type { ImportTable } from '../reading/read-part.ts';
import { planImport, runImport } from '../run-import.ts';
import type { ServedUpload } from './upload-spec.ts';
import { importContext } from '../whole-file.ts';

/** The result of an upload, such as `models` and the lists that its declaration names. */
export type UploadResult = Record<string, unknown>;

interface HowApplied {
  key?: RequestKey | null;
  onProgress?: OnProgress;
  /** Does something more in the transaction that takes the file over, and returns the result then. */
  within?: (tx: pg.PoolClient, result: UploadResult, problems: FileProblems) => Promise<UploadResult>;
}

/**
 * Takes over what an uploaded file says, all of it or nothing.
 * @throws {Refusal} 422 with every wrong row and column
 */
export function applyUpload(
  services: EngineServices,
  { parts, resultOf, spec }: ServedUpload,
  who: Who,
  tables: readonly ImportTable[],
  { key = null, onProgress, within }: HowApplied,
): Promise<Answer> {
  const leavesOut = spec.refuses === 'rows';
  const context = { ...importContext(services, byWay(who, 'upload'), onProgress), leavesOut };
  return runImport(context, { parts, tables }, key, async (file, tx, changes) => {
    const result = resultOf(file);
    return within ? within(tx, { ...result, changes }, file.problems) : result;
  });
}

/** The effect that an uploaded file would have, and all its known errors. Writes nothing. */
export function planUpload(
  services: EngineServices,
  { parts, resultOf, spec }: ServedUpload,
  who: Who,
  tables: readonly ImportTable[],
  onProgress?: OnProgress,
): Promise<{ result: UploadResult; problems: FileProblems }> {
  const leavesOut = spec.refuses === 'rows';
  const context = { ...importContext(services, who, onProgress), leavesOut };
  return planImport(context, { parts, tables }, async (tx, plan) => {
    const { problems } = plan;
    const result = {
      dry_run: true,
      valid: leavesOut ? !problems.broken : problems.total === 0,
      ...resultOf(plan),
      ...(await readingOf(tx, plan)),
      errors: problems.first(MOST_LISTED),
      error_total: problems.total,
    };
    return { result, problems };
  });
}
