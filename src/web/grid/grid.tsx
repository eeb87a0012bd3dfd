import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useCallback, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { NARROW } from '#web/ui/breakpoints.ts';
import type { Question } from '#web/ui/dialogs/confirm-popover.tsx';
import { ConfirmPopover } from '#web/ui/dialogs/late-confirm-popover.ts';
import { CellHint } from './cell-hint.tsx';
import { columnWidths } from './columns/column-widths.ts';
import { GridBody } from './grid-body.tsx';
import { GridFoot } from './grid-foot.tsx';
import { GridHead, ROOM_FOR_WORD } from './grid-head.tsx';
import { NoRows } from './rows/no-rows.tsx';
import { Pager } from './pager.tsx';
import { LockedContext, type RowCalls } from './rows/row-actions.tsx';
import { SelectAll } from './select-all.tsx';
import { describeAll, describeRows, nameTruncated } from './shown.ts';
import type { GridProps, GridRow } from './types.ts';
import { awaitedKey, useCellFocus } from './use-cell-focus.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useGridTable } from './use-grid-table.ts';
import { useMoreBeside } from './use-more-beside.ts';
import { useReturningFocus } from './use-returning-focus.ts';
import { usePointer } from './use-pointer.ts';
import { useIsVirtual } from './use-is-virtual.ts';
import { useSelection } from './use-selection.ts';
import { ACTIONS, SELECT, type RowShape } from './rows/view-row.tsx';
import classes from './grid.module.css';

const SELECT_WIDTH = 40;
const NONE_OPEN: ReadonlySet<string> = new Set();

/**
 * The portal's one table: sorting, searching per column, widths, pages or virtual rows, one row in editing,
 * and the keyboard. It fetches nothing and keeps no data; what is shown and what happens comes by its props.
 */
export function Grid<R extends GridRow>(props: GridProps<R>) {
  const { columns, status, paging, editing, total, label, bare = false } = props;
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const { table, sizes } = useGridTable(props);
  const { rows: records, rowKey, scroll, selection } = props;
  const rowKeys = useMemo(
    () => records.map((row, index) => (row ? rowKey(row) : awaitedKey(index))),
    [records, rowKey],
  );
  const shownRows = useMemo(() => records.filter((row) => row !== undefined), [records]);
  const element = useRef<HTMLTableElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const [startAt, setStartAt] = useState<string | null>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(NONE_OPEN);

  const editedKey = editing?.editedKey ?? null;
  const locked = editing !== undefined && (editing.locked || editedKey !== null);
  // The row that opens is painted first; the buttons of all others follow in the next frame.
  const lockedLater = useDeferredValue(locked);
  const withActions = editing !== undefined || props.actions !== undefined;
  const searchable = props.onSearch !== undefined && columns.some((column) => column.search);
  const headRows = searchable ? 2 : 1;
  const { onRange, onScrolled } = scroll ?? {};
  const reportRange = useMemo(
    () =>
      onRange &&
      ((first: number, last: number, top: number) => {
        onRange(first, last);
        onScrolled?.(top);
      }),
    [onRange, onScrolled],
  );
  const virtual = useIsVirtual(records.length, scroll !== undefined);
  // The rows alone render while one scrolls, so what scrolls them is theirs.
  const revealer = useRef<((index: number) => void) | null>(null);
  const reveal = useCallback((index: number) => revealer.current?.(index), []);
  const takeReveal = useCallback((newest: ((index: number) => void) | null) => {
    revealer.current = newest;
  }, []);

  const selects = selection !== undefined;
  const columnIds = useMemo(() => {
    const ids = columns.map((column) => column.id);
    return [...(selects ? [SELECT] : []), ...ids, ...(withActions ? [ACTIONS] : [])];
  }, [columns, withActions, selects]);
  const { select, selectKey } = useSelection({ selection, records, rowKey });

  // Rows keep the same functions; they read what is current when they are called.
  const current = useRef({ editing, locked });
  useLayoutEffect(() => {
    current.current = { editing, locked };
  });
  const calls = useMemo<RowCalls<R>>(
    () => ({
      edit: (row) => {
        if (current.current.locked) return;
        setStartAt(null);
        // Where the focus is, React takes a button away, and the browser lays the table out once only to see that it is gone.
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        current.current.editing?.onEdit?.(row);
      },
      copy: (row) => {
        if (!current.current.locked) current.current.editing?.onCopy?.(row);
      },
      confirmDelete: (row, at) => {
        const { editing: now, locked: isLocked } = current.current;
        if (!now || isLocked) return;
        const onYes = () => now.onDelete?.(row);
        setQuestion({ text: 'Sure to delete?', about: now.nameOf(row), at, onYes });
      },
      confirmCancel: (at) => {
        const now = current.current.editing;
        const cancel = () => current.current.editing?.onCancel();
        if (now?.changed()) setQuestion({ text: 'Sure to cancel?', at, onYes: cancel });
        else cancel();
      },
      save: () => {
        if (!current.current.editing?.saving) current.current.editing?.onSave();
      },
      select,
      open: (row) => {
        const key = rowKey(row);
        setOpened((now) =>
          now.has(key) ? new Set([...now].filter((one) => one !== key)) : new Set([...now, key]),
        );
      },
    }),
    [select, rowKey],
  );

  const withRow = (key: string, act: (row: R) => void) => {
    const row = records[rowKeys.indexOf(key)];
    if (row && !locked) act(row);
  };
  /** Enter and a double-click edit where that can be done, and else open the record. */
  const openRow = (row: R, columnId: string) => {
    setStartAt(columnId);
    if (editing?.onEdit) editing.onEdit(row);
    else props.onOpenRow?.(row);
  };
  const { onOpenRow } = props;
  const pointer = usePointer({
    onClick: onOpenRow && ((key) => withRow(key, onOpenRow)),
    onDoubleClick: editing?.onEdit && ((key, columnId) => withRow(key, (row) => openRow(row, columnId))),
  });

  const { active, onKeyDown, onFocus } = useCellFocus({
    table: element,
    rowKeys,
    columnIds,
    reveal,
    editable: editing?.onEdit !== undefined,
    onOpen: (key, columnId) => {
      withRow(key, (row) => openRow(row, columnId));
    },
    onSelect: selects && !locked ? selectKey : undefined,
  });
  const firstShown = paging ? (paging.page - 1) * paging.perPage : 0;
  const firstAriaRow = headRows + firstShown + 1;
  useReturningFocus({
    table: element,
    label: bare ? null : label,
    rowKeys,
    firstAriaRow,
    editedKey,
    focus: props.focus,
    reveal,
  });
  useMoreBeside(scroller, element);
  useGridKeys({ bare, editable: editing?.onEdit !== undefined, selects });

  const { nameOf, onEdit, onCopy, onDelete, more } = editing ?? {};
  const { actions, rowChildren: children } = props;
  const nameToSelect = selection?.nameOf;
  const opens = onOpenRow !== undefined;
  const shape = useMemo<RowShape<R>>(
    () => ({
      columns,
      actions,
      editing: nameOf && { nameOf, onEdit, onCopy, onDelete, more },
      opens,
      selects: nameToSelect,
      children,
    }),
    [columns, actions, nameOf, onEdit, onCopy, onDelete, more, opens, nameToSelect, children],
  );

  const { isLeast = false } = props;
  const shown = scroll
    ? describeAll(status, total, isLeast)
    : describeRows(status, firstShown, records.length, total, isLeast);
  const actionsWidth = withActions ? (props.actionsWidth ?? 166) : 0;
  const selectWidth = selects ? SELECT_WIDTH : 0;
  const widths = columnWidths(sizes, actionsWidth + selectWidth);
  const closeQuestion = useCallback(() => setQuestion(null), []);

  return (
    <div className={classes.grid} data-fills={!bare || undefined}>
      {!bare && (
        <div className={classes.bar}>
          {props.bar && <div className={classes.beside}>{props.bar}</div>}
          {props.tools}
          <Pager where="top" label={label} total={total} isLeast={isLeast} shown={shown} paging={paging} />
        </div>
      )}
      <div
        ref={scroller}
        className={classes.scroller}
        data-scroller
        data-bare={bare || undefined}
        data-narrow={narrow || undefined}
        data-virtual={virtual || undefined}
        data-plain={actionsWidth === 0 || undefined}
        data-menus={(actionsWidth > 0 && actionsWidth < ROOM_FOR_WORD) || undefined}
        data-refreshing={status === 'refreshing' || undefined}
      >
        <table
          ref={element}
          role="grid"
          aria-label={label}
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
            {actionsWidth > 0 && <col style={{ width: actionsWidth }} />}
          </colgroup>
          <GridHead
            table={table}
            columns={columns}
            actionsWidth={actionsWidth}
            selectAll={
              selection ? (
                <SelectAll selection={selection} rows={shownRows} rowKey={rowKey} locked={locked} />
              ) : null
            }
            sort={props.sort}
            onSort={props.onSort}
            search={props.search}
            onSearch={props.onSearch}
          />
          <LockedContext value={locked && lockedLater}>
            <GridBody
              {...props}
              records={records}
              rowKeys={rowKeys}
              opened={opened}
              columnIds={columnIds}
              virtual={virtual}
              takeReveal={takeReveal}
              onRange={reportRange}
              shape={shape}
              calls={calls}
              active={active}
              startAt={startAt}
              firstAriaRow={firstAriaRow}
              width={columnIds.length}
              narrow={narrow}
            />
          </LockedContext>
          {props.totals && records.length > 0 && (
            <GridFoot columns={columns} totals={props.totals} selects={selects} hasActions={withActions} />
          )}
        </table>
        {(records.length === 0 || status === 'failed') && !bare && <NoRows {...props} />}
      </div>
      {props.below}
      {!bare && paging && (
        <Pager where="bottom" label={label} total={total} isLeast={isLeast} shown={shown} paging={paging} />
      )}
      {!bare && (
        <p role="status" className={classes.unseen}>
          {shown}
        </p>
      )}
      <CellHint within={scroller} />
      <Suspense>{question && <ConfirmPopover question={question} onClose={closeQuestion} />}</Suspense>
    </div>
  );
}
