import { Menu } from '@mantine/core';
import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { MenuAt } from '#web/ui/menus/menu-at.tsx';
import type { Action, RowAbout } from '../additions/additions.ts';
import type { Actions } from '../additions/use-actions.tsx';
import type { May } from '../use-may.ts';
import type { OpenMenu } from './open-menu.ts';

interface RowMenuProps {
  resource: Resource;
  open: OpenMenu;
  /** The additions of the model. */
  actions: Actions<RowAbout>;
  may: May;
  onDelete: (row: RecordRow) => void;
  onClose: () => void;
}

/** The actions on one row of a list. The menu opens at the pressed button, which gets the focus back. */
export function RowMenu({ resource, open, actions, may, onDelete, onClose }: RowMenuProps) {
  const { row } = open;
  const to = (action: 'view' | 'edit') => `/auth/${action}/${resource.name}/${row.id}`;
  return (
    <MenuAt at={open.at} label="Actions" onClose={onClose}>
      <Menu.Item component={Link} to={to('view')} leftSection={<IconEye size={16} aria-hidden />}>
        View
      </Menu.Item>
      {may.update && (
        <Menu.Item component={Link} to={to('edit')} leftSection={<IconPencil size={16} aria-hidden />}>
          Edit
        </Menu.Item>
      )}
      <AddedItems actions={actions} row={row} />
      {may.delete && (
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onDelete(row)}
        >
          Delete
        </Menu.Item>
      )}
    </MenuAt>
  );
}

interface ActionsMenuProps {
  open: OpenMenu;
  actions: Actions<RowAbout>;
  onClose: () => void;
}

/** The additions of the model to a row of its editable table, where the other buttons are on their own. */
export function ActionsMenu({ open, actions, onClose }: ActionsMenuProps) {
  return (
    <MenuAt at={open.at} label="Actions" onClose={onClose}>
      <AddedItems actions={actions} row={open.row} />
    </MenuAt>
  );
}

function AddedItems({ actions, row }: { actions: Actions<RowAbout>; row: RecordRow }) {
  return actions.offered({ row }).map((action: Action<RowAbout>) => (
    <Menu.Item key={action.label} leftSection={action.icon} onClick={() => actions.begin(action, { row })}>
      {action.label}
    </Menu.Item>
  ));
}
