import { useLocalStorage } from '@mantine/hooks';
import {
  columnResizingFeature,
  columnSizingFeature,
  functionalUpdate,
  tableFeatures,
  useTable,
  type ColumnDef,
  type ColumnSizingState,
  type ReactTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { ColumnSize } from './columns/column-widths.ts';
import { headingWidth, useContentWidths } from './columns/content-widths.ts';
import { forgetKept } from './forget-kept.ts';
import type { GridColumn, GridProps, GridRow } from './types.ts';

const features = tableFeatures({ columnSizingFeature, columnResizingFeature });

/** How much of its width a column that shrinks keeps, where its header is not wider. */
const KEPT = 0.55;
/** How much of its width a column of long texts takes. */
const MOST = 1.5;
/** Pixels that an input of words needs at least. */
const INPUT = 100;

/**
 * How wide a column is: as wide as its values, within what its kind allows.
 * @param content pixels that its values need; undefined while none is known
 * @param edits its values may be inputs
 */
function sizeOf<R extends GridRow>(
  column: GridColumn<R>,
  own: number | undefined,
  content: number | undefined,
  edits: boolean,
): ColumnSize {
  if (own !== undefined) return { natural: own, least: own, grows: false };
  // An input of a day or a choice needs the room of its kind.
  const input = column.shrinks ? Math.min(column.width, INPUT) : column.width;
  const header = Math.max(headingWidth(column.header), edits ? input : 0);
  const most = Math.round(column.width * (column.shrinks ? MOST : 1));
  const natural = Math.max(header, Math.min(content ?? column.width, most));
  const least = column.shrinks
    ? Math.max(header, Math.min(natural, Math.round(column.width * KEPT)))
    : natural;
  return { natural, least, grows: column.grows === true };
}

const NO_WIDTHS: ColumnSizingState = {};

const placeOfWidths = (widthsKey: string) => `skyledger.widths.${widthsKey}`;

/** The widths that a person gave to columns of a table, in pixels by column; null where they gave none. */
export function readWidths(widthsKey: string): Readonly<Record<string, number>> | null {
  const kept = localStorage.getItem(placeOfWidths(widthsKey));
  return kept === null ? null : (JSON.parse(kept) as ColumnSizingState);
}

/** Gives up the widths that are kept under a name. */
export const forgetWidths = (widthsKey: string): void => forgetKept(placeOfWidths(widthsKey));

/** The rows are none of its business: they come sorted, searched and in the order that they are shown. */
const NO_ROWS: never[] = [];

function columnDef<R extends GridRow>(column: GridColumn<R>): ColumnDef<typeof features, R> {
  return {
    id: column.id,
    header: column.header,
    size: Math.max(column.width, headingWidth(column.header)),
    minSize: 60,
    maxSize: 800,
  };
}

export type TableInstance<R extends GridRow> = ReactTable<typeof features, R>;

/** The columns' sizes and the dragging of them: widths are kept per person under `widthsKey`. */
export function useGridTable<R extends GridRow>({
  columns,
  rows,
  widthsKey,
  startWidths = NO_WIDTHS,
  editing,
  bare = false,
}: Pick<GridProps<R>, 'columns' | 'rows' | 'widthsKey' | 'startWidths' | 'editing' | 'bare'>): {
  table: TableInstance<R>;
  sizes: ColumnSize[];
} {
  // Only the dragged width is kept: a width that somebody else saves for another column is seen beside it.
  const [dragged, setDragged] = useLocalStorage<ColumnSizingState>({
    key: placeOfWidths(widthsKey),
    defaultValue: NO_WIDTHS,
    getInitialValueInEffect: false,
  });
  const columnSizing = useMemo(() => ({ ...startWidths, ...dragged }), [startWidths, dragged]);
  const defs = useMemo(() => columns.map((column) => columnDef(column)), [columns]);
  const table = useTable<typeof features, R>({
    features,
    columns: defs,
    data: NO_ROWS,
    columnResizeMode: 'onChange',
    state: { columnSizing },
    onColumnSizingChange: (updater) =>
      setDragged((now) => {
        const next = Object.entries(functionalUpdate(updater, { ...startWidths, ...now }));
        return Object.fromEntries(next.filter(([id, width]) => width !== startWidths[id]));
      }),
  });
  const content = useContentWidths(columns, rows, !bare);
  const edits = editing !== undefined;
  const sizes = columns.map((column) => sizeOf(column, columnSizing[column.id], content[column.id], edits));
  return { table, sizes };
}
