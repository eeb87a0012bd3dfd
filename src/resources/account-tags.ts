/** The fields of the record of an account that tags in its cloud stand for, as its adoption calls them. */
export const taggedFields = ['cost_center', 'owner', 'department', 'business_unit'] as const;
export type TaggedField = (typeof taggedFields)[number];

/** A tag that stands for a field. */
export interface TagMeaning {
  field: TaggedField;
  name: string;
  ignoresCase?: true;
  /** The value of the tag for a text. */
  of: (text: string) => string;
  /** The text of a value. */
  textOf: (value: string) => string;
}

/**
 * What the tags of an account mean, by field: the text of each tag, null where it has none of the name. Where a value does not
 * determine its text, the text is the one that the record has, where that makes the same value.
 * @param known the texts of the record
 */
export function meaningOf(
  meanings: readonly TagMeaning[],
  tags: Readonly<Record<string, string>>,
  known: Readonly<Partial<Record<TaggedField, string | null>>>,
): Partial<Record<TaggedField, string | null>> {
  const read: Partial<Record<TaggedField, string | null>> = {};
  for (const { field, name, ignoresCase, of, textOf } of meanings) {
    const [, value] =
      Object.entries(tags).find(([one]) =>
        ignoresCase ? one.toLowerCase() === name.toLowerCase() : one === name,
      ) ?? [];
    const text = known[field]?.trim() ?? '';
    // The first of several names counts.
    if (typeof read[field] === 'string') continue;
    if (value === undefined || value === '') read[field] ??= null;
    else read[field] = text !== '' && of(text) === value ? text : textOf(value);
  }
  return read;
}
