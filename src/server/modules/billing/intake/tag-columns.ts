/** The names of tag keys, by their spellings in small letters and without the characters between words. */
export type TagKeys = ReadonlyMap<string, string>;

/** Columns with all tags of a line. */
const WHOLE = new Set(['tags', 'labels', 'projectlabels', 'resourcetags']);
/** Prefixes that clouds put before the keys that people chose. */
const PREFIX = /^(?:resource_?tags?[_/:.])?(?:user[_:]|labels?[.:/]|tags?[.:/])?/i;
/** Keys that clouds set by themselves. */
const OF_CLOUD = /^(?:resource_?tags?[_/:.])?(?:aws[_:]|hidden-|goog-)/i;

/** The key of a tag as people chose it. */
export const keyOf = (name: string): string => name.trim().replace(PREFIX, '');

/** The name of a key; undefined where it is none of the demanded ones. */
export const nameOf = (keys: TagKeys, key: string): string | undefined =>
  keys.get(
    keyOf(key)
      .toLowerCase()
      .replaceAll(/[^a-z\d]/g, ''),
  );

/** The places of the columns with all tags of a line. */
export const wholePlaces = (headers: readonly string[]): number[] =>
  headers.flatMap((name, place) => (WHOLE.has(name.toLowerCase().replaceAll(/[^a-z]/g, '')) ? [place] : []));

/** Whether people chose a key, and not the cloud. */
export const isOfPeople = (key: string): boolean => !OF_CLOUD.test(key.trim());

/** Whether a column has one tag, and is called by it. */
export const isTagColumn = (name: string): boolean => keyOf(name) !== name.trim() && isOfPeople(name);

/** Whether a cell, or a tag, has a value. */
export function hasValue(value: string): boolean {
  const text = value.trim();
  return text !== '' && text !== 'NULL';
}

/** Tags are JSON, of Azure with or without the outer braces, of Google as a list; anything else has none. */
export function tagPairs(text: string): (readonly [key: string, value: string])[] {
  const written = text.trim();
  let read: unknown;
  try {
    read = JSON.parse(/^[[{]/.test(written) ? written : `{${written}}`);
  } catch {
    return [];
  }
  const pairs = Array.isArray(read)
    ? read.map((one: unknown) => listed(one))
    : Object.entries(Object(read) as Record<string, unknown>);
  return pairs.flatMap((pair) => (pair && typeof pair[1] === 'string' ? [[pair[0], pair[1]] as const] : []));
}

function listed(one: unknown): [key: string, value: unknown] | null {
  const { key, value } = Object(one) as { key?: unknown; value?: unknown };
  return typeof key === 'string' ? [key, value] : null;
}
