import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { MenuAt } from '#web/ui/menus/menu-at.tsx';
import type { OpenMenuProps } from '#web/ui/menus/use-menu-button.ts';
import classes from './column-items.module.css';

export interface ColumnItemsProps extends OpenMenuProps {
  entries: readonly { id: string; header: string; shown: boolean; fixed: boolean }[];
  onToggle: (id: string, show: boolean) => void;
  /** Has a column change places with the one before or after it. */
  onMove: (id: string, by: -1 | 1) => void;
  /** Shows the usual columns again. */
  onForget: () => void;
}

const WAYS = [
  { by: -1, word: 'earlier', Icon: IconChevronUp },
  { by: 1, word: 'later', Icon: IconChevronDown },
] as const;

/** The columns that can be shown, each with its mark, in an order that can be changed: by buttons, or Alt and an arrow. */
export function ColumnItems({ entries, onToggle, onMove, onForget, ...open }: ColumnItemsProps) {
  const byKey = (id: string) => (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(id, event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <MenuAt {...open} label="Columns" width={300} closeOnItemClick={false} scrolls>
      {entries.map(({ id, header, shown, fixed }) => (
        <div key={id} className={classes.entry} role="none">
          <Menu.CheckboxItem
            checked={shown}
            disabled={fixed}
            aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
            onKeyDownCapture={byKey(id)}
            onChange={(show) => onToggle(id, show)}
          >
            {header}
          </Menu.CheckboxItem>
          {shown &&
            !fixed &&
            WAYS.map(({ by, word, Icon }) => (
              <UnstyledButton
                key={word}
                role="menuitem"
                tabIndex={-1}
                className={classes.move}
                aria-label={`Move ${header} ${word}`}
                onClick={() => onMove(id, by)}
              >
                <Icon size={16} aria-hidden />
              </UnstyledButton>
            ))}
        </div>
      ))}
      <Menu.Divider />
      <Menu.Item closeMenuOnClick onClick={onForget}>
        Show the usual columns
      </Menu.Item>
    </MenuAt>
  );
}
