import { Button, Group } from '@mantine/core';
import { driftFindings } from '#resources/drift-findings.ts';
import { driftRepairsOf } from '#resources/drift-repairs.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { Action, RowAbout } from '#web/generic/additions/additions.ts';
import { useActions } from '#web/generic/additions/use-actions.tsx';
import { repairActions, subjectOf, wholeHandOver } from './repairs.tsx';

interface RepairButtonsProps {
  row: RecordRow;
  tabIndex: 0 | -1;
}

const all: readonly Action<RowAbout>[] = [...Object.values(repairActions), wholeHandOver];

/** The actions that make a line go, in their order. */
export const actionsOf = (row: RecordRow): Action<RowAbout>[] => {
  const repairs = driftRepairsOf(row);
  const own = repairs.map(({ take }) => repairActions[take]);
  return repairs.some(({ take }) => take === 'give') ? [...own, wholeHandOver] : own;
};

/** The repairs of a line, each as a button that says what it does; shown to those who may. */
export function RepairButtons({ row, tabIndex }: RepairButtonsProps) {
  const { offered, begin, busy, shown } = useActions(driftFindings, all);
  const may = offered({ row });
  return (
    <Group gap={4} wrap="nowrap">
      {actionsOf(row)
        .filter((action) => may.includes(action))
        .map((action) => (
          <Button
            key={action.label}
            size="compact-xs"
            variant="default"
            tabIndex={tabIndex}
            loading={busy === action}
            disabled={busy !== null}
            aria-label={`${action.label}: ${subjectOf(row)}`}
            onClick={() => begin(action, { row })}
          >
            {action.label}
          </Button>
        ))}
      {shown}
    </Group>
  );
}
