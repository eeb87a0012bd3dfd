import { Group, SegmentedControl, Text } from '@mantine/core';
import type { EmptyCells } from '#kernel/csv/csv-import.ts';
import { grouped } from '#kernel/written.ts';

const CHOICES: { value: EmptyCells; label: string }[] = [
  { value: 'leave', label: 'Leave as they are' },
  { value: 'clear', label: 'Clear the values' },
];

interface EmptyCellsChoiceProps {
  /** How many empty cells are about a record that has a value there. */
  count: number;
  empty: EmptyCells;
  /** As in 'of the file'. */
  where: string;
  noun: readonly [string, string];
  disabled?: boolean;
  onChoose: (empty: EmptyCells) => void;
}

/** What empty cells say of records that have a value there; nothing where there are none. */
export function EmptyCellsChoice({ count, empty, where, noun, disabled, onChoose }: EmptyCellsChoiceProps) {
  if (count === 0) return null;
  const cells = `${grouped(count)} empty ${count === 1 ? 'cell' : 'cells'} of ${where}`;
  const meet =
    count === 1
      ? `is about a ${noun[0]} that has a value there.`
      : `are about ${noun[1]} that have a value there.`;
  return (
    <Group gap="sm">
      <Text size="sm">
        {cells} {meet}
      </Text>
      <SegmentedControl
        size="xs"
        aria-label="Empty cells"
        data={CHOICES}
        value={empty}
        disabled={disabled ?? false}
        onChange={(value) => onChoose(value === 'clear' ? 'clear' : 'leave')}
      />
    </Group>
  );
}
