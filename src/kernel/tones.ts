/** What a value means for the person who scans a list: fine, worth a look, or wrong. */
export type ToneName = 'good' | 'warning' | 'bad';

/** A tone, and the sentence that says why. */
export interface Toned {
  tone: ToneName;
  reason: string;
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

/** A day after which the record is no longer valid; it is worth a look `soonDays` before. */
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
