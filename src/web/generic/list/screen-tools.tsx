import { Button } from '@mantine/core';
import { useEffect, useId, useState, type ReactNode } from 'react';
import classes from './screen-tools.module.css';

interface ScreenToolsProps {
  /** What one comes for most; it always stands for itself. */
  main?: ReactNode;
  /** Buttons on a wide screen, a menu on a narrow one. They stay mounted, and so do the dialogs they opened. */
  children: ReactNode;
}

/** The buttons of a screen of many records. */
export function ScreenTools({ main, children }: ScreenToolsProps) {
  const [open, setOpen] = useState(false);
  const menu = useId();
  useEffect(() => {
    if (!open) return;
    const close = (event: Event) => {
      const toggles = event.target instanceof Element && event.target.closest('[aria-controls]');
      const leaves = event instanceof KeyboardEvent ? event.key === 'Escape' : !toggles;
      if (leaves) setOpen(false);
    };
    // One of its buttons was pressed, or something else.
    document.addEventListener('click', close);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('click', close);
      document.removeEventListener('keydown', close);
    };
  }, [open]);
  return (
    <div className={classes.tools}>
      <Button
        className={classes.toggle}
        variant="default"
        size="xs"
        aria-expanded={open}
        aria-controls={menu}
        onClick={() => setOpen(!open)}
      >
        More
      </Button>
      <div id={menu} className={classes.others} data-open={open || undefined}>
        {children}
      </div>
      <div className={classes.main}>{main}</div>
    </div>
  );
}
