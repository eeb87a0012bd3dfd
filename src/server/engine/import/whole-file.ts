import type { ImportProblem } from '#kernel/csv/csv-import.ts';
import type { Resource } from '#kernel/resource.ts';
import { longWork } from '#server/platform/database/limits.ts';
import type { RequestKey } from '../idempotency.ts';
import type { EngineServices } from '../services.ts';
import type { Who } from '../writes/write-statements.ts';
import { outcomeOf } from './draft.ts';
import type { OnProgress } from './prepare.ts';
import type { ReadFile } from './reading/read-rows.ts';
import { planImport, runImport, type ImportContext, type ImportFile } from './run-import.ts';

/** The result of a file for one model; records are named by the model's title. */
export interface ModelOutcome {
  model: string;
  label: string;
  created: string[];
  updated: string[];
  unchanged: number;
}

/** The result of a file, done or planned. */
export interface FileOutcome {
  models: ModelOutcome[];
  /** Empty rows. */
  skipped: number;
  ignored_columns: string[];
}

/** The planned result of a file, and its problems. */
export interface FilePlan extends FileOutcome {
  errors: ImportProblem[];
  error_total: number;
}

const silent: OnProgress = () => undefined;

/** The context of an import. */
export function importContext(services: EngineServices, who: Who, onProgress = silent): ImportContext {
  const { db, registry, vault } = services;
  const behaviourOf = (model: Resource) => services.behaviour(model);
  return { ...who, db, registry, behaviourOf, vault, onProgress };
}

/**
 * Says what a file would do to the models of its parts, and writes nothing.
 * @param most how many problems are listed; the others are counted
 */
export function planWholeFile(
  services: EngineServices,
  who: Who,
  file: ImportFile,
  most: number,
  onProgress?: OnProgress,
): Promise<FilePlan> {
  return longWork(() =>
    planImport(importContext(services, who, onProgress), file, async (_tx, plan) => ({
      ...fileOutcome(plan),
      errors: plan.problems.first(most),
      error_total: plan.problems.total,
    })),
  );
}

/**
 * Does what a file says to the models of its parts, all of it or nothing.
 * @throws {Refusal} 422 with every wrong row and column
 */
export async function applyWholeFile(
  services: EngineServices,
  who: Who,
  file: ImportFile,
  key: RequestKey | null = null,
  onProgress?: OnProgress,
): Promise<FileOutcome> {
  const context = importContext(services, who, onProgress);
  const { body } = await longWork(() => runImport(context, file, key, fileOutcome));
  return (JSON.parse(body) as { data: FileOutcome }).data;
}

/** The results, planned or done, by model. */
export function fileOutcome(file: ReadFile): FileOutcome {
  const models = file.parts.map(({ resource, drafts }): ModelOutcome => {
    const byOutcome = Map.groupBy(
      drafts.filter(({ faults }) => faults.size === 0),
      outcomeOf,
    );
    const titles = (outcome: 'create' | 'update') =>
      (byOutcome.get(outcome) ?? []).map(({ values, existing }) =>
        String(values[resource.title] ?? existing?.values[resource.title] ?? ''),
      );
    return {
      model: resource.name,
      label: resource.label[1],
      created: titles('create'),
      updated: titles('update'),
      unchanged: byOutcome.get('keep')?.length ?? 0,
    };
  });
  return { models, skipped: file.skipped, ignored_columns: file.ignored };
}
