/** Whose calendar counts where nobody says more. */
const UTC = 'UTC';
const LONGEST = 60;

/** Names of the time zone database; offsets are none, since they say nothing about other days. */
const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

/**
 * Whether a text is the name of a time zone. Programs name some zones otherwise, such as Asia/Calcutta and Asia/Kolkata, so every name
 * that is understood is one, not only those that are offered.
 */
export function isTimeZone(name: string): boolean {
  if (name.length > LONGEST || !NAME.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== '';
  } catch {
    return false;
  }
}

/** The time zones that are offered where somebody chooses one: all that this program knows, in the order of their names. */
export const timeZones = (): string[] => [...new Set([UTC, ...Intl.supportedValuesOf('timeZone')])];
