import { startTransition, useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { EditActions, type RowCalls } from './row-actions.tsx';
import type { GridColumn, GridEditing, GridRow } from '../types.ts';
import { bringIntoSight } from '../use-cell-focus.ts';
import { CellText } from './view-row.tsx';
import classes from './row.module.css';

interface EditRowProps<R extends GridRow> {
  row: R;
  rowKey: string;
  /** Rows have a box that chooses them, which this one has not. */
  selects: boolean;
  columns: readonly GridColumn<R>[];
  editing: GridEditing<R>;
  calls: RowCalls<R>;
  ariaRow: number;
  /** The column whose input gets the focus; the first one by default. */
  startAt: string | null;
  narrow: boolean;
  index: number;
  measure?: (element: HTMLTableRowElement | null) => void;
}

/** Inputs that come with the row's first frame; the others, which take longer, follow in the next ones. */
const FIRST_INPUTS = 2;

const INPUTS = 'input:not([type=hidden]):not([disabled]), textarea, select';

/**
 * The row in editing. Enter in an input saves, Esc asks whether to cancel; both leave an open list of
 * choices or calendar alone. On a narrow screen the inputs are below each other.
 */
export function EditRow<R extends GridRow>(props: EditRowProps<R>) {
  const { row, rowKey, selects, columns, editing, calls, ariaRow, startAt, narrow, index, measure } = props;
  const element = useRef<HTMLTableRowElement | null>(null);
  const whole = useStart(element, startAt);

  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    const target = event.target as HTMLElement;
    // Calendars and lists are elsewhere in the document, though their events arrive here.
    if (event.defaultPrevented || event.nativeEvent.isComposing || !element.current?.contains(target)) return;
    if (target.getAttribute('aria-expanded') === 'true') return;
    if (event.key === 'Enter' && target.matches('input')) {
      event.preventDefault();
      calls.save();
    } else if (event.key === 'Escape' && !editing.saving) {
      event.preventDefault();
      calls.confirmCancel(target);
    }
  };

  const cells = columns.map((column, at) => {
    const due = whole || at < FIRST_INPUTS || column.id === startAt;
    return { column, input: due ? editing.editor(column.id, row) : null };
  });
  const actions = <EditActions name={editing.nameOf(row)} saving={editing.saving} calls={calls} />;
  const common = {
    ref: (node: HTMLTableRowElement | null) => {
      element.current = node;
      measure?.(node);
    },
    'data-index': index,
    'aria-rowindex': ariaRow,
    'data-row': rowKey,
    'data-edited': true,
    onKeyDown,
  };
  if (narrow)
    return (
      <tr {...common} className={classes.editRow}>
        <td colSpan={columns.length + Number(selects)} className={classes.stackCell}>
          <div className={classes.stack}>
            {cells.map(
              ({ column, input }) =>
                input && (
                  <div key={column.id} data-col={column.id}>
                    <span className={classes.stackLabel} aria-hidden>
                      {column.header}
                    </span>
                    {input}
                  </div>
                ),
            )}
            {actions}
          </div>
        </td>
      </tr>
    );
  return (
    <tr {...common} className={classes.editRow}>
      {selects && <td data-select />}
      {cells.map(({ column, input }, at) => (
        <td
          key={column.id}
          data-col={column.id}
          data-lead={at === 0 || undefined}
          data-align={column.align}
          data-reason={input ? undefined : column.tone?.(row)?.reason}
        >
          {input ?? <CellText column={column} row={row} />}
        </td>
      ))}
      <td data-actions>{actions}</td>
    </tr>
  );
}

/**
 * Focuses the input of a column, or else the first one, when the row opens.
 * @returns whether the inputs that follow the first ones are due
 */
function useStart(element: RefObject<HTMLTableRowElement | null>, startAt: string | null): boolean {
  const start = useRef(startAt);
  const [whole, setWhole] = useState(false);
  useEffect(() => {
    const within = start.current && element.current?.querySelector(`[data-col="${start.current}"]`);
    const input = [within, element.current]
      .map((place) => (place ? place.querySelector<HTMLInputElement>(INPUTS) : null))
      .find((found) => found !== null);
    // Scrolling to it at once would have the table laid out twice before the row is seen.
    input?.focus({ preventScroll: true });
    if (input?.type === 'text') input.select();
    startTransition(() => setWhole(true));
    if (input) requestAnimationFrame(() => setTimeout(() => bringIntoSight(input.closest('td') ?? input)));
  }, [element]);
  return whole;
}
