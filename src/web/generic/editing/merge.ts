import { NONE_ID } from '#kernel/ids.ts';
import type { Values } from '#kernel/input.ts';
import type { FormField } from './form-field.ts';

/** A value as it is compared and sent: None and an empty text are nothing. */
export const plain = (value: unknown): unknown =>
  value === NONE_ID || value === '' || value === undefined ? null : value;

/** Whether two values of a field are the same to who reads them. */
export function same(a: unknown, b: unknown): boolean {
  const [one, other] = [plain(a), plain(b)];
  if (one === other) return true;
  const compound = typeof one === 'object' && one !== null && !(one instanceof Blob);
  return compound && JSON.stringify(one) === JSON.stringify(other);
}

export interface Merged {
  /** Each field as the one side has it that changed it; of those that both changed, as mine. */
  values: Values;
  /** The fields that only the others changed. */
  adopted: string[];
  /** The fields that both changed, to different values. */
  contested: string[];
}

/** Merges two versions that were made of the same original, field by field. */
export function merge(
  original: Values,
  mine: Values,
  theirs: Values,
  fields: Readonly<Record<string, FormField>> = {},
): Merged {
  const alike = (name: string, a: unknown, b: unknown) => (fields[name]?.same ?? same)(a, b);
  const merged: Merged = { values: { ...mine }, adopted: [], contested: [] };
  for (const name of Object.keys(mine)) {
    if (alike(name, theirs[name], original[name])) continue;
    if (alike(name, mine[name], original[name])) {
      merged.values[name] = theirs[name];
      merged.adopted.push(name);
    } else if (!alike(name, mine[name], theirs[name])) merged.contested.push(name);
  }
  return merged;
}
