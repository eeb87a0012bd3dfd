import { Menu } from '@mantine/core';
import { MenuAt } from '#web/ui/menu-at.tsx';
import type { OpenMenuProps } from '#web/ui/use-menu-button.ts';

export interface ColumnItemsProps extends OpenMenuProps {
  entries: readonly { id: string; header: string; shown: boolean; fixed: boolean }[];
  onToggle: (id: string, show: boolean) => void;
  /** Shows the usual columns again. */
  onForget: () => void;
}

/** The columns that can be shown, each with its mark. */
export function ColumnItems({ entries, onToggle, onForget, ...open }: ColumnItemsProps) {
  return (
    <MenuAt {...open} label="Columns" width={260} closeOnItemClick={false} scrolls>
      {entries.map(({ id, header, shown, fixed }) => (
        <Menu.CheckboxItem key={id} checked={shown} disabled={fixed} onChange={(show) => onToggle(id, show)}>
          {header}
        </Menu.CheckboxItem>
      ))}
      <Menu.Divider />
      <Menu.Item closeMenuOnClick onClick={onForget}>
        Show the usual columns
      </Menu.Item>
    </MenuAt>
  );
}
