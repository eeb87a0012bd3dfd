import { useEffect, type RefObject } from 'react';
import { NARROW } from '../breakpoints.ts';
import { isFocusWaiting } from './focus-places.ts';

/** Inputs for typing or choosing; a box to tick is not where a press of Enter should find the focus. */
export const FIELD =
  'input:not(:disabled, [type=hidden], [type=file], [type=checkbox], [type=radio]), textarea:not(:disabled)';

/**
 * A form of a screen begins at its first field: at the one that is marked, else at the first that is typed into. Not on a phone, whose
 * keyboard would hide the form, and not where the focus is anywhere but at the heading.
 */
export function useBeginAtField(form: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (window.matchMedia(`${NARROW}, (hover: none)`).matches) return;
    // The heading of the screen takes the focus with the same frame, and before.
    const frame = requestAnimationFrame(() => {
      if (!isFocusWaiting()) return;
      const begin = form.current?.querySelector('[data-autofocus]') ?? form.current?.querySelector(FIELD);
      if (begin instanceof HTMLElement) begin.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [form]);
}
