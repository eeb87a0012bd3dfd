import type { PoolClient } from 'pg';
import type { SelectionPreview } from '#calls/selections.ts';
import { isShared, MOST_REFUSED_NAMED } from '#kernel/bulk.ts';
import { invalid, Refusal, type FieldError } from '#kernel/errors.ts';
import type { Field } from '#kernel/fields/kinds.ts';
import { sameInField } from '#kernel/former-values.ts';
import type { Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { rehearse } from '#server/platform/database/rehearse.ts';
import { withSavepoint } from '#server/platform/database/savepoint.ts';
import { shortened } from '../import/problems.ts';
import { calledBy, lockWrittenCircles, parseRow, readRowsById, type RowObject } from '../records.ts';
import { asApproved, ruleOf } from '../review/rules.ts';
import type { EngineServices } from '../services.ts';
import { shownIn } from '../shown-value.ts';
import { checkBody, missingReferences } from '../writes/write-errors.ts';
import type { Who } from '../writes/write-statements.ts';
import type { Selected } from './selected.ts';

/** So many records are rehearsed in one transaction: nobody who changes one of them waits long for that. */
const AT_ONCE = 50;
/** So many of the values that are replaced are shown by field. */
const MOST_VALUES = 5;
const LONGEST_VALUE = 120;

/** The changes of a preview, each with its field. */
type FieldChanges = readonly (readonly [name: string, field: Field])[];

/**
 * The fields that changes set, once it is sure that several records can share them and that the values are right as such.
 * @throws {Refusal} 422 that names every wrong field
 */
export async function checkChanges(
  runner: Runner,
  resource: Resource,
  changes: Values,
  { zone }: Who,
): Promise<FieldChanges> {
  const errors: FieldError[] = [];
  const fields = Object.keys(changes).flatMap((name) => {
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
    if (field && isShared(field)) return [[name, field] as const];
    const message = field
      ? `${field.label} cannot be set for several records.`
      : `${name.slice(0, 60)} is not a field that can be set.`;
    errors.push({ field: name, message });
    return [];
  });
  if (errors.length > 0) throw invalid(errors);
  const values = await checkBody(runner, resource, changes, 'update', zone);
  const missing = await missingReferences(runner, resource, values);
  if (missing.length > 0) throw invalid(missing);
  return fields;
}

/** Counts what becomes of one field. */
class FieldTally {
  readonly #name: string;
  readonly #field: Field;
  readonly #from = new Map<string | null, number>();
  #to: { shown: string | null } | undefined;
  #changed = 0;
  #same = 0;

  constructor([name, field]: FieldChanges[number]) {
    this.#name = name;
    this.#field = field;
  }

  add(before: RowObject, after: RowObject): void {
    this.#to ??= { shown: this.#shown(after) };
    if (sameInField(this.#field, before[this.#name], after[this.#name])) {
      this.#same++;
      return;
    }
    this.#changed++;
    const from = this.#shown(before);
    this.#from.set(from, (this.#from.get(from) ?? 0) + 1);
  }

  get summary(): SelectionPreview['fields'][number] {
    const from = [...this.#from]
      .map(([shown, count]) => ({ shown, count }))
      .sort((a, b) => b.count - a.count);
    return {
      field: this.#name,
      label: this.#field.label,
      to: this.#to?.shown ?? null,
      from: from.slice(0, MOST_VALUES),
      other_values: Math.max(0, from.length - MOST_VALUES),
      changed: this.#changed,
      same: this.#same,
    };
  }

  #shown(row: RowObject): string | null {
    const shown = shownIn(row, this.#name, this.#field);
    return shown === null ? null : shortened(shown, LONGEST_VALUE);
  }
}

/**
 * What a change of the selected records would do: it is rehearsed record by record, by the code that would change them, and undone.
 * @param onProgress called with how many records were looked at
 * @throws {Refusal} 422 where a value is wrong as such
 */
export async function previewChange(
  services: EngineServices,
  resource: Resource,
  { ids, state }: Selected,
  changes: Values,
  who: Who,
  onProgress: (done: number) => void = () => undefined,
): Promise<SelectionPreview> {
  const fields = await checkChanges(services.db, resource, changes, who);
  const { fields: named } = await ruleOf(services.db, resource);
  const second = fields.flatMap(([name, { label }]) => (named.includes(name) ? [label] : []));
  const tallies = fields.map((one) => new FieldTally(one));
  const refused: SelectionPreview['refused'] = [];
  let refusedTotal = 0;
  const refuse = (id: number, row: RowObject | undefined, { status, message }: Refusal) => {
    refusedTotal++;
    if (refused.length >= MOST_REFUSED_NAMED) return;
    const name = row ? calledBy(resource, row) : `${resource.label[0]} ${id}`;
    refused.push({ id, name, status, error: shortened(message, 2_000) });
  };
  for (let at = 0; at < ids.length && fields.length > 0; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    await rehearse(services.db, (tx) =>
      rehearseSome(tx, { services, resource, changes, who: asApproved(who) }, some, {
        changed: (before, after) => tallies.forEach((tally) => tally.add(before, after)),
        refused: refuse,
      }),
    );
    onProgress(Math.min(at + AT_ONCE, ids.length));
  }
  return {
    total: ids.length,
    state,
    fields: tallies.map(({ summary }) => summary),
    refused,
    refused_total: refusedTotal,
    ...(second.length > 0 && { second_person: second }),
  };
}

/** What a rehearsal reports of each record. */
interface Rehearsal {
  changed: (before: RowObject, after: RowObject) => void;
  refused: (id: number, row: RowObject | undefined, refusal: Refusal) => void;
}

async function rehearseSome(
  tx: PoolClient,
  {
    services,
    resource,
    changes,
    who,
  }: { services: EngineServices; resource: Resource; changes: Values; who: Who },
  ids: readonly number[],
  report: Rehearsal,
): Promise<void> {
  const writer = services.writer(resource);
  await lockWrittenCircles(
    tx,
    resource,
    (name, as) => Object.hasOwn(changes, name) || Object.hasOwn(changes, as),
  );
  const rows = await readRowsById(tx, services.registry, resource, ids);
  for (const id of ids) {
    const before = rows.get(id);
    try {
      const after = parseRow(await withSavepoint(tx, () => writer.update(id, changes, null, who, tx)));
      if (before) report.changed(before, after);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      report.refused(id, before, error);
    }
  }
}
