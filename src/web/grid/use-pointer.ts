import { useRef, type MouseEvent } from 'react';

interface PointerOptions {
  /** A click on a row; absent: nothing happens. */
  onClick?: (rowKey: string) => void;
  onDoubleClick?: (rowKey: string, columnId: string) => void;
}

/** Elements that handle a click themselves. */
const WIDGETS = 'a, button, input, select, textarea, label, [data-actions], [data-select]';

/** The cell of a viewed row that was clicked, where nothing in it answers the click itself. */
function cellOf(event: MouseEvent): { rowKey: string; columnId: string } | null {
  const target = event.target as HTMLElement;
  const cell = target.closest<HTMLElement>('[data-col]');
  const row = cell?.closest<HTMLElement>('[data-row]');
  // Dialogs are elsewhere in the document, though their events arrive here.
  if (!cell || !row || !event.currentTarget.contains(cell) || target.closest(WIDGETS)) return null;
  if (row.dataset.edited) return null;
  return { rowKey: row.dataset.row ?? '', columnId: cell.dataset.col ?? '' };
}

/** Pixels within which a hand that clicks may tremble; one that goes further selects text. */
const TREMBLE = 4;

/** Clicks and double-clicks on the rows of a table, reported by row; selecting text counts as neither. */
export function usePointer({ onClick, onDoubleClick }: PointerOptions) {
  const down = useRef({ x: 0, y: 0 });
  return {
    onMouseDown: ({ clientX, clientY }: MouseEvent) => {
      down.current = { x: clientX, y: clientY };
    },
    onClick: (event: MouseEvent) => {
      const plain =
        event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
      const { x, y } = down.current;
      const selects = Math.hypot(event.clientX - x, event.clientY - y) > TREMBLE;
      const cell = onClick && plain && !selects ? cellOf(event) : null;
      if (cell) onClick?.(cell.rowKey);
    },
    onDoubleClick: (event: MouseEvent) => {
      const cell = onDoubleClick ? cellOf(event) : null;
      if (!cell) return;
      // The word that a double-click selects was not meant.
      getSelection()?.removeAllRanges();
      onDoubleClick?.(cell.rowKey, cell.columnId);
    },
  };
}
