import { Menu } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { MenuAt } from '#web/ui/menus/menu-at.tsx';
import type { OpenMenuProps } from '#web/ui/menus/use-menu-button.ts';

interface MoreItemsProps extends OpenMenuProps {
  label: string;
  onDeleted: () => void;
}

/** The menu of what is seldom wanted of a list. */
export function MoreItems({ onDeleted, ...open }: MoreItemsProps) {
  return (
    <MenuAt {...open} position="bottom-start">
      <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={onDeleted}>
        Recently deleted
      </Menu.Item>
    </MenuAt>
  );
}
