import { dayAfter, dayOfInstant, daysOf, formatDay, parseWrittenDay } from '#kernel/dates.ts';

/** The first and the last day of the month that it is now, or of one so many months ago, in the reader's calendar. */
export function thisMonth(monthsAgo = 0): [first: string, last: string] {
  const now = new Date();
  const first = dayOfInstant(new Date(now.getFullYear(), now.getMonth() - monthsAgo, 1), 'local');
  return [first, dayAfter(daysOf(first.slice(0, 7))?.[1] ?? first, -1)];
}

/** 2026-03 → Mar-2026; a year and what is neither stay as they are. */
function spoken(word: string): string {
  return /^\d{4}-\d{2}$/.test(word) ? formatDay(`${word}-01`).slice(3) : formatDay(word);
}

/** Shows the word of a filter by days as people write it: 2026-03-01..2026-03 → 01-Mar-2026 – Mar-2026. */
export function spokenSpan(word: string): string {
  const [, from, to] = /^(.*)\.\.(.*)$/.exec(word) ?? [];
  if (from === undefined || to === undefined) return spoken(word);
  if (from && to) return `${spoken(from)} – ${spoken(to)}`;
  return from ? `from ${spoken(from)}` : to ? `until ${spoken(to)}` : '';
}

/** A day, a month or a year as it is typed, as the word of a filter; null for what is none. */
function readEnd(text: string): string | null {
  const typed = text.trim();
  if (daysOf(typed)) return typed;
  const month = /^[A-Za-z]{3,9}[- ]\d{4}$/.test(typed)
    ? parseWrittenDay(`1-${typed.replace(' ', '-')}`)
    : null;
  return month?.slice(0, 7) ?? parseWrittenDay(typed);
}

/**
 * Reads days as they are typed: `29-Mar-2026`, `Mar 2026`, `2026`, `1-Mar-2026 – 29-Mar-2026`, `from 1-Mar-2026`,
 * `until Mar-2026`, `2026-01..2026-03`. Answers the word of the filter, empty for an empty text, null for what is none.
 */
export function readTypedSpan(text: string): string | null {
  const typed = text.trim();
  if (typed === '') return '';
  const single = readEnd(typed);
  if (single !== null) return single;
  const bound = /^(from|since|until)\s+(.+)$/i.exec(typed);
  if (bound?.[1] && bound[2]) {
    const end = readEnd(bound[2]);
    return end === null ? null : bound[1].toLowerCase() === 'until' ? `..${end}` : `${end}..`;
  }
  const ends = /^(.*?)\s*(?:\.\.|–|\s-\s|\sto\s)\s*(.*)$/.exec(typed);
  if (!ends) return null;
  const [from, to] = [ends[1] ?? '', ends[2] ?? ''].map((end) => (end.trim() === '' ? '' : readEnd(end)));
  if (from === null || to === null || from === undefined || to === undefined || (!from && !to)) return null;
  return `${from}..${to}`;
}
