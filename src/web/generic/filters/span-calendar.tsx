import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { useState } from 'react';
import { daysOf, parseIsoDay } from '#kernel/dates.ts';

interface SpanCalendarProps {
  /** The word of the filter, such as 2026-03-01..2026-03-29; empty for none. */
  span: string;
  onPick: (span: string) => void;
}

/** The first and the last day of a range; the same one twice is that day. It is loaded when it is first opened. */
export default function SpanCalendar({ span, onPick }: SpanCalendarProps) {
  const [first = '', last = first] = span.split('..');
  const [picked, setPicked] = useState<[string | null, string | null]>([
    parseIsoDay(first),
    parseIsoDay(last),
  ]);
  return (
    <DatePicker
      type="range"
      allowSingleDateInRange
      value={picked}
      defaultDate={daysOf(first)?.[0]}
      onChange={([from, to]) => {
        setPicked([from, to]);
        if (from && to) onPick(from === to ? from : `${from}..${to}`);
      }}
      ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
      weekendDays={[]}
      hideOutsideDates
      highlightToday
    />
  );
}
