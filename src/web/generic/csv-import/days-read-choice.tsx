import { Group, SegmentedControl, Text } from '@mantine/core';
import type { DaysRead } from '#kernel/csv/csv-import.ts';
import { formatDay } from '#kernel/dates.ts';
import { readDay, type DateOrder } from '#kernel/reading/days.ts';

const ORDERS: { value: DateOrder; label: string }[] = [
  { value: 'day_first', label: 'Day first' },
  { value: 'month_first', label: 'Month first' },
];

interface DaysReadChoiceProps {
  days: readonly DaysRead[];
  onChoose: (order: DateOrder) => void;
}

/** In which order the days of a file are read that may be two days, to be read in the other one. */
export function DaysReadChoice({ days, onChoose }: DaysReadChoiceProps) {
  const [first] = days;
  if (!first) return null;
  const orders = new Set(days.map(({ order }) => order));
  const value = orders.size === 1 ? (first.order ?? '') : '';
  return (
    <Group gap="sm">
      <Text size="sm">{days.map(sentenceOf).join(' ')}</Text>
      <SegmentedControl
        size="xs"
        aria-label="Order of day and month"
        data={ORDERS}
        value={value}
        onChange={(order) => onChoose(order === 'day_first' ? 'day_first' : 'month_first')}
      />
    </Group>
  );
}

function sentenceOf({ column, cell, order }: DaysRead): string {
  const day = order && readDay(cell, order);
  return day
    ? `${column}: ${cell} is read as ${formatDay(day)}.`
    : `${column}: ${cell} may be two days. Choose which comes first.`;
}
