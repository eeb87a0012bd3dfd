import { Menu } from '@mantine/core';
import { IconDots, IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { Action, RowAbout } from '../additions/additions.ts';
import type { Actions } from '../additions/use-actions.tsx';
import type { May } from '../use-may.ts';
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
  /** What the model adds. */
  actions: Actions<RowAbout>;
  may: May;
  onDelete: (row: RecordRow) => void;
  onClose: () => void;
}

/** What can be done with one row of a list. It opens at the pressed button, which gets the focus back. */
export function RowMenu({ resource, open, actions, may, onDelete, onClose }: RowMenuProps) {
  const { row } = open;
  const to = (action: 'view' | 'edit') => `/auth/${action}/${resource.name}/${row.id}`;
  return (
    <MenuAt open={open} onClose={onClose}>
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

/** What the model adds to a row of its editable table, where the other buttons stand for themselves. */
export function ActionsMenu({ open, actions, onClose }: ActionsMenuProps) {
  return (
    <MenuAt open={open} onClose={onClose}>
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

interface MenuAtProps {
  open: OpenMenu;
  onClose: () => void;
  children: ReactNode;
}

function MenuAt({ open: { at }, onClose, children }: MenuAtProps) {
  const { left, top, width, height } = at.getBoundingClientRect();
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
      width="max-content"
      withinPortal
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <span className={classes.menuSpot} style={{ left, top, width, height }} />
      </Menu.Target>
      <Menu.Dropdown aria-label="Actions" miw={170}>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
