import { useEffect, useRef, type RefObject } from 'react';
import type { GridFocus } from './types.ts';
import { bringIntoSight } from './use-cell-focus.ts';

/** Frames to wait until a row that was just saved is there. */
const PATIENCE = 20;

/**
 * Brings the focus back to a row's button: to Edit when the row leaves editing, and to the button that
 * `focus` names whenever that changes. A focus that is already elsewhere in the page stays there.
 */
export function useReturningFocus(
  table: RefObject<HTMLTableElement | null>,
  editedId: number | null,
  focus: GridFocus | null | undefined,
): void {
  const before = useRef<number | null>(null);

  useEffect(() => {
    const left = before.current;
    before.current = editedId;
    if (left !== null && editedId === null) focusButton(table, { rowId: left, action: 'edit' });
  }, [table, editedId]);

  useEffect(() => {
    if (focus) focusButton(table, focus);
  }, [table, focus]);
}

function focusButton(
  table: RefObject<HTMLTableElement | null>,
  { rowId, action }: GridFocus,
  patience = PATIENCE,
): void {
  const focused = document.activeElement;
  const free = !focused || focused === document.body || table.current?.contains(focused) === true;
  const button = table.current?.querySelector<HTMLElement>(`[data-row="${rowId}"] [data-action="${action}"]`);
  if (button && (free || !focused.isConnected)) {
    button.focus({ preventScroll: true });
    bringIntoSight(button.closest('td') ?? button);
  } else if (!button && patience > 0)
    requestAnimationFrame(() => focusButton(table, { rowId, action }, patience - 1));
}
