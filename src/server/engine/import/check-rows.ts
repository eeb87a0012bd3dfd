import type pg from 'pg';
import { Refusal } from '#kernel/errors.ts';
import { referencesOf } from '#kernel/fields/kinds.ts';
import { checkInput } from '#kernel/input.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { cleaned } from '../kinds/sql-of.ts';
import { quoted } from '../sql.ts';
import type { Breather } from './breather.ts';
import type { Draft, Problems } from './draft.ts';

/** Stands for a row of the file, whose id is not known yet, while the row that names it is checked. */
const FIRST_ID = 1;

/**
 * Checks every row as a creation is checked and fills in the defaults. A field that has a problem already
 * gets no second one.
 */
export async function checkRows(
  resource: Resource,
  drafts: readonly Draft[],
  problems: Problems,
  today: string,
  onProgress: (done: number) => void,
  breather: Breather,
): Promise<void> {
  for (const [at, draft] of drafts.entries()) {
    try {
      const linked = Object.fromEntries([...draft.links.keys()].map((name) => [name, FIRST_ID]));
      draft.values = checkInput(resource, cleaned(resource, { ...draft.values, ...linked }), 'create', today);
      for (const name of draft.links.keys()) draft.values[name] = null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      for (const { field, message } of error.errors) {
        if (draft.faults.has(field)) continue;
        if (problems.has(field) || field in draft.values) problems.add(draft, field, message);
        else problems.addMissingColumn(draft, field, message);
      }
    }
    if (breather.due()) {
      onProgress(at);
      await breather.rest();
    }
  }
}

/** Finds references to records that are not there, such as a default whose record was deleted. */
export async function checkReferences(
  tx: pg.PoolClient,
  registry: Registry,
  resource: Resource,
  drafts: readonly Draft[],
  problems: Problems,
): Promise<void> {
  for (const [name, field] of referencesOf(resource)) {
    const ids = new Set<number>();
    for (const draft of drafts) {
      const id = draft.values[name];
      if (typeof id === 'number') ids.add(id);
    }
    if (ids.size === 0) continue;
    const target = registry.get(field.target);
    const { rows } = await tx.query<{ id: number }>(
      `SELECT id FROM ${quoted(target.name)} WHERE id = ANY($1::int[])`,
      [[...ids]],
    );
    for (const { id } of rows) ids.delete(id);
    if (ids.size === 0) continue;
    for (const draft of drafts) {
      const id = draft.values[name];
      if (typeof id === 'number' && ids.has(id) && !draft.faults.has(name))
        problems.add(draft, name, `${field.label} must be the id of an existing record.`);
    }
  }
}
