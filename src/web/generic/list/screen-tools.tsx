import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import classes from './screen-tools.module.css';
import { useFolded } from './use-folded.ts';

interface ScreenToolsProps {
  /** The most used action; it always has a button of its own. */
  main?: ReactNode;
  /** Buttons where they have room, a menu elsewhere. They stay mounted, and so do the dialogs they opened. */
  children: ReactNode;
}

/** The buttons of a screen of many records. */
export function ScreenTools({ main, children }: ScreenToolsProps) {
  const [open, setOpen] = useState(false);
  const menu = useId();
  const tools = useRef<HTMLDivElement>(null);
  useFolded(tools);
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
    <div ref={tools} className={classes.tools}>
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
