import type pg from 'pg';
import { unmetDemands } from '#kernel/demands.ts';
import { invalid, Refusal } from '#kernel/errors.ts';
import { referencesOf } from '#kernel/fields/kinds.ts';
import { checkInput, type Values } from '#kernel/input.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { mayBeGiven } from '#kernel/system-fields.ts';
import { cleaned } from '../../kinds/sql-of.ts';
import { quoted } from '../../sql.ts';
import { lackingReferences } from '../../writes/write-errors.ts';
import type { Draft, ExistingRecord } from '../draft.ts';
import { inTurns } from '../../in-turns.ts';
import type { Problems } from '../problems.ts';

/** Stands for a row of the file, whose id is not known yet, while the row that names it is checked. */
const FIRST_ID = 1;

/**
 * Checks every row as a creation is checked and fills in the defaults, or as an update is where it has a record. A
 * field that has a problem already gets no second one.
 */
export async function checkRows(
  resource: Resource,
  drafts: readonly Draft[],
  problems: Problems,
  today: string,
  onProgress: (done: number) => void,
): Promise<void> {
  const check = (draft: Draft) => {
    try {
      const linked = Object.fromEntries([...draft.links.keys()].map((name) => [name, FIRST_ID]));
      if (draft.existing) draft.values = changesOf(resource, draft, draft.existing);
      else {
        draft.values = checkInput(
          resource,
          cleaned(resource, { ...draft.values, ...linked }),
          'create',
          today,
        );
        for (const name of draft.links.keys()) draft.values[name] = null;
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      for (const { field, message } of error.errors) {
        if (draft.faults.has(field)) continue;
        // Of a record that exists nothing would be missing.
        if (draft.isUnnamed && !Object.hasOwn(draft.values, field)) continue;
        if (draft.source.headers.has(field) || field in draft.values || draft.existing)
          problems.add(draft, field, message);
        else problems.addMissingColumn(draft, field, message);
      }
    }
  };
  await inTurns(drafts, check, { onPause: onProgress });
}

/** A value as JSON has it and the same as an input has it: `7` and `'7'`. */
const isSame = (one: unknown, other: unknown) =>
  one === other || (one !== null && other !== null && String(one) === String(other));

/**
 * The changes of an update to its record.
 * @throws {Refusal} 422 also for a record that would still lack what an edited one must have
 */
function changesOf(resource: Resource, { values, links }: Draft, existing: ExistingRecord): Values {
  const differing = (given: Values) =>
    Object.fromEntries(
      Object.entries(given).filter(([name, value]) => !isSame(value, existing.values[name] ?? null)),
    );
  const given = differing(values);
  if (Object.keys(given).length === 0 && links.size === 0) return given;
  // What stays is not checked: it may be older than the rules.
  const changes = differing(
    resource.actions.includes('create')
      ? checkInput(resource, cleaned(resource, given), 'update')
      : fedInput(resource, given, existing),
  );
  if (Object.keys(changes).length === 0 && links.size === 0) return changes;
  const lacking = referencesOf(resource).flatMap(([name, { none }]) =>
    none === 'create-only' && !links.has(name) && (changes[name] ?? existing.values[name] ?? null) === null
      ? [name]
      : [],
  );
  if (lacking.length > 0) throw lackingReferences(resource, lacking);
  if (resource.demands) {
    const linked = Object.fromEntries([...links.keys()].map((name) => [name, FIRST_ID]));
    const unmet = unmetDemands(resource, { ...existing.values, ...changes, ...linked });
    if (unmet.length > 0) throw invalid(unmet);
  }
  // A moment that is stated again stays the one of the change; without it the record would have changed now.
  const stated = values['updated_at'] ?? null;
  return stated === null || 'updated_at' in changes ? changes : { ...changes, updated_at: stated };
}

/**
 * The values in a file for a record that nobody but files adds: it may change what people may not, and is checked as a whole
 * record is.
 */
function fedInput(resource: Resource, given: Values, existing: ExistingRecord): Values {
  const stays = Object.entries(existing.values).filter(([name]) => mayBeGiven(resource, name, 'create'));
  return checkInput(resource, cleaned(resource, { ...Object.fromEntries(stays), ...given }), 'create');
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
    await inTurns(drafts, ({ values }) => {
      const id = values[name];
      if (typeof id === 'number') ids.add(id);
    });
    if (ids.size === 0) continue;
    const target = registry.get(field.target);
    const { rows } = await tx.query<{ id: number }>(
      `SELECT id FROM ${quoted(target.name)} WHERE id = ANY($1::int[])`,
      [[...ids]],
    );
    for (const { id } of rows) ids.delete(id);
    if (ids.size === 0) continue;
    await inTurns(drafts, (draft) => {
      const id = draft.values[name];
      if (typeof id === 'number' && ids.has(id) && !draft.faults.has(name))
        problems.add(draft, name, `${field.label} must be the id of an existing record.`);
    });
  }
}
