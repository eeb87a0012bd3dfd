import { Fragment, useEffect, useRef, type RefObject, type ReactNode } from 'react';
import type { GridProps, GridRow } from '../types.ts';
import { AwaitedRow } from './awaited-row.tsx';
import { EditRow } from './edit-row.tsx';
import type { RowCalls } from './row-actions.tsx';
import { ViewRow, type RowShape } from './view-row.tsx';
import classes from './row.module.css';

/** The props of the rows of a table. */
export interface RowsProps<R extends GridRow> extends Pick<
  GridProps<R>,
  'editing' | 'freshKeys' | 'scroll' | 'selection'
> {
  records: readonly (R | undefined)[];
  rowKeys: readonly string[];
  /** The keys of the rows that are open. */
  opened: ReadonlySet<string>;
  columnIds: readonly string[];
  shape: RowShape<R>;
  calls: RowCalls<R>;
  active: { rowKey: string; columnId: string } | null;
  startAt: string | null;
  firstAriaRow: number;
  /** How many cells a row has. */
  width: number;
  narrow: boolean;
}

/** Which rows are mounted. */
export interface RowWindow {
  /** The rows to mount by their index, each with the gap in pixels before it. */
  items: { index: number; gap: number }[];
  /** The gap after the last one. */
  gapAfter: number;
  /** Ref of a row whose height is its own; undefined where all rows are mounted. */
  measure?: (element: HTMLTableRowElement | null) => void;
  /** Takes the height of the content below a row; undefined where all rows are mounted. */
  addBelow?: (index: number, height: number) => void;
}

interface MountedRowsProps<R extends GridRow> extends RowsProps<R> {
  window: RowWindow;
  body?: RefObject<HTMLTableSectionElement | null>;
}

/** The rows that are mounted, the one in editing with its inputs, and the gaps of those that are not. */
export function MountedRows<R extends GridRow>({ window, body, ...props }: MountedRowsProps<R>) {
  const { records, rowKeys, shape, calls, active, editing, firstAriaRow, width, opened } = props;
  return (
    <tbody ref={body}>
      {window.items.map(({ index, gap }, place) => {
        const row = records[index];
        const rowKey = rowKeys[index];
        if (rowKey === undefined) return null;
        const ariaRow = firstAriaRow + index;
        const at = active?.rowKey === rowKey ? active.columnId : null;
        const failure = row === undefined ? (props.scroll?.failureAt(index) ?? null) : null;
        if (row === undefined)
          return (
            // Those that one flings past are all alike, so the same few placeholders are used. What can be pressed, and where
            // the keyboard is, stays its own.
            <Fragment key={at === null && failure === null ? `place ${place}` : rowKey}>
              <Gap height={gap} width={width} />
              <AwaitedRow
                rowKey={rowKey}
                columnIds={props.columnIds}
                ariaRow={ariaRow}
                active={at}
                failure={failure}
                index={index}
                onRetry={props.scroll?.onRetry}
              />
            </Fragment>
          );
        const below = opened.has(rowKey) ? (shape.children?.of(row) ?? null) : null;
        return (
          <Fragment key={rowKey}>
            <Gap height={gap} width={width} />
            {editing && rowKey === editing.editedKey ? (
              <EditRow
                row={row}
                rowKey={rowKey}
                selects={shape.selects !== undefined}
                columns={shape.columns}
                editing={editing}
                calls={calls}
                ariaRow={ariaRow}
                startAt={props.startAt}
                narrow={props.narrow}
                index={index}
                measure={window.measure}
              />
            ) : (
              <ViewRow
                row={row}
                rowKey={rowKey}
                shape={shape}
                calls={calls}
                ariaRow={ariaRow}
                active={at}
                fresh={props.freshKeys?.has(rowKey) ?? false}
                chosen={props.selection?.keys.has(rowKey) ?? false}
                opened={below !== null}
              />
            )}
            {below !== null && (
              <BelowRow index={index} width={width} onHeight={window.addBelow}>
                {below}
              </BelowRow>
            )}
          </Fragment>
        );
      })}
      <Gap height={window.gapAfter} width={width} />
    </tbody>
  );
}

function Gap({ height, width }: { height: number; width: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden className={classes.gap} style={{ height }}>
      <td colSpan={width} />
    </tr>
  );
}

interface BelowRowProps {
  index: number;
  /** How many cells a row has. */
  width: number;
  /** Where only the rows in sight are mounted, the others move by this height. */
  onHeight?: (index: number, height: number) => void;
  children: ReactNode;
}

/** The content of an opened row, below it in the whole width. */
function BelowRow({ index, width, onHeight, children }: BelowRowProps) {
  const element = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    const row = element.current;
    if (!row || !onHeight) return;
    const observer = new ResizeObserver(() => onHeight(index, row.offsetHeight));
    observer.observe(row);
    return () => {
      observer.disconnect();
      onHeight(index, 0);
    };
  }, [index, onHeight]);
  return (
    <tr ref={element} className={classes.below} data-below>
      <td colSpan={width}>
        <div className={classes.children}>{children}</div>
      </td>
    </tr>
  );
}
