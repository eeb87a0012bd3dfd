import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ConfirmPopover, type Question } from '#web/ui/confirm-popover.tsx';
import { CellHint } from './cell-hint.tsx';
import { columnWidths } from './column-widths.ts';
import { GridBody } from './grid-body.tsx';
import { GridHead } from './grid-head.tsx';
import { NoRows } from './no-rows.tsx';
import { Pager } from './pager.tsx';
import { LockedContext, type RowCalls } from './row-actions.tsx';
import { describeRows, nameTruncated } from './shown.ts';
import type { GridProps, GridRow } from './types.ts';
import { useCellFocus } from './use-cell-focus.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useGridTable } from './use-grid-table.ts';
import { useMoreBeside } from './use-more-beside.ts';
import { useReturningFocus } from './use-returning-focus.ts';
import { usePointer } from './use-pointer.ts';
import { useRowWindow } from './use-row-window.ts';
import { ACTIONS, type RowShape } from './view-row.tsx';
import classes from './grid.module.css';

const NARROW = '(max-width: 48em)';

/**
 * The portal's one table: sorting, searching per column, widths, pages or virtual rows, one row in editing,
 * and the keyboard. It fetches nothing and keeps no data; what is shown and what happens comes by its props.
 */
export function Grid<R extends GridRow>(props: GridProps<R>) {
  const { columns, status, paging, editing, total, label, bare = false } = props;
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const { table, sizes } = useGridTable(props);
  const rows = table.getRowModel().rows;
  const records = useMemo(() => rows.map((row) => row.original), [rows]);
  const element = useRef<HTMLTableElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const [startAt, setStartAt] = useState<string | null>(null);

  const editedId = editing?.editedId ?? null;
  const locked = editing !== undefined && (editing.locked || editedId !== null);
  const withActions = editing !== undefined || props.actions !== undefined;
  const searchable = props.onSearch !== undefined && columns.some((column) => column.search);
  const headRows = searchable ? 2 : 1;
  const window = useRowWindow({ records, editedId, scroller, narrow });

  const columnIds = useMemo(() => {
    const ids = columns.map((column) => column.id);
    return withActions ? [...ids, ACTIONS] : ids;
  }, [columns, withActions]);

  // Rows keep the same functions; they read what is current when they are called.
  const current = useRef({ editing, locked });
  useLayoutEffect(() => {
    current.current = { editing, locked };
  });
  const calls = useMemo<RowCalls<R>>(
    () => ({
      edit: (row) => {
        setStartAt(null);
        current.current.editing?.onEdit?.(row);
      },
      copy: (row) => current.current.editing?.onCopy?.(row),
      askDelete: (row, at) => {
        const now = current.current.editing;
        if (!now) return;
        const onYes = () => now.onDelete?.(row);
        setQuestion({ text: 'Sure to delete?', about: now.nameOf(row), at, onYes });
      },
      askCancel: (at) => {
        const now = current.current.editing;
        const cancel = () => current.current.editing?.onCancel();
        if (now?.changed()) setQuestion({ text: 'Sure to cancel?', at, onYes: cancel });
        else cancel();
      },
      save: () => {
        if (!current.current.editing?.saving) current.current.editing?.onSave();
      },
    }),
    [],
  );

  const withRow = (rowId: number, act: (row: R) => void) => {
    const row = records.find((record) => record.id === rowId);
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
    onClick: onOpenRow && ((rowId) => withRow(rowId, onOpenRow)),
    onDoubleClick: editing?.onEdit && ((rowId, columnId) => withRow(rowId, (row) => openRow(row, columnId))),
  });

  const rowIds = useMemo(() => records.map((row) => row.id), [records]);
  const { active, onKeyDown, onFocus } = useCellFocus({
    table: element,
    rowIds,
    columnIds,
    reveal: window.reveal,
    editable: editing?.onEdit !== undefined,
    onOpen: (rowId, columnId) => {
      withRow(rowId, (row) => openRow(row, columnId));
    },
  });
  const firstShown = paging ? (paging.page - 1) * paging.perPage : 0;
  const firstAriaRow = headRows + firstShown + 1;
  useReturningFocus({
    table: element,
    label: bare ? null : label,
    rowIds,
    firstAriaRow,
    editedId,
    focus: props.focus,
    reveal: window.reveal,
  });
  useMoreBeside(scroller, element);
  useGridKeys({ bare, editable: editing?.onEdit !== undefined });

  const { nameOf, onEdit, onCopy, onDelete, more } = editing ?? {};
  const { actions } = props;
  const opens = onOpenRow !== undefined;
  const shape = useMemo<RowShape<R>>(
    () => ({
      columns,
      actions,
      editing: nameOf && { nameOf, onEdit, onCopy, onDelete, more },
      opens,
    }),
    [columns, actions, nameOf, onEdit, onCopy, onDelete, more, opens],
  );

  const count = props.processing === 'here' ? records.length : total;
  const shown = describeRows(status, firstShown, records.length, count);
  const actionsWidth = withActions ? (props.actionsWidth ?? 166) : 0;
  const widths = columnWidths(sizes, actionsWidth);
  const closeQuestion = useCallback(() => setQuestion(null), []);

  return (
    <div className={classes.grid} data-fills={!bare || undefined}>
      {!bare && (
        <div className={classes.bar}>
          {props.bar && <div className={classes.beside}>{props.bar}</div>}
          <Pager where="top" label={label} total={total} shown={shown} paging={paging} />
        </div>
      )}
      <div
        ref={scroller}
        className={classes.scroller}
        data-bare={bare || undefined}
        data-narrow={narrow || undefined}
        data-virtual={window.measure ? true : undefined}
        data-refreshing={status === 'refreshing' || undefined}
      >
        <table
          ref={element}
          role="grid"
          aria-label={label}
          aria-rowcount={count + headRows}
          aria-busy={status === 'loading' || status === 'refreshing'}
          className={classes.table}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
          onMouseOver={nameTruncated}
          {...pointer}
        >
          <colgroup>
            {columns.map((column, at) => (
              <col key={column.id} style={{ width: widths[at] }} />
            ))}
            {actionsWidth > 0 && <col style={{ width: actionsWidth }} />}
          </colgroup>
          <GridHead
            table={table}
            columns={columns}
            actionsWidth={actionsWidth}
            sort={props.sort}
            onSort={props.onSort}
            search={props.search}
            onSearch={props.onSearch}
          />
          <LockedContext value={locked}>
            <GridBody
              {...props}
              records={records}
              window={window}
              shape={shape}
              calls={calls}
              active={active}
              startAt={startAt}
              firstAriaRow={firstAriaRow}
              width={columnIds.length}
              narrow={narrow}
            />
          </LockedContext>
        </table>
        {(records.length === 0 || status === 'failed') && !bare && <NoRows {...props} />}
      </div>
      {!bare && paging && <Pager where="bottom" label={label} total={total} shown={shown} paging={paging} />}
      {!bare && (
        <p role="status" className={classes.unseen}>
          {shown}
        </p>
      )}
      <CellHint within={scroller} />
      {question && <ConfirmPopover question={question} onClose={closeQuestion} />}
    </div>
  );
}
