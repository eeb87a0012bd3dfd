import type { RefObject } from 'react';
import type { GridProps, GridRow } from './types.ts';
import { useCellFocus } from './use-cell-focus.ts';
import { usePointer } from './use-pointer.ts';

interface RowEventsOptions<R extends GridRow> extends Pick<
  GridProps<R>,
  'editing' | 'onOpenRow' | 'selection'
> {
  table: RefObject<HTMLTableElement | null>;
  records: readonly (R | undefined)[];
  rowKeys: readonly string[];
  columnIds: readonly string[];
  /** A row is being edited, so that no other may be. */
  locked: boolean;
  /** Brings a row into the document where only those in sight are mounted. */
  reveal: (index: number) => void;
  selectKey: (rowKey: string, through: boolean) => void;
  /** Names the column at which the row in editing begins. */
  setStartAt: (columnId: string) => void;
}

/** The pointer and the keyboard on the rows: they move between the cells, open, edit and choose rows. */
export function useRowEvents<R extends GridRow>(options: RowEventsOptions<R>) {
  const { table, records, rowKeys, columnIds, editing, onOpenRow, locked, reveal, setStartAt } = options;
  const withRow = (key: string, act: (row: R) => void) => {
    const row = records[rowKeys.indexOf(key)];
    if (row && !locked) act(row);
  };
  /** Enter and a double-click edit where that can be done, and else open the record. */
  const openRow = (row: R, columnId: string) => {
    setStartAt(columnId);
    if (editing?.onEdit) editing.onEdit(row);
    else onOpenRow?.(row);
  };
  const pointer = usePointer({
    onClick: onOpenRow && ((key) => withRow(key, onOpenRow)),
    onDoubleClick: editing?.onEdit && ((key, columnId) => withRow(key, (row) => openRow(row, columnId))),
  });
  const keyboard = useCellFocus({
    table,
    rowKeys,
    columnIds,
    reveal,
    editable: editing?.onEdit !== undefined,
    onOpen: (key, columnId) => withRow(key, (row) => openRow(row, columnId)),
    onSelect: options.selection && !locked ? options.selectKey : undefined,
  });
  return { ...keyboard, pointer };
}
