const DAY_MS = 86_400_000;

/** The calendar day so many days after `today` (before it, where negative), in UTC: `YYYY-MM-DD`. */
export const addDays = (today: Date, days: number): string =>
  new Date(today.getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** The first day of the month so many months before that of `today`, in UTC: `YYYY-MM-DD`. */
export const monthStart = (today: Date, monthsAgo: number): string =>
  new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - monthsAgo, 1)).toISOString().slice(0, 10);
