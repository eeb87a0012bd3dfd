import { DatePicker } from '@mantine/dates';

export interface CalendarProps {
  /** `YYYY-MM-DD`, or null for none. */
  day: string | null;
  onPick: (day: string) => void;
}

/** The month to pick a day from. It is loaded when a calendar is first opened. */
export default function Calendar({ day, onPick }: CalendarProps) {
  return (
    <DatePicker
      value={day}
      defaultDate={day ?? undefined}
      onChange={(next) => next && onPick(next)}
      ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
      highlightToday
    />
  );
}
