import type { KeyboardEvent } from 'react';

const CHOOSING_KEYS = new Set(['Enter', 'Escape', 'ArrowUp', 'ArrowDown', 'Home', 'End']);

/**
 * While a list of choices is open, the keys that move in it and close it belong to it: Escape closes the
 * list and not the row or the dialog around it, Enter takes the choice and neither saves nor submits.
 */
export function keepKeysInside(event: KeyboardEvent<HTMLElement>): void {
  const open = event.currentTarget.getAttribute('aria-expanded') === 'true';
  if (!open || !CHOOSING_KEYS.has(event.key)) return;
  event.stopPropagation();
  if (event.key === 'Enter') event.preventDefault();
}
