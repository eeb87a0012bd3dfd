import { Button, Group, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { driftFindings } from '#resources/drift-findings.ts';
import { driftRepairsOf } from '#resources/drift-repairs.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { Action, RowAbout } from '#web/generic/additions/additions.ts';
import { useActions } from '#web/generic/additions/use-actions.tsx';
import { NARROW } from '#web/ui/breakpoints.ts';
import { MenuAt } from '#web/ui/menus/menu-at.tsx';
import { useMenuButton } from '#web/ui/menus/use-menu-button.ts';
import { repairActions, subjectOf, wholeHandOver } from './repairs.tsx';

interface RepairButtonsProps {
  row: RecordRow;
  tabIndex: 0 | -1;
}

const all: readonly Action<RowAbout>[] = [...Object.values(repairActions), wholeHandOver];

/** The actions that make a line go, in their order. */
export function actionsOf(row: RecordRow): Action<RowAbout>[] {
  const takes = driftRepairsOf(row);
  const own = takes.map((take) => repairActions[take]);
  return takes.includes('give') ? [...own, wholeHandOver] : own;
}

/** The menu of these buttons is part of their file. */
const atOnce = () => Promise.resolve();

/**
 * The repairs of a line, each as a button that says what it does; shown to those who may. A card of a telephone has room
 * for the first one, and the others are in a menu beside it.
 */
export function RepairButtons({ row, tabIndex }: RepairButtonsProps) {
  const { offered, begin, busy, shown } = useActions(driftFindings, all);
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const menu = useMenuButton(atOnce);
  const may = offered({ row });
  const actions = actionsOf(row).filter((action) => may.includes(action));
  const inSight = narrow ? 1 : actions.length;
  const others = actions.slice(inSight);
  const button = { size: 'compact-xs', variant: 'default', tabIndex, disabled: busy !== null };
  return (
    <Group gap={4} wrap="nowrap">
      {actions.slice(0, inSight).map((action) => (
        <Button
          {...button}
          key={action.label}
          loading={busy === action}
          aria-label={`${action.label}: ${subjectOf(row)}`}
          onClick={() => begin(action, { row })}
        >
          {action.label}
        </Button>
      ))}
      {others.length > 0 && (
        <Button
          {...button}
          {...menu.button}
          loading={busy !== null && others.includes(busy)}
          aria-label={`More repairs: ${subjectOf(row)}`}
        >
          More
        </Button>
      )}
      {menu.open && (
        <MenuAt {...menu.open} label="More repairs">
          {others.map((action) => (
            <Menu.Item key={action.label} onClick={() => begin(action, { row })}>
              {action.label}
            </Menu.Item>
          ))}
        </MenuAt>
      )}
      {shown}
    </Group>
  );
}
