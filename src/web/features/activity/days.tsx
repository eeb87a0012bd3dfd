import type { ActivityEntry } from '#calls/activity.ts';
import { dayAfter, dayOfInstant, formatDay } from '#kernel/dates.ts';
import type { Registry } from '#kernel/registry.ts';
import { Entry } from './entry.tsx';
import classes from './activity.module.css';

/** The entries by the days of the reader's calendar. */
export function Days({ entries, registry }: { entries: readonly ActivityEntry[]; registry: Registry }) {
  const days = Map.groupBy(entries, ({ at }) => dayOfInstant(new Date(at), 'local'));
  return [...days].map(([day, own]) => (
    <section key={day} aria-labelledby={`day-${day}`} className={classes.day}>
      <h2 id={`day-${day}`}>{dayWords(day)}</h2>
      <ul className={classes.entries}>
        {own.map((entry) => (
          <Entry key={entry.id} entry={entry} resource={registry.get(entry.model)} />
        ))}
      </ul>
    </section>
  ));
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** A day as a heading: Today, Yesterday, Tuesday 17-Nov-2026. */
function dayWords(day: string): string {
  const today = dayOfInstant(new Date(), 'local');
  if (day === today) return 'Today';
  if (day === dayAfter(today, -1)) return 'Yesterday';
  const weekday = WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()];
  return `${weekday} ${formatDay(day)}`;
}
