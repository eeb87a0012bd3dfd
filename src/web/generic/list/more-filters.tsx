import { Button } from '@mantine/core';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import classes from './list.module.css';

interface MoreFiltersProps {
  /** How many of them are set. */
  set: number;
  /** The filters that stand nowhere else. */
  children: ReactNode;
}

/** What is opened from within, such as a calendar, stands elsewhere in the document. */
const isElsewhere = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-portal]');

/** The button behind which filters wait that have no room in the bar, and says how many of them are set. */
export function MoreFilters({ set, children }: MoreFiltersProps) {
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    const close = ({ target }: Event) => {
      if (!(target instanceof Node && place.current?.contains(target)) && !isElsewhere(target))
        setOpen(false);
    };
    document.addEventListener('pointerdown', close);
    return () => document.removeEventListener('pointerdown', close);
  }, [open]);
  const toggle = () => {
    setUsed(true);
    setOpen(!open);
  };
  const leave = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget) && !isElsewhere(relatedTarget))
      setOpen(false);
  };
  const onKeyDown = ({ key, target }: KeyboardEvent<HTMLElement>) => {
    const own = target instanceof HTMLElement && !isElsewhere(target) ? target : null;
    // Esc belongs to the list that is open and to the text that is typed before it closes anything else.
    const isTaken =
      own?.ariaExpanded === 'true' && own !== button.current
        ? true
        : own instanceof HTMLInputElement && own.type === 'search' && own.value !== '';
    if (key !== 'Escape' || !open || !own || isTaken) return;
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div ref={place} className={classes.more} onBlur={leave} onKeyDown={onKeyDown}>
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
          set > 0 && (
            <span aria-hidden className={classes.count}>
              {set}
            </span>
          )
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
