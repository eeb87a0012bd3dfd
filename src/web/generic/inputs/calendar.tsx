import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { useState } from 'react';
import { dayOfInstant } from '#kernel/dates.ts';

interface CalendarProps {
  /** `YYYY-MM-DD`, or null for none. */
  day: string | null;
  onPick: (day: string) => void;
}

/** The month to pick a day from; it follows what is typed. It is loaded when a calendar is first opened. */
export default function Calendar({ day, onPick }: CalendarProps) {
  const [month, setMonth] = useState(() => day ?? dayOfInstant(new Date(), 'local'));
  const [followed, setFollowed] = useState(day);
  if (day !== followed) {
    setFollowed(day);
    if (day !== null) setMonth(day);
  }
  return (
    <DatePicker
      value={day}
      date={month}
      onDateChange={setMonth}
      onChange={(next) => next && onPick(next)}
      ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
      weekendDays={[]}
      hideOutsideDates
      highlightToday
    />
  );
}
