const DAY_MS = 86_400_000;

/** The calendar day so many days after `today` (before it, where negative), in UTC: `YYYY-MM-DD`. */
export const addDays = (today: Date, days: number): string =>
  new Date(today.getTime() + days * DAY_MS).toISOString().slice(0, 10);
