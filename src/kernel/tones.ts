import { dayAfter } from './dates.ts';

/** The meaning of a value for the person who scans a list: fine, worth a look, or wrong. */
export type ToneName = 'good' | 'warning' | 'bad';

/** A tone, and the sentence that says why. */
export interface Toned {
  tone: ToneName;
  reason: string;
  /** The name of such records among the work that waits; absent where nobody has to do anything. */
  waits?: string;
}

/** How the values of a property are toned. */
export type Tone =
  | { about: 'flag'; whenSet: Toned | null; whenNot: Toned | null }
  | { about: 'expiry'; soonDays: number }
  | { about: 'expectation'; expected: string }
  | { about: 'difference'; from: Compared }
  | { about: 'words'; words: Readonly<Record<string, Toned>> };

/** The value of another record that one should be the same as. */
export interface Compared {
  /** The object that a reference embeds in the row, and which of its members it is. */
  record: string;
  field: string;
  /** How the record is called at the beginning of a sentence. */
  whose: string;
  /** The names of the record's values here, where they differ. */
  words?: Readonly<Record<string, string>>;
}

/** A yes or no of which one side, or both, mean something. */
export const flagTone = (whenSet: Toned | null, whenNot: Toned | null = null): Tone => ({
  about: 'flag',
  whenSet,
  whenNot,
});

/** A day after which the record is no longer valid; it is worth a look `soonDays` before, and both are work. */
export const expiryTone = (soonDays = 30): Tone => ({ about: 'expiry', soonDays });

/** An answer of which one is expected. */
export const expectedTone = (expected: string): Tone => ({ about: 'expectation', expected });

/** A text that should be that of another record, but for capitals and spaces around it. */
export const sameTone = (from: Compared): Tone => ({ about: 'difference', from });

/** The words of a choice that mean something, each by itself; those that `waits` names are work. */
export const wordsTone = (words: Readonly<Record<string, Toned>>): Tone => ({ about: 'words', words });

const DAY_MS = 86_400_000;
/** '1 day', '7 days'. */
export const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`;

/**
 * The tone of a value; null where it means nothing in particular.
 * @param today the reader's day, `YYYY-MM-DD`
 * @param row the record, where the value is judged beside others
 */
export function toneOf(
  tone: Tone,
  value: unknown,
  today: string,
  row: Readonly<Record<string, unknown>> = {},
): Toned | null {
  if (tone.about === 'expectation')
    return folded(value) === folded(tone.expected)
      ? null
      : { tone: 'bad', reason: `Expected is ${tone.expected}.` };
  if (tone.about === 'difference') return differing(tone.from, value, row);
  if (tone.about === 'words')
    return typeof value === 'string' && Object.hasOwn(tone.words, value) ? (tone.words[value] ?? null) : null;
  if (tone.about === 'flag') return value === true ? tone.whenSet : value === false ? tone.whenNot : null;
  if (typeof value !== 'string') return null;
  const left = Math.round((Date.parse(value) - Date.parse(today)) / DAY_MS);
  if (Number.isNaN(left) || left > tone.soonDays) return null;
  if (left < 0) return { tone: 'bad', reason: `Expired ${days(-left)} ago.` };
  return { tone: 'warning', reason: left === 0 ? 'Expires today.' : `Expires in ${days(left)}.` };
}

/** A text as the database compares it; empty where there is none. */
const folded = (value: unknown): string => (typeof value === 'string' ? value.trim().toLowerCase() : '');

/** The text of a record that should be the same; undefined where there is no record to compare with. */
export function comparedValue(
  { record, field, words = {} }: Compared,
  row: Readonly<Record<string, unknown>>,
): string | null | undefined {
  const found = row[record];
  if (typeof found !== 'object' || found === null) return undefined;
  const value: unknown = (found as Readonly<Record<string, unknown>>)[field];
  if (typeof value !== 'string' || value.trim() === '') return null;
  return Object.hasOwn(words, value) ? (words[value] ?? value) : value;
}

function differing(from: Compared, value: unknown, row: Readonly<Record<string, unknown>>): Toned | null {
  const compared = comparedValue(from, row);
  if (compared === undefined || folded(value) === folded(compared)) return null;
  return { tone: 'bad', reason: `${from.whose} has ${compared ?? 'none'}.` };
}

/** The words by which `by_<property>` finds what has expired, and what expires soon. */
const EXPIRY_WORDS = ['expired', 'expiring'] as const;
const BEFORE_ALL = '0001-01-01';

/**
 * The days that a word of an expiry's filter means, from the first up to the second, which is not in it; null for what
 * is no such word. They are those that `toneOf` tones.
 * @param today the reader's day, `YYYY-MM-DD`
 */
export function expirySpan(tone: Tone, word: string, today: string): [from: string, until: string] | null {
  if (tone.about !== 'expiry') return null;
  const known = EXPIRY_WORDS.find((one) => one === word.toLowerCase());
  if (!known) return null;
  return known === 'expired' ? [BEFORE_ALL, today] : [today, dayAfter(today, tone.soonDays + 1)];
}

/** The meaning of a value by two judgements: the first says how much, and both say why. */
export function bothTones(first: Toned | null, second: Toned | null): Toned | null {
  if (!first || !second) return first ?? second;
  return { ...first, reason: `${first.reason} ${second.reason}` };
}
