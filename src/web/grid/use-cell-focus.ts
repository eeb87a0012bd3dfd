import {
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';

interface Place {
  rowId: number;
  columnId: string;
}

interface CellFocusOptions {
  table: RefObject<HTMLTableElement | null>;
  rowIds: readonly number[];
  columnIds: readonly string[];
  /** Brings a row into the document where only those in sight are mounted. */
  reveal: (index: number) => void;
  /** Enter or F2 on a cell. */
  onOpen: (rowId: number, columnId: string) => void;
  /** Enter edits: a cell with a link has the focus itself, and → goes on to the link. */
  editable: boolean;
}

const PAGE_ROWS = 10;
/** Frames to wait until a row that was scrolled to is mounted. */
const PATIENCE = 10;

const WIDGETS = 'a[href], button';

/** Scrolls to a cell; what stays in sight at the sides needs no scrolling sideways. */
export function bringIntoSight(cell: Element): void {
  const sticks = getComputedStyle(cell).position === 'sticky';
  const target = sticks ? (cell.parentElement ?? cell) : cell;
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

interface Wanted extends Place {
  /** A link in the cell waits for → */
  pastLinks: boolean;
  /** Its last button rather than its first. */
  last: boolean;
}

/** Focuses the wanted cell, or the button in it, as soon as its row is mounted. */
function focusCell(
  table: RefObject<HTMLTableElement | null>,
  wanted: RefObject<Wanted | null>,
  patience: number,
): void {
  const target = wanted.current;
  if (!target) return;
  const cell = table.current?.querySelector<HTMLElement>(
    `[data-row="${target.rowId}"] [data-col="${target.columnId}"]`,
  );
  if (!cell && patience > 0) {
    requestAnimationFrame(() => focusCell(table, wanted, patience - 1));
    return;
  }
  wanted.current = null;
  if (!cell) return;
  const widgets = cell.querySelectorAll<HTMLElement>(target.pastLinks ? 'button' : WIDGETS);
  const widget = target.last ? widgets[widgets.length - 1] : widgets[0];
  (widget ?? cell).focus({ preventScroll: true });
  bringIntoSight(cell);
}

/**
 * The keyboard's place in a table: one cell takes part in the Tab order, arrows move it by cells and rows,
 * Home and End within the row, with Ctrl to the first and last row. Buttons of a cell are stepped through
 * with ← and → before the next cell.
 */
export function useCellFocus(options: CellFocusOptions) {
  const { table, rowIds, columnIds, reveal, onOpen, editable } = options;
  const [place, setPlace] = useState<Place | null>(null);
  const wanted = useRef<Wanted | null>(null);

  const first = rowIds[0];
  const known = place !== null && rowIds.includes(place.rowId) && columnIds.includes(place.columnId);
  const active: Place | null = known
    ? place
    : first === undefined || columnIds[0] === undefined
      ? null
      : { rowId: first, columnId: columnIds[0] };

  useLayoutEffect(() => {
    if (wanted.current) focusCell(table, wanted, PATIENCE);
  }, [place, table]);

  const moveTo = (row: number, column: number, last = false) => {
    const rowId = rowIds[Math.min(Math.max(row, 0), rowIds.length - 1)];
    const columnId = columnIds[Math.min(Math.max(column, 0), columnIds.length - 1)];
    if (rowId === undefined || columnId === undefined) return;
    wanted.current = { rowId, columnId, last, pastLinks: editable };
    reveal(rowIds.indexOf(rowId));
    setPlace({ rowId, columnId });
  };

  /** Answers whether the key moved the focus among the buttons of one cell. */
  const stepWithin = (cell: HTMLElement, step: number): boolean => {
    const widgets = [...cell.querySelectorAll<HTMLElement>(WIDGETS)];
    // Where a cell with a link has the focus itself, the way leads from it into the link, and back.
    const links = editable && widgets.some((widget) => widget.matches('a'));
    const stops = links ? [cell, ...widgets] : widgets;
    const at = stops.indexOf(document.activeElement as HTMLElement);
    const next = at < 0 ? undefined : stops[at + step];
    next?.focus();
    return next !== undefined;
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const target = event.target as HTMLElement;
    const cell = target.closest<HTMLElement>('[data-col]');
    const rowId = Number(cell?.closest<HTMLElement>('[data-row]')?.dataset.row ?? Number.NaN);
    const row = rowIds.indexOf(rowId);
    const column = columnIds.indexOf(cell?.dataset.col ?? '');
    if (!cell || row < 0 || column < 0 || event.altKey || event.metaKey) return;
    if (cell.closest('[data-edited]')) return;
    const far = event.ctrlKey;
    const moves: Record<string, () => void> = {
      ArrowUp: () => moveTo(row - 1, column),
      ArrowDown: () => moveTo(row + 1, column),
      ArrowLeft: () => stepWithin(cell, -1) || moveTo(row, column - 1, true),
      ArrowRight: () => stepWithin(cell, 1) || moveTo(row, column + 1),
      Home: () => moveTo(far ? 0 : row, 0),
      End: () => moveTo(far ? rowIds.length - 1 : row, columnIds.length - 1),
      PageUp: () => moveTo(row - PAGE_ROWS, column),
      PageDown: () => moveTo(row + PAGE_ROWS, column),
    };
    const opens = target === cell && (event.key === 'Enter' || event.key === 'F2');
    const act = opens ? () => onOpen(rowId, cell.dataset.col ?? '') : moves[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  const onFocus = (event: FocusEvent<HTMLTableElement>) => {
    const cell = event.target.closest<HTMLElement>('[data-col]');
    const row = cell?.closest<HTMLElement>('[data-row]');
    if (!cell?.dataset.col || !row || row.dataset.edited) return;
    const next = { rowId: Number(row.dataset.row), columnId: cell.dataset.col };
    if (next.rowId !== active?.rowId || next.columnId !== active.columnId) setPlace(next);
  };

  return { active, onKeyDown, onFocus };
}
