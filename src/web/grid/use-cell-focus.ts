import {
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { isFocusFree } from '#web/ui/focus/focus-places.ts';
import { SELECT } from './rows/view-row.tsx';

interface Place {
  rowKey: string;
  columnId: string;
  /** The index of the row: a row that has come since has another key. */
  index: number;
}

interface CellFocusOptions {
  table: RefObject<HTMLTableElement | null>;
  rowKeys: readonly string[];
  columnIds: readonly string[];
  /** Brings a row into the document where only those in sight are mounted. */
  reveal: (index: number) => void;
  /** Enter or F2 on a cell. */
  onOpen: (rowKey: string, columnId: string) => void;
  /** Space on a cell chooses its row; with Shift all from the one that was chosen last. */
  onSelect?: (rowKey: string, through: boolean) => void;
  /** Enter edits: a cell with a link has the focus itself, and → goes on to the link. */
  editable: boolean;
}

const PAGE_ROWS = 10;
/** Frames to wait until a row that was scrolled to is mounted. */
const PATIENCE = 10;

const WIDGETS =
  'a[href], button, input:not([type=hidden]):not([disabled]), select, textarea, [role=switch], [tabindex]:not(td)';

/** Where the arrows belong to what is typed or chosen. */
const TYPED = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select';

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
    `[data-row="${CSS.escape(target.rowKey)}"] [data-col="${CSS.escape(target.columnId)}"]`,
  );
  if (!cell && patience > 0) {
    requestAnimationFrame(() => focusCell(table, wanted, patience - 1));
    return;
  }
  wanted.current = null;
  if (!cell) return;
  const widgets = [...cell.querySelectorAll<HTMLElement>(WIDGETS)].filter(
    (widget) => !(target.pastLinks && widget.matches('a')) && !widget.matches(TYPED),
  );
  const widget = target.last ? widgets.at(-1) : widgets[0];
  (widget ?? cell).focus({ preventScroll: true });
  bringIntoSight(cell);
}

/** The key of a row that has not come yet. */
export const awaitedKey = (index: number): string => `…${index}`;
const isAwaited = (key: string): boolean => key.startsWith('…');

/** The cell that takes part in the Tab order: the person's place, else the first one. */
function activePlace(
  place: Place | null,
  rowKeys: readonly string[],
  columnIds: readonly string[],
): Place | null {
  const known = place !== null && columnIds.includes(place.columnId);
  if (known && rowKeys[place.index] === place.rowKey) return place;
  const index = known ? rowKeys.indexOf(place.rowKey) : -1;
  if (known && index >= 0) return { ...place, index };
  // The box that chooses a row is not what one comes for.
  const columnId = columnIds.find((id) => id !== SELECT);
  const [rowKey] = rowKeys;
  return rowKey === undefined || columnId === undefined ? null : { rowKey, columnId, index: 0 };
}

/** Moves the focus among the buttons of one cell; answers whether it did. */
function stepWithin(cell: HTMLElement, step: number, editable: boolean): boolean {
  const widgets = [...cell.querySelectorAll<HTMLElement>(WIDGETS)];
  // Where a cell with a link has the focus itself, the way leads from it into the link, and back.
  const links = widgets.some((widget) => (editable && widget.matches('a')) || widget.matches(TYPED));
  const stops = links ? [cell, ...widgets] : widgets;
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 ? undefined : stops[at + step];
  next?.focus();
  return next !== undefined;
}

/** Where the person is in the table, and the way to another cell; the focus follows once the row of that is mounted. */
function usePlace({ table, rowKeys, columnIds, reveal, editable }: CellFocusOptions) {
  const [place, setPlace] = useState<Place | null>(null);
  const wanted = useRef<Wanted | null>(null);

  useLayoutEffect(() => {
    if (wanted.current) focusCell(table, wanted, PATIENCE);
  }, [place, table]);

  // A row has come where the focus waited for it.
  const came = place && isAwaited(place.rowKey) ? rowKeys[place.index] : undefined;
  useLayoutEffect(() => {
    if (came === undefined || isAwaited(came)) return;
    setPlace((now) => {
      if (!now) return now;
      wanted.current = isFocusFree(table.current)
        ? { ...now, rowKey: came, last: false, pastLinks: editable }
        : null;
      return { ...now, rowKey: came };
    });
  }, [came, table, editable]);

  const moveTo = (row: number, column: number, last = false) => {
    const index = Math.min(Math.max(row, 0), rowKeys.length - 1);
    const rowKey = rowKeys[index];
    const columnId = columnIds[Math.min(Math.max(column, 0), columnIds.length - 1)];
    if (rowKey === undefined || columnId === undefined) return;
    wanted.current = { rowKey, columnId, index, last, pastLinks: editable };
    reveal(index);
    setPlace({ rowKey, columnId, index });
  };
  return { place, setPlace, moveTo };
}

/**
 * The keyboard's place in a table: one cell takes part in the Tab order, arrows move it by cells and rows,
 * Home and End within the row, with Ctrl to the first and last row. Buttons of a cell are stepped through
 * with ← and → before the next cell.
 */
export function useCellFocus(options: CellFocusOptions) {
  const { rowKeys, columnIds, onOpen, onSelect, editable } = options;
  const { place, setPlace, moveTo } = usePlace(options);
  const active = activePlace(place, rowKeys, columnIds);

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const target = event.target as HTMLElement;
    const cell = target.closest<HTMLElement>('[data-col]');
    const rowKey = cell?.closest<HTMLElement>('[data-row]')?.dataset.row ?? '';
    const row = rowKeys.indexOf(rowKey);
    const column = columnIds.indexOf(cell?.dataset.col ?? '');
    if (!cell || row < 0 || column < 0 || event.altKey || event.metaKey) return;
    if (cell.closest('[data-edited]')) return;
    if (target !== cell && target.matches(TYPED)) {
      if (event.key === 'Escape') cell.focus();
      return;
    }
    const far = event.ctrlKey;
    // The box that chooses the row is before its first cell.
    const lead = columnIds[0] === SELECT ? 1 : 0;
    const moves: Record<string, () => void> = {
      ArrowUp: () => moveTo(row - 1, column),
      ArrowDown: () => moveTo(row + 1, column),
      ArrowLeft: () => stepWithin(cell, -1, editable) || moveTo(row, column - 1, true),
      ArrowRight: () => stepWithin(cell, 1, editable) || moveTo(row, column + 1),
      Home: () => moveTo(far ? 0 : row, lead),
      End: () => moveTo(far ? rowKeys.length - 1 : row, columnIds.length - 1),
      PageUp: () => moveTo(row - PAGE_ROWS, column),
      PageDown: () => moveTo(row + PAGE_ROWS, column),
    };
    const opens = target === cell && (event.key === 'Enter' || event.key === 'F2');
    const selects = onSelect !== undefined && event.key === ' ' && (target === cell || event.shiftKey);
    const act = selects
      ? () => onSelect(rowKey, event.shiftKey)
      : opens
        ? () => onOpen(rowKey, cell.dataset.col ?? '')
        : moves[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  const onFocus = (event: FocusEvent<HTMLTableElement>) => {
    const cell = event.target.closest<HTMLElement>('[data-col]');
    const row = cell?.closest<HTMLElement>('[data-row]');
    if (!cell?.dataset.col || !row || row.dataset.edited) return;
    const rowKey = row.dataset.row ?? '';
    const columnId = cell.dataset.col;
    if (rowKey !== active?.rowKey || columnId !== active.columnId)
      setPlace({ rowKey, columnId, index: rowKeys.indexOf(rowKey) });
  };

  return { active, onKeyDown, onFocus };
}
