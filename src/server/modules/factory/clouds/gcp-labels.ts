import { createHash } from 'node:crypto';
import type { Values } from '#kernel/input.ts';

/** Labels by the field that each has its text from. */
const LABELS = {
  cost_center: 'cost_center_tag',
  owner: 'owner_tag',
  project_name: 'project_name_tag',
} as const;

/** The texts behind the labels of a request, by the key of each; empty where it has none. */
export const labelTexts = (values: Values): [key: string, text: string][] =>
  Object.entries(LABELS).map(([key, field]) => {
    const text = values[field];
    return [key, typeof text === 'string' ? text : ''];
  });

/** Google takes values of so many characters. */
const MOST = 63;
const KEPT = /^[a-z0-9-]$/;
/** Characters that are frequent in tags get a short code: an underscore and a digit. */
const SHORT: Readonly<Record<string, string>> = {
  '@': '_0',
  '.': '_1',
  '/': '_2',
  ' ': '_3',
  ':': '_4',
  '+': '_5',
  ',': '_6',
  '&': '_7',
  '(': '_8',
  ')': '_9',
  _: '__',
};
/** Prefix of the short form of a text that is too long; no encoded text begins so, since a number in hex is never empty. */
const KEY = '_--';
const KEY_DIGITS = 24;

/**
 * A text as a label of Google, which takes lower case letters, digits, hyphens and underscores alone. Letters, digits and
 * hyphens stay as they are; an underscore begins everything else: with a letter it is its capital, with a digit one of
 * the signs that tags have often, twice itself, and `_-3bb-` is the character of that number. Nothing is lost, so that
 * two texts never have the same label; only what would be too long becomes a key, which is made of the text.
 */
export function encodeLabel(text: string): string {
  const encoded = Array.from(text, encodeOne).join('');
  if (encoded.length <= MOST) return encoded;
  return `${KEY}${digestOf(text, KEY_DIGITS)}`;
}

function encodeOne(one: string): string {
  if (KEPT.test(one)) return one;
  if (/^[A-Z]$/.test(one)) return `_${one.toLowerCase()}`;
  return SHORT[one] ?? `_-${(one.codePointAt(0) ?? 0).toString(16)}-`;
}

const digestOf = (text: string, digits: number) =>
  createHash('sha256').update(text).digest('hex').slice(0, digits);

/** The narrower rule for keys and values alike; a value may be empty as well. */
const NARROW = /^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const NARROW_DIGITS = 12;

/**
 * A text as a label by the narrower rule, which the definition of Resource Manager v3 states for projects: no underscore, a
 * letter first, no hyphen last. One that is not so becomes its letters and digits with hyphens between them, and digits that
 * are made of the whole text, so that two texts have different labels all the same.
 */
export function encodeNarrowLabel(text: string): string {
  if (text === '' || NARROW.test(text)) return text;
  const words = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const begin = /^[a-z]/.test(words) ? words : `t-${words}`;
  const fitting = begin.slice(0, MOST - NARROW_DIGITS - 1).replace(/-$/, '');
  return `${fitting}-${digestOf(text, NARROW_DIGITS)}`;
}

/** The key of a label by the narrower rule. */
export const narrowKey = (key: string): string => key.replaceAll('_', '-');

const LETTER = /^[a-z]$/;
const LONG = new Map(Object.entries(SHORT).map(([sign, code]) => [code, sign]));
/** The last character of Unicode. */
const LAST_POINT = 0x10ffff;
const CODE = /_(?:-([0-9a-f]+)-|(.))/g;

/** The text that a label was made of; the label itself where it is a key of a text that was too long, or no such label. */
export function decodeLabel(label: string): string {
  if (label.startsWith(KEY)) return label;
  const text = label.replaceAll(
    CODE,
    (code: string, hex: string | undefined, one: string | undefined = '') => {
      const point = Number.parseInt(hex ?? '', 16);
      if (hex !== undefined) return point <= LAST_POINT ? String.fromCodePoint(point) : code;
      return LETTER.test(one) ? one.toUpperCase() : (LONG.get(code) ?? code);
    },
  );
  return encodeLabel(text) === label ? text : label;
}
