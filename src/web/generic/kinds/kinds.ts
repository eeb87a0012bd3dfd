import type { Field, KindName } from '#kernel/fields/kinds.ts';
import { booleanKind } from './boolean.tsx';
import { choiceKind } from './choice.tsx';
import { dateKind } from './date.tsx';
import { instantKind } from './instant.tsx';
import { jsonTextKind } from './json-text.tsx';
import { jsonKind } from './json.tsx';
import type { WebKind } from './kind.ts';
import { longTextKind } from './long-text.tsx';
import { lookupKind } from './lookup.tsx';
import { mentionKind } from './mention.tsx';
import { moneyKind } from './money.tsx';
import { numberKind } from './number.tsx';
import { refKind } from './ref.tsx';
import { richTextKind } from './rich-text.tsx';
import { secretKind } from './secret.tsx';
import { textListKind } from './text-list.tsx';
import { textKind } from './text.tsx';

/** Every kind of field on the screens. A new kind is a file beside this one, and a line here. */
const kinds: { [K in KindName]: WebKind<Extract<Field, { kind: K }>> } = {
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

/** The screens' part of a field. */
export function webKindOf(field: Field): WebKind {
  // The map pairs each kind's name with the screens' part of that very kind.
  return kinds[field.kind] as WebKind;
}
