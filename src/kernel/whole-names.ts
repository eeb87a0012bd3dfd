import { asReference } from './fields/kinds.ts';
import type { Resource } from './resource.ts';

/** The separator of the parts of a record's whole name, such as `1000 · Austria · Hardware`. */
const BETWEEN = ' · ';
/** The text for a part that the record lacks. */
const LACKING = '–';

/**
 * The fields that distinguish records of `target` that show the same, the shown one first; that one alone
 * where nothing else distinguishes them.
 */
export function namingFields(target: Resource, show: string): readonly string[] {
  if (target.fields[show]?.unique !== undefined) return [show];
  const rule = target.unique?.find(({ fields }) => fields.includes(show));
  const others = (rule?.fields ?? []).filter((name) => name !== show && !asReference(target.fields[name]));
  return [show, ...others];
}

/** A record's whole name, from the values of its naming fields as texts. */
export const wholeName = (parts: readonly (string | null)[]): string =>
  parts.map((part) => part ?? LACKING).join(BETWEEN);

/** A text as `wholeName` would write it, where it may be the beginning of a whole name; else null. */
export function asWholeName(text: string): string | null {
  if (!text.includes(BETWEEN.trim())) return null;
  const parts = text.split(BETWEEN.trim()).map((part) => part.trim());
  return wholeName(parts.map((part) => (/^[-–—]?$/.test(part) ? null : part)));
}
