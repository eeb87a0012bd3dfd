import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import classes from './list.module.css';

interface MoreFiltersProps {
  /** How many of them are set. */
  set: number;
  /** The filters that are nowhere else. */
  children: ReactNode;
}

/** Popups that are opened from within, such as a calendar, are elsewhere in the document. */
const isElsewhere = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-portal]');

/** Esc closes the list that is open, and empties what is typed, before it closes anything around it. */
const isTaken = (target: EventTarget | null) =>
  target instanceof HTMLInputElement &&
  (target.ariaExpanded === 'true' || (target.type === 'search' && target.value !== ''));

/** The button behind which filters wait that have no room in the bar, and says how many of them are set. */
export function MoreFilters({ set, children }: MoreFiltersProps) {
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const within = place.current;
    if (!open || !within) return;
    const close = ({ target }: Event) => {
      if (!(target instanceof Node && within.contains(target)) && !isElsewhere(target)) setOpen(false);
    };
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && !within.contains(relatedTarget) && !isElsewhere(relatedTarget))
        setOpen(false);
    };
    const onKeyDown = ({ key, target }: KeyboardEvent) => {
      if (key !== 'Escape' || isTaken(target)) return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', close);
    within.addEventListener('focusout', leave);
    within.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('pointerdown', close);
      within.removeEventListener('focusout', leave);
      within.removeEventListener('keydown', onKeyDown);
    };
  }, [open]);
  const toggle = () => {
    setUsed(true);
    setOpen(!open);
  };
  return (
    <div ref={place} className={classes.more}>
      <Button
        ref={button}
        className={classes.toggle}
        variant="default"
        size="xs"
        aria-label="Filters"
        aria-expanded={open}
        aria-controls={id}
        aria-description={set > 0 ? `${set} set` : undefined}
        rightSection={
          // Further words are its description; as text they would belong to its name.
          set > 0 && <span aria-hidden className={classes.count} data-count={set} />
        }
        onClick={toggle}
      >
        Filters
      </Button>
      <div id={id} className={classes.others} data-open={open || undefined}>
        {used && children}
      </div>
    </div>
  );
}
