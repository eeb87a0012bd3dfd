import { useEffect, useState, type RefObject } from 'react';
import classes from './cell-hint.module.css';

/** A pointer that only passes over shows nothing. */
const PAUSE_MS = 200;

interface Hint {
  text: string;
  left: number;
  top: number;
}

/**
 * Says why a cell is coloured as it is while the pointer or the focus is at it. One of these serves a whole
 * table; screen readers find the reason in the cell.
 */
export function CellHint({ within }: { within: RefObject<HTMLElement | null> }) {
  const [hint, setHint] = useState<Hint | null>(null);
  useEffect(() => {
    const box = within.current;
    if (!box) return;
    let pause: ReturnType<typeof setTimeout> | undefined;
    const hide = () => {
      clearTimeout(pause);
      setHint(null);
    };
    const show = (event: Event, wait: number) => {
      const target = event.target as HTMLElement;
      const cell = target.closest<HTMLElement>('[data-reason]');
      hide();
      if (!cell) return;
      pause = setTimeout(() => {
        const { left, bottom } = cell.getBoundingClientRect();
        setHint({ text: cell.dataset.reason ?? '', left, top: bottom });
      }, wait);
    };
    const over = (event: Event) => show(event, PAUSE_MS);
    const focus = (event: Event) => show(event, 0);
    const key = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    box.addEventListener('mouseover', over);
    box.addEventListener('mouseleave', hide);
    box.addEventListener('focusin', focus);
    box.addEventListener('focusout', hide);
    box.addEventListener('scroll', hide, { passive: true });
    document.addEventListener('keydown', key);
    return () => {
      hide();
      box.removeEventListener('mouseover', over);
      box.removeEventListener('mouseleave', hide);
      box.removeEventListener('focusin', focus);
      box.removeEventListener('focusout', hide);
      box.removeEventListener('scroll', hide);
      document.removeEventListener('keydown', key);
    };
  }, [within]);
  if (!hint) return null;
  return (
    <div aria-hidden data-hint className={classes.hint} style={{ left: hint.left, top: hint.top }}>
      {hint.text}
    </div>
  );
}
