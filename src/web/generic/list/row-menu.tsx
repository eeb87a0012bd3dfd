import { Menu } from '@mantine/core';
import { IconDots, IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import classes from './list.module.css';

/** The row whose menu is open, and the button that opened it. */
export interface OpenMenu {
  row: RecordRow;
  at: HTMLElement;
}

interface MenuButtonProps {
  name: string;
  tabIndex: 0 | -1;
  onOpen: (at: HTMLElement) => void;
}

/** A plain button: a list shows hundreds of them, and one menu serves them all. */
export function MenuButton({ name, tabIndex, onOpen }: MenuButtonProps) {
  return (
    <button
      type="button"
      className={classes.menuButton}
      data-action="menu"
      tabIndex={tabIndex}
      aria-haspopup="menu"
      aria-label={`Actions for ${name}`}
      onClick={(event) => onOpen(event.currentTarget)}
    >
      <IconDots size={18} aria-hidden />
    </button>
  );
}

interface RowMenuProps {
  resource: Resource;
  open: OpenMenu;
  mayEdit: boolean;
  onDelete: (row: RecordRow) => void;
  onClose: () => void;
}

/** What can be done with one row of a list. It opens at the pressed button, which gets the focus back. */
export function RowMenu({ resource, open, mayEdit, onDelete, onClose }: RowMenuProps) {
  const { row, at } = open;
  const { left, top, width, height } = at.getBoundingClientRect();
  const to = (action: 'view' | 'edit') => `/auth/${action}/${resource.name}/${row.id}`;
  const close = () => {
    onClose();
    at.focus({ preventScroll: true });
  };
  return (
    <Menu
      opened
      onChange={(opened) => !opened && close()}
      position="bottom-end"
      shadow="md"
      width={170}
      withinPortal
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <span className={classes.menuSpot} style={{ left, top, width, height }} />
      </Menu.Target>
      <Menu.Dropdown aria-label="Actions">
        <Menu.Item component={Link} to={to('view')} leftSection={<IconEye size={16} aria-hidden />}>
          View
        </Menu.Item>
        {mayEdit && resource.actions.includes('update') && (
          <Menu.Item component={Link} to={to('edit')} leftSection={<IconPencil size={16} aria-hidden />}>
            Edit
          </Menu.Item>
        )}
        {mayEdit && resource.actions.includes('delete') && (
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => onDelete(row)}
          >
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
