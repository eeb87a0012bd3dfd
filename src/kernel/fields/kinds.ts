import { booleanKind, type BooleanField } from './boolean.ts';
import { choiceKind, type ChoiceField } from './choice.ts';
import { dateKind, type DateField } from './date.ts';
import type { Kind } from './field.ts';
import { instantKind, type InstantField } from './instant.ts';
import { jsonKind, type JsonField } from './json.ts';
import { jsonTextKind, type JsonTextField } from './json-text.ts';
import { longTextKind, type LongTextField } from './long-text.ts';
import { lookupKind, type LookupField } from './lookup.ts';
import { mentionKind, type MentionField } from './mention.ts';
import { moneyKind, type MoneyField } from './money.ts';
import { numberKind, type NumberField } from './number.ts';
import { refKind, type RefField } from './ref.ts';
import { richTextKind, type RichTextField } from './rich-text.ts';
import { secretKind, type SecretField } from './secret.ts';
import { textKind, type TextField } from './text.ts';
import { textListKind, type TextListField } from './text-list.ts';

/** A field of any kind; `kind` says which. */
export type Field =
  | TextField
  | LongTextField
  | RichTextField
  | JsonTextField
  | TextListField
  | SecretField
  | NumberField
  | MoneyField
  | BooleanField
  | DateField
  | InstantField
  | ChoiceField
  | RefField
  | MentionField
  | LookupField
  | JsonField;

export type KindName = Field['kind'];

/** Every kind of field. A new kind is a file beside this one, and a line here. */
const kinds: { [K in KindName]: Kind<Extract<Field, { kind: K }>> } = {
  text: textKind,
  'long-text': longTextKind,
  'rich-text': richTextKind,
  'json-text': jsonTextKind,
  'text-list': textListKind,
  secret: secretKind,
  number: numberKind,
  money: moneyKind,
  boolean: booleanKind,
  date: dateKind,
  instant: instantKind,
  choice: choiceKind,
  ref: refKind,
  mention: mentionKind,
  lookup: lookupKind,
  json: jsonKind,
};

/** The projections of a field's kind. */
export function kindOf(field: Field): Kind<Field> {
  // The map pairs each kind's name with the projections of that very kind.
  return kinds[field.kind] as Kind<Field>;
}

/** The field where it is a reference to another record, else null. */
export const asReference = (field: Field | undefined): RefField | null =>
  field?.kind === 'ref' ? field : null;

/** The field where it is read through a reference, else null. */
export const asLookup = (field: Field | undefined): LookupField | null =>
  field?.kind === 'lookup' ? field : null;

/** The field where it is a name of a record that may be unknown, else null. */
export const asMention = (field: Field | undefined): MentionField | null =>
  field?.kind === 'mention' ? field : null;

/** The field where it is an amount, which has its currency in another field, else null. */
export const asMoney = (field: Field | undefined): MoneyField | null =>
  field?.kind === 'money' ? field : null;

/** The references among the fields of a resource, in the order of the declaration. */
export function referencesOf({
  fields,
}: {
  fields: Readonly<Record<string, Field>>;
}): [name: string, field: RefField][] {
  return Object.entries(fields).flatMap(([name, field]): [string, RefField][] => {
    const reference = asReference(field);
    return reference ? [[name, reference]] : [];
  });
}

/** The names of records that may be unknown among the fields of a resource, in the order of the declaration. */
export function mentionsOf({
  fields,
}: {
  fields: Readonly<Record<string, Field>>;
}): [name: string, field: MentionField][] {
  return Object.entries(fields).flatMap(([name, field]): [string, MentionField][] => {
    const mention = asMention(field);
    return mention ? [[name, mention]] : [];
  });
}
