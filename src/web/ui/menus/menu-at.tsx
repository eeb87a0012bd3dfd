import { Menu, type MenuProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { keepFocus } from '../focus/keep-focus.ts';
import classes from './menu-at.module.css';

interface MenuAtProps extends Pick<MenuProps, 'position' | 'width' | 'closeOnItemClick'> {
  /** The button that was pressed: the menu opens at it, and it gets the focus back. */
  at: HTMLElement;
  /** Its name for screen readers. */
  label: string;
  onClose: () => void;
  /** It becomes no higher than the window allows, and scrolls. */
  scrolls?: boolean;
  children: ReactNode;
}

/** A menu that is open at a button; it is mounted only while it is open, and its code comes when it is first used. */
export function MenuAt({ at, label, onClose, scrolls, children, ...menu }: MenuAtProps) {
  const { left, top, width, height } = at.getBoundingClientRect();
  const close = () => {
    onClose();
    at.focus({ preventScroll: true });
  };
  return (
    <Menu
      position="bottom-end"
      width="max-content"
      {...menu}
      opened
      onChange={(opened) => !opened && close()}
      shadow="md"
      withinPortal
      returnFocus={false}
      withInitialFocusPlaceholder={false}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        {/* The button itself says what it opens. */}
        <span aria-hidden className={classes.spot} style={{ left, top, width, height }} />
      </Menu.Target>
      <Menu.Dropdown
        aria-label={label}
        onFocusCapture={keepFocus}
        miw={170}
        mah={scrolls ? 'min(60vh, 480px)' : undefined}
        style={scrolls ? { overflowY: 'auto' } : undefined}
      >
        {/* Has the focus at first, and a key moves it to an item. */}
        <div role="group" tabIndex={-1} data-autofocus className={classes.items}>
          {children}
        </div>
      </Menu.Dropdown>
    </Menu>
  );
}
