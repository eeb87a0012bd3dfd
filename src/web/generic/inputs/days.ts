import { parseIsoDay, parseWrittenDay } from '#kernel/dates.ts';

const NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Shows a day as date pickers do: 2026-03-09 → March 9, 2026. What is no day is shown as it is. */
export function spokenDay(day: string): string {
  const name = parseIsoDay(day) && NAMES[Number(day.slice(5, 7)) - 1];
  return name ? `${name} ${Number(day.slice(8, 10))}, ${day.slice(0, 4)}` : day;
}

/**
 * Reads a day as a person types it: what `parseWrittenDay` reads, and `March 9, 2026` or `Mar 9 2026`.
 * Answers `YYYY-MM-DD`, or null where it is no day.
 */
export function readTypedDay(text: string): string | null {
  const spoken = /^([A-Za-z]{3,9})\.? (\d{1,2}),? +(\d{4})$/.exec(text.trim());
  if (!spoken?.[1]) return parseWrittenDay(text);
  const start = spoken[1].toLowerCase();
  const known = NAMES.some((name) => name.toLowerCase().startsWith(start));
  return known ? parseWrittenDay(`${spoken[2]}-${start.slice(0, 3)}-${spoken[3]}`) : null;
}
