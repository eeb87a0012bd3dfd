import { memo, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { nextSort, sortsOf } from './sorts.ts';
import type { GridColumn, GridProps, GridRow, ColumnSearch } from './types.ts';
import { allowedWidth, type SetWidths } from './use-column-widths.ts';
import classes from './head.module.css';

const WIDTH_STEP = 16;
/** Pixels that the word Actions needs; a column with less has a menu alone. */
export const ROOM_FOR_WORD = 80;

interface GridHeadProps<R extends GridRow> extends Pick<
  GridProps<R>,
  'columns' | 'sort' | 'onSort' | 'search' | 'onSearch'
> {
  setWidths: SetWidths;
  /** Width of the column of the actions; 0 for none. */
  actionsWidth: number;
  /** The box that chooses all rows in sight; null where rows cannot be chosen. */
  selectAll: ReactNode | null;
}

/** The header row with the sort buttons and width handles, and the row of searches below it. */
export function GridHead<R extends GridRow>(props: GridHeadProps<R>) {
  const { columns, actionsWidth, selectAll, onSearch, search = {} } = props;
  return (
    <thead className={classes.head}>
      <tr aria-rowindex={1}>
        {selectAll && (
          <th scope="col" data-select>
            {selectAll}
          </th>
        )}
        {columns.map((column, at) => (
          <HeaderCell key={column.id} column={column} leads={at === 0} {...props} />
        ))}
        {actionsWidth > 0 && (
          <th scope="col" data-actions>
            <span className={actionsWidth < ROOM_FOR_WORD ? classes.unseen : undefined}>Actions</span>
          </th>
        )}
      </tr>
      {onSearch && (
        <tr aria-rowindex={2} className={classes.searchRow}>
          {selectAll && <td data-select data-empty />}
          {columns.map((column, at) => (
            <td key={column.id} data-lead={at === 0 || undefined} data-empty={!column.search || undefined}>
              {column.search && (
                <SearchCell
                  header={column.header}
                  search={column.search}
                  value={search[column.search.key] ?? ''}
                  onSearch={onSearch}
                />
              )}
            </td>
          ))}
          {actionsWidth > 0 && <td data-actions />}
        </tr>
      )}
    </thead>
  );
}

interface HeaderCellProps<R extends GridRow> extends Pick<GridProps<R>, 'sort' | 'onSort'> {
  setWidths: SetWidths;
  column: GridColumn<R>;
  leads: boolean;
}

function HeaderCell<R extends GridRow>({ setWidths, column, leads, sort, onSort }: HeaderCellProps<R>) {
  const { id, header, align } = column;
  const sorts = sortsOf(sort);
  const place = sorts.findIndex((one) => one.id === id);
  const sorted = place < 0 ? undefined : sorts[place]?.down ? 'descending' : 'ascending';

  const press = (adds: boolean) => onSort?.(nextSort(sort, id, adds));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.shiftKey && event.key === 'Enter') {
      event.preventDefault();
      press(true);
    }
    if (!event.shiftKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    event.preventDefault();
    const step = event.key === 'ArrowLeft' ? -WIDTH_STEP : WIDTH_STEP;
    const width = event.currentTarget.closest('th')?.offsetWidth ?? column.width;
    setWidths({ [id]: allowedWidth(width + step) });
  };
  return (
    <th
      scope="col"
      aria-sort={place === 0 ? sorted : undefined}
      data-sorted={sorted}
      data-lead={leads || undefined}
      data-align={align}
      data-header={id}
    >
      {onSort && column.sortable !== false ? (
        <button
          type="button"
          className={classes.sort}
          aria-keyshortcuts="Shift+Enter Shift+ArrowLeft Shift+ArrowRight"
          title={`Sort by ${header}; with Shift beside the others. Shift with ← or → changes the width.`}
          onClick={(event) => press(event.shiftKey)}
          onKeyDown={onKeyDown}
        >
          <span>{header}</span>
          <span className={classes.order}>
            <i className={classes.mark} data-mark={sorted ?? 'not'} aria-hidden />
            {sorted && sorts.length > 1 && (
              <span className={classes.place}>
                <span className={classes.unseen}>sorted {sorted}, in place </span>
                {place + 1}
              </span>
            )}
          </span>
        </button>
      ) : (
        <span className={classes.plainHeader}>{header}</span>
      )}
      <WidthHandle setWidths={setWidths} id={id} />
    </th>
  );
}

/** The widths that columns are shown with, which the room there is may have changed. */
const shownWidths = (cells: readonly Element[]) =>
  Object.fromEntries(
    cells.flatMap((cell): [string, number][] =>
      cell instanceof HTMLElement && cell.dataset.header ? [[cell.dataset.header, cell.offsetWidth]] : [],
    ),
  );

/** For the pointer only; the keyboard changes widths at the sort button. */
function WidthHandle({ setWidths, id }: { setWidths: SetWidths; id: string }) {
  const [dragged, setDragged] = useState(false);
  /** How wide the column is while the pointer is at zero. */
  const width = useRef(0);
  const start = (event: PointerEvent<HTMLElement>) => {
    const cell = event.currentTarget.closest('th');
    if (!cell || event.button !== 0) return;
    const cells = [...(cell.parentElement?.children ?? [])];
    // Those before it hold still, and the edge stays under the pointer; those after it give or take.
    setWidths(shownWidths(cells.slice(0, cells.indexOf(cell) + 1)));
    width.current = cell.offsetWidth - event.clientX;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragged(true);
  };
  const end = () => setDragged(false);
  return (
    <span
      aria-hidden
      className={classes.handle}
      data-dragged={dragged || undefined}
      onPointerDown={start}
      onPointerMove={(event) => dragged && setWidths({ [id]: allowedWidth(width.current + event.clientX) })}
      onLostPointerCapture={end}
      onDoubleClick={() => setWidths({ [id]: null })}
    />
  );
}

interface SearchCellProps {
  header: string;
  search: ColumnSearch;
  value: string;
  onSearch: (key: string, value: string) => void;
}

/** The input above a column. */
function SearchCellPlain({ header, search: { key, Input }, value, onSearch }: SearchCellProps) {
  return <Input label={`Search ${header}`} value={value} onChange={(text) => onSearch(key, text)} />;
}

/** It renders only when its own search changes, not with every change of the table. */
const SearchCell = memo(SearchCellPlain);
