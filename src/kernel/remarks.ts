import { asLookup, asReference, kindOf, type Field } from './fields/kinds.ts';

/** A field of the record that a reference leads to. */
export interface Referred {
  /** The reference. */
  via: string;
  /** The field of the record that it leads to. */
  field: string;
}

/** A remark at a field about a value that is accepted all the same. */
export type Remark =
  | { about: 'order'; after: string }
  | { about: 'difference'; from: Referred }
  | { about: 'flag'; of: Referred; sentence: string };

/** The day comes before the day of the field `after`. */
export const notBefore = (after: string): Remark => ({ about: 'order', after });

/** The value differs from `field` of the record that the reference `via` leads to. */
export const sameAs = (via: string, field: string): Remark => ({ about: 'difference', from: { via, field } });

/** The record that the reference `via` leads to has `field` set. */
export const unlessSet = (via: string, field: string, sentence: string): Remark => ({
  about: 'flag',
  of: { via, field },
  sentence,
});

/** The other field whose value is needed to judge. */
export const comparedWith = (remark: Remark): string =>
  remark.about === 'order' ? remark.after : (referredBy(remark)?.via ?? '');

/** The data of another record that the judgement needs; null where it needs none. */
export function referredBy(remark: Remark): Referred | null {
  if (remark.about === 'order') return null;
  return remark.about === 'difference' ? remark.from : remark.of;
}

/** A remark about one value: the sentence, and the value that would end it where there is one. */
export interface Remarked {
  sentence: string;
  instead?: string;
}

interface Known {
  fields: Readonly<Record<string, Field>>;
  name: string;
  value: unknown;
  /** The value of the other field. */
  other: unknown;
  /** The value of the referred record's field; undefined while that is not known. */
  referred: unknown;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** Judges a value; null where there is nothing to remark. */
export function judge(remark: Remark, { fields, name, value, other, referred }: Known): Remarked | null {
  const label = fields[name]?.label ?? name;
  if (remark.about === 'flag') return referred === true ? { sentence: remark.sentence } : null;
  if (remark.about === 'order') {
    const before = isText(value) && isText(other) && isDay(value) && isDay(other) && value < other;
    return before ? { sentence: `${label} is before ${fields[remark.after]?.label}.` } : null;
  }
  if (!isText(value) || !isText(referred) || value.trim() === referred.trim()) return null;
  const presets = presetsOf(fields, name, remark.from.via);
  if (presets && value.trim() === presets.value && other === presets.via) return null;
  const target = fields[remark.from.via]?.label ?? remark.from.via;
  return { sentence: `The chosen ${target} has ${referred}.`, instead: referred };
}

/** The defaults of a text and of the reference that it is held against: nobody chose either, so that both together are as declared. */
export function presetsOf(
  fields: Readonly<Record<string, Field>>,
  name: string,
  via: string,
): { value: string; via: number } | null {
  const [value, reference] = [name, via].map((one) => {
    const field = fields[one];
    return field && kindOf(field).preset(field, '');
  });
  return isText(value) && typeof reference === 'number' ? { value: value.trim(), via: reference } : null;
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** The property of a row that carries the value of a referred record's field; null where none does. */
export function propertyOfReferred(
  fields: Readonly<Record<string, Field>>,
  { via, field }: Referred,
): string | null {
  const reference = asReference(fields[via]);
  if (!reference) return null;
  if (reference.show === field) return reference.as;
  const lookup = Object.entries(fields).find(([, one]) => {
    const through = asLookup(one);
    return through?.via === via && through.field === field;
  });
  return lookup?.[0] ?? null;
}

/** The value of a referred record's field where the row itself carries it; undefined where it does not. */
export function referredInRow(
  fields: Readonly<Record<string, Field>>,
  referred: Referred,
  row: Readonly<Record<string, unknown>>,
): unknown {
  const property = propertyOfReferred(fields, referred);
  return property === null ? undefined : row[property];
}
