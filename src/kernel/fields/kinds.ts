import { booleanKind, type BooleanField } from './boolean.ts';
import { choiceKind, type ChoiceField } from './choice.ts';
import { dateKind, type DateField } from './date.ts';
import type { Kind } from './field.ts';
import { instantKind, type InstantField } from './instant.ts';
import { jsonKind, type JsonField } from './json.ts';
import { lookupKind, type LookupField } from './lookup.ts';
import { numberKind, type NumberField } from './number.ts';
import { refKind, type RefField } from './ref.ts';
import { textKind, type TextField } from './text.ts';

/** A field of any kind; `kind` tells which. */
export type Field =
  | TextField
  | NumberField
  | BooleanField
  | DateField
  | InstantField
  | ChoiceField
  | RefField
  | LookupField
  | JsonField;

export type KindName = Field['kind'];

/** Every kind of field. A new kind is a file beside this one, and a line here. */
const kinds: { [K in KindName]: Kind<Extract<Field, { kind: K }>> } = {
  text: textKind,
  number: numberKind,
  boolean: booleanKind,
  date: dateKind,
  instant: instantKind,
  choice: choiceKind,
  ref: refKind,
  lookup: lookupKind,
  json: jsonKind,
};

/** The projections of a field's kind. */
export function kindOf(field: Field): Kind<Field> {
  // The map pairs each kind's name with the projections of that very kind.
  return kinds[field.kind] as Kind<Field>;
}

/** The references among the fields of a resource, in the order of the declaration. */
export function referencesOf({
  fields,
}: {
  fields: Record<string, Field>;
}): [name: string, field: RefField][] {
  return Object.entries(fields).flatMap(([name, field]): [string, RefField][] =>
    field.kind === 'ref' ? [[name, field]] : [],
  );
}
