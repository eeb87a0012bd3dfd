import { useCallback, useDeferredValue, useMemo, useRef, useEffect, type RefObject } from 'react';
import type { Question } from '#web/ui/dialogs/confirm-popover.tsx';
import { columnWidths } from './columns/column-widths.ts';
import { GridBody } from './grid-body.tsx';
import { GridFoot } from './grid-foot.tsx';
import { GridHead } from './grid-head.tsx';
import { LockedContext } from './rows/row-actions.tsx';
import { useRowCalls } from './rows/use-row-calls.ts';
import { useRowShape } from './rows/use-row-shape.ts';
import { ACTIONS, SELECT } from './rows/view-row.tsx';
import { nameTruncated, rowsBefore } from './shown.ts';
import type { GridColumn, GridProps, GridRow, GridScroll, GridSelection } from './types.ts';
import { awaitedKey } from './use-cell-focus.ts';
import { useColumnWidths } from './use-column-widths.ts';
import { useReturningFocus } from './use-returning-focus.ts';
import { useRowEvents } from './use-row-events.ts';
import { useSelection } from './use-selection.ts';
import classes from './grid.module.css';
import rowClasses from './rows/row.module.css';

const SELECT_WIDTH = 40;

interface GridTableProps<R extends GridRow> extends GridProps<R> {
  table: RefObject<HTMLTableElement | null>;
  narrow: boolean;
  /** Only the rows in sight are mounted. */
  virtual: boolean;
  /** Width of the column of the actions; 0 for none. */
  actionsWidth: number;
  /** Shows a question at a row. Keep the function the same. */
  ask: (question: Question) => void;
}

/** The table itself: its head, its rows, one of them in editing, and the sums below them. */
export function GridTable<R extends GridRow>(props: GridTableProps<R>) {
  const { table, columns, rows: records, rowKey, total, status, editing, selection, actionsWidth } = props;
  const { sizes, setWidths } = useColumnWidths(props);
  const rowKeys = useMemo(
    () => records.map((row, index) => (row ? rowKey(row) : awaitedKey(index))),
    [records, rowKey],
  );
  const shownRows = useMemo(() => records.filter((row) => row !== undefined), [records]);
  const editedKey = editing?.editedKey ?? null;
  const locked = editing !== undefined && (editing.locked || editedKey !== null);
  // The row that opens is painted first; the buttons of all others follow in the next frame.
  const lockedLater = useDeferredValue(locked);
  // Where values are below each other, nothing is above a column; the screen has the inputs elsewhere.
  const searchable = !props.narrow && props.onSearch !== undefined && columns.some((column) => column.search);
  const headRows = searchable ? 2 : 1;
  const firstAriaRow = headRows + rowsBefore(props.paging) + 1;
  const onRange = useRangeReport(props.scroll);
  const { reveal, takeReveal } = useReveal();
  const selects = selection !== undefined;
  const hasActions = actionsWidth > 0;
  const columnIds = useColumnIds(columns, selects, hasActions);
  const { select, selectKey } = useSelection({ selection, records, rowKey });
  const { calls, opened, startAt, setStartAt } = useRowCalls({ ...props, locked, select });
  const rows = { table, records, rowKeys, columnIds, locked, reveal };
  const { active, onKeyDown, onFocus, pointer } = useRowEvents({ ...props, ...rows, selectKey, setStartAt });
  const label = props.bare ? null : props.label;
  useReturningFocus({ ...rows, label, firstAriaRow, editedKey, focus: props.focus });
  const shape = useRowShape(props);
  const selectWidth = selects ? SELECT_WIDTH : 0;
  const widths = columnWidths(sizes, actionsWidth + selectWidth);
  return (
    <table
      ref={table}
      role="grid"
      aria-label={props.label}
      aria-rowcount={total + headRows}
      aria-busy={status === 'loading' || status === 'refreshing'}
      aria-multiselectable={selects || undefined}
      className={classes.table}
      data-selects={selects || undefined}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onMouseOver={nameTruncated}
      {...pointer}
    >
      <colgroup>
        {selects && <col style={{ width: selectWidth }} />}
        {columns.map((column, at) => (
          <col key={column.id} style={{ width: widths[at] }} />
        ))}
        {hasActions && <col style={{ width: actionsWidth }} />}
      </colgroup>
      <GridHead
        {...props}
        setWidths={setWidths}
        onSearch={searchable ? props.onSearch : undefined}
        selectAll={
          selection ? (
            <SelectAll selection={selection} rows={shownRows} rowKey={rowKey} locked={locked} />
          ) : null
        }
      />
      <LockedContext value={locked && lockedLater}>
        <GridBody
          {...props}
          {...{ records, rowKeys, columnIds, opened, shape, calls, active, startAt, firstAriaRow }}
          takeReveal={takeReveal}
          onRange={onRange}
          width={columnIds.length}
        />
      </LockedContext>
      {props.totals && records.length > 0 && (
        <GridFoot columns={columns} totals={props.totals} selects={selects} hasActions={hasActions} />
      )}
    </table>
  );
}

/** The ids of all cells of a row, in their order. */
function useColumnIds<R extends GridRow>(
  columns: readonly GridColumn<R>[],
  selects: boolean,
  hasActions: boolean,
): readonly string[] {
  return useMemo(() => {
    const ids = columns.map((column) => column.id);
    return [...(selects ? [SELECT] : []), ...ids, ...(hasActions ? [ACTIONS] : [])];
  }, [columns, hasActions, selects]);
}

/** Reports which rows are in sight, and where they are scrolled to; undefined where rows do not come as one scrolls. */
function useRangeReport(scroll: GridScroll | undefined) {
  const { onRange, onScrolled } = scroll ?? {};
  return useMemo(
    () =>
      onRange &&
      ((first: number, last: number, top: number) => {
        onRange(first, last);
        onScrolled?.(top);
      }),
    [onRange, onScrolled],
  );
}

/** Scrolls to a row. The rows alone render while one scrolls, so what scrolls them is theirs. */
function useReveal() {
  const revealer = useRef<((index: number) => void) | null>(null);
  const reveal = useCallback((index: number) => revealer.current?.(index), []);
  const takeReveal = useCallback((newest: ((index: number) => void) | null) => {
    revealer.current = newest;
  }, []);
  return { reveal, takeReveal };
}

interface SelectAllProps<R extends GridRow> {
  selection: GridSelection<R>;
  /** Those that are there: the rows of the page. */
  rows: readonly R[];
  rowKey: (row: R) => string;
  /** A row is being edited. */
  locked: boolean;
}

/** The box in the head: it chooses all rows of the page, or gives them up. */
function SelectAll<R extends GridRow>({ selection, rows, rowKey, locked }: SelectAllProps<R>) {
  const box = useRef<HTMLInputElement>(null);
  const chosen = rows.filter((row) => selection.keys.has(rowKey(row))).length;
  const all = chosen > 0 && chosen === rows.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = chosen > 0 && !all;
  }, [chosen, all]);
  return (
    <input
      ref={box}
      type="checkbox"
      className={rowClasses.box}
      aria-label="Select all rows of this page"
      disabled={locked || rows.length === 0}
      checked={all}
      onChange={() => selection.onSelect(rows, !all)}
    />
  );
}
