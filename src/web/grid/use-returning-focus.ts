import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { isFocusFree } from '#web/ui/focus/focus-places.ts';
import { offerRows, type RowPlace } from '#web/ui/focus/focus-rows.ts';
import type { GridFocus } from './types.ts';
import { bringIntoSight } from './use-cell-focus.ts';

/** How long a row that was just saved, or scrolled to, is waited for, in milliseconds: longer than a busy machine needs. */
const PATIENCE_MS = 1000;

interface ReturningFocusOptions {
  table: RefObject<HTMLTableElement | null>;
  /** Under this name its rows are found; null for a table whose rows are none. */
  label: string | null;
  rowKeys: readonly string[];
  /** The aria-rowindex of the first of them. */
  firstAriaRow: number;
  editedKey: string | null;
  focus: GridFocus | null | undefined;
  /** Scrolls until a row is mounted and in sight. */
  reveal: (index: number) => void;
}

/**
 * Brings the focus back to a row: to Edit when the row leaves editing, to the button that `focus` names whenever
 * that changes, and to wherever a dialog or a row that is gone had it. A focus that is already elsewhere in the page
 * stays there.
 */
export function useReturningFocus(options: ReturningFocusOptions): void {
  const { table, label, editedKey, focus } = options;
  const before = useRef<string | null>(null);
  const current = useRef(options);
  useLayoutEffect(() => {
    current.current = options;
  });

  const giveFocus = useCallback(
    (key: string, action: string | null) => {
      const until = performance.now() + PATIENCE_MS;
      const attempt = () => {
        const row = table.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`);
        const target = row && targetIn(row, action);
        if (target) {
          if (!isFocusFree(table.current)) return;
          target.focus({ preventScroll: true });
          return bringIntoSight(target.closest('td') ?? target);
        }
        const at = current.current.rowKeys.indexOf(key);
        // Again and again: what had the focus before may scroll back to itself meanwhile.
        if (at >= 0 && !row) current.current.reveal(at);
        if (performance.now() < until) requestAnimationFrame(attempt);
      };
      attempt();
    },
    [table],
  );

  useEffect(() => {
    const left = before.current;
    before.current = editedKey;
    if (left !== null && editedKey === null) giveFocus(left, 'edit');
  }, [editedKey, giveFocus]);

  useEffect(() => {
    if (focus) giveFocus(focus.rowKey, focus.action);
  }, [focus, giveFocus]);

  useEffect(() => {
    if (label === null) return;
    return offerRows(label, (place: RowPlace, mayScroll: boolean) => {
      const { rowKeys, firstAriaRow } = current.current;
      const known = rowKeys.includes(place.key);
      if (known || place.ariaRow === null) {
        const mounted = table.current?.querySelector(`[data-row="${CSS.escape(place.key)}"]`);
        // A row that a person scrolled away from stays where it is.
        if (mounted || mayScroll) giveFocus(place.key, place.action);
        return true;
      }
      const next = rowKeys[Math.min(Math.max(place.ariaRow - firstAriaRow, 0), rowKeys.length - 1)];
      if (next === undefined) return false;
      giveFocus(next, place.action);
      return true;
    });
  }, [label, table, giveFocus]);
}

/** The button of that name, else the first of the row, else its first cell. */
function targetIn(row: HTMLElement, action: string | null): HTMLElement | null {
  const named = action && row.querySelector<HTMLElement>(`[data-action="${action}"]`);
  return named || row.querySelector<HTMLElement>('a[href], button') || row.querySelector<HTMLElement>('td');
}
