import { dayAfter } from './dates.ts';

/** What a value means for the person who scans a list: fine, worth a look, or wrong. */
export type ToneName = 'good' | 'warning' | 'bad';

/** A tone, and the sentence that says why. */
export interface Toned {
  tone: ToneName;
  reason: string;
  /** What records with it are called among the work that waits; absent where nobody has to do anything. */
  waits?: string;
}

/** How the values of a property are toned. */
export type Tone =
  { about: 'flag'; whenSet: Toned | null; whenNot: Toned | null } | { about: 'expiry'; soonDays: number };

/** A yes or no of which one side, or both, mean something. */
export const flagTone = (whenSet: Toned | null, whenNot: Toned | null = null): Tone => ({
  about: 'flag',
  whenSet,
  whenNot,
});

/** A day after which the record is no longer valid; it is worth a look `soonDays` before, and both are work. */
export const expiryTone = (soonDays = 30): Tone => ({ about: 'expiry', soonDays });

const DAY_MS = 86_400_000;
const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`;

/**
 * The tone of a value; null where it means nothing in particular.
 * @param today the reader's day, `YYYY-MM-DD`
 */
export function toneOf(tone: Tone, value: unknown, today: string): Toned | null {
  if (tone.about === 'flag') return value === true ? tone.whenSet : value === false ? tone.whenNot : null;
  if (typeof value !== 'string') return null;
  const left = Math.round((Date.parse(value) - Date.parse(today)) / DAY_MS);
  if (Number.isNaN(left) || left > tone.soonDays) return null;
  if (left < 0) return { tone: 'bad', reason: `Expired ${days(-left)} ago.` };
  return { tone: 'warning', reason: left === 0 ? 'Expires today.' : `Expires in ${days(left)}.` };
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
  const said = EXPIRY_WORDS.find((one) => one === word.toLowerCase());
  if (!said) return null;
  return said === 'expired' ? [BEFORE_ALL, today] : [today, dayAfter(today, tone.soonDays + 1)];
}

/** Work that waits among the records of a model: those that a filter of its list leaves. */
export interface Wait {
  /** The key of the filter, without its `by_`. */
  filter: string;
  value: string;
  label: string;
  tone: ToneName;
}

/** What waits in a model, as its tones say. */
export function waitsOf({ tones = {} }: { tones?: Readonly<Record<string, Tone>> }): Wait[] {
  return Object.entries(tones).flatMap(([filter, tone]): Wait[] => {
    if (tone.about === 'expiry')
      return [
        { filter, value: 'expired', label: 'Expired', tone: 'bad' },
        { filter, value: 'expiring', label: `Expiring within ${days(tone.soonDays)}`, tone: 'warning' },
      ];
    return [tone.whenSet, tone.whenNot].flatMap((side, at) =>
      side?.waits ? [{ filter, value: String(at === 0), label: side.waits, tone: side.tone }] : [],
    );
  });
}
