import { sameInField } from '#kernel/former-values.ts';
import { mayBeGiven } from '#kernel/system-fields.ts';
import type { Draft, ExistingRecord } from '../draft.ts';
import type { ImportPart } from '../part.ts';

/**
 * Takes the empty cells of a row for what a person chose: its record keeps the values, or they are cleared as a form would clear
 * them, which a field that must have one refuses. Remembers those that the record has a value for.
 */
export function takeEmptyCells(
  { resource, key, emptyCells }: ImportPart,
  draft: Draft,
  { values }: ExistingRecord,
): void {
  if (!emptyCells) return;
  for (const name of draft.emptied) {
    const field = resource.fields[name];
    const isGiven = (draft.values[name] ?? null) !== null || draft.links.has(name);
    const has = field && !sameInField(field, values[name], null);
    // Of two columns of one field the other one may say it; what only a new record is given stays.
    if (isGiven || !has || key?.includes(name) || !mayBeGiven(resource, name, 'update')) {
      draft.emptied.delete(name);
      if (!isGiven && !key?.includes(name)) delete draft.values[name];
      continue;
    }
    if (emptyCells === 'clear') draft.values[name] = null;
    else delete draft.values[name];
  }
}
