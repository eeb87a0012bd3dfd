import { useLocalStorage } from '@mantine/hooks';
import {
  columnFilteringFeature,
  columnResizingFeature,
  columnSizingFeature,
  createFilteredRowModel,
  createSortedRowModel,
  functionalUpdate,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type ColumnSizingState,
  type ReactTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { sortsOf } from './sorts.ts';
import type { ColumnSize } from './column-widths.ts';
import type { GridColumn, GridProps, GridRow } from './types.ts';

const features = tableFeatures({
  columnSizingFeature,
  columnResizingFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnFilteringFeature,
  filteredRowModel: createFilteredRowModel(),
});

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Ascending order of two values; no value counts as the largest, as in PostgreSQL. */
function compare(a: unknown, b: unknown): number {
  const missing = (value: unknown) => value === null || value === undefined || value === '';
  if (missing(a) || missing(b)) return Number(missing(a)) - Number(missing(b));
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(String(a), String(b));
}

/** Room for a header in pixels: its letters, the sort mark and the padding. */
const headerWidth = (header: string) => Math.ceil(header.length * 8.6) + 46;

/** How much of its width a column that shrinks keeps, where its header is not wider. */
const KEPT = 0.65;

function sizeOf<R extends GridRow>(column: GridColumn<R>, own: number | undefined): ColumnSize {
  if (own !== undefined) return { natural: own, least: own, grows: false };
  const header = headerWidth(column.header);
  const natural = Math.max(column.width, header);
  const least = column.shrinks ? Math.max(header, Math.round(column.width * KEPT)) : natural;
  return { natural, least, grows: column.grows === true };
}

const NO_ROWS: never[] = [];

const present = <R>(rows: readonly (R | undefined)[]): readonly R[] =>
  rows.includes(undefined) ? NO_ROWS : (rows as readonly R[]);

type TableRow<R> = { getValue: (id: string) => unknown; original: R };

function columnDef<R extends GridRow>(column: GridColumn<R>): ColumnDef<typeof features, R> {
  return {
    id: column.id,
    header: column.header,
    accessorFn: column.value,
    size: Math.max(column.width, headerWidth(column.header)),
    minSize: 60,
    maxSize: 800,
    sortFn: (a: TableRow<R>, b: TableRow<R>, id: string) => compare(a.getValue(id), b.getValue(id)),
    filterFn: (row: TableRow<R>, _id: string, wanted: unknown) => {
      const sought = String(wanted).trim().toLowerCase();
      return column.text(row.original).toLowerCase().includes(sought);
    },
  };
}

export type GridTable<R extends GridRow> = ReactTable<typeof features, R>;

/**
 * The table model and the sizes of its columns: widths, kept per person under `widthsKey`, and, where the grid processes the
 * rows itself, sorting and searching.
 */
export function useGridTable<R extends GridRow>(
  props: GridProps<R>,
): { table: GridTable<R>; sizes: ColumnSize[] } {
  const { columns, rows, rowKey, sort, search, processing = 'server' } = props;
  const [columnSizing, setColumnSizing] = useLocalStorage<ColumnSizingState>({
    key: `skyledger.widths.${props.widthsKey}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  const defs = useMemo(() => columns.map((column) => columnDef(column)), [columns]);
  const sorting = useMemo(() => sortsOf(sort).map(({ id, down }) => ({ id, desc: down })), [sort]);
  const columnFilters = useMemo(() => {
    const sought = search ?? {};
    return columns.flatMap((column) => {
      const value = column.search && sought[column.search.key];
      return value ? [{ id: column.id, value }] : [];
    });
  }, [columns, search]);

  const table = useTable({
    features,
    columns: defs,
    // Rows that come as one scrolls are none of its business.
    data: present(rows),
    getRowId: rowKey,
    manualSorting: processing === 'server',
    manualFiltering: processing === 'server',
    columnResizeMode: 'onChange',
    state: { columnSizing, sorting, columnFilters },
    onColumnSizingChange: (updater) => setColumnSizing((now) => functionalUpdate(updater, now)),
  });
  return { table, sizes: columns.map((column) => sizeOf(column, columnSizing[column.id])) };
}
