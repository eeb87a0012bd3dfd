import { Fragment, useLayoutEffect, useRef } from 'react';
import { AwaitedRow } from './rows/awaited-row.tsx';
import { BelowRow } from './rows/below-row.tsx';
import { EditRow } from './rows/edit-row.tsx';
import type { RowCalls } from './rows/row-actions.tsx';
import type { GridProps, GridRow } from './types.ts';
import { useRowWindow } from './rows/use-row-window.ts';
import { ViewRow, type RowShape } from './rows/view-row.tsx';
import classes from './rows/row.module.css';

/** As many rows as a person sees at once: the page does not jump when the real ones come. */
const SKELETON_ROWS = 10;

interface GridBodyProps<R extends GridRow> extends Pick<
  GridProps<R>,
  'status' | 'editing' | 'freshKeys' | 'scroll' | 'selection'
> {
  records: readonly (R | undefined)[];
  rowKeys: readonly string[];
  /** The keys of the rows that are open. */
  opened: ReadonlySet<string>;
  columnIds: readonly string[];
  /** Only the rows in sight are mounted. */
  virtual: boolean;
  /** Takes what scrolls until a row is in sight. Keep the function the same. */
  takeReveal: (reveal: (index: number) => void) => void;
  /** Tells which rows are in sight, and where they are scrolled to. */
  onRange: ((first: number, last: number, top: number) => void) | undefined;
  shape: RowShape<R>;
  calls: RowCalls<R>;
  active: { rowKey: string; columnId: string } | null;
  startAt: string | null;
  firstAriaRow: number;
  /** How many cells a row has. */
  width: number;
  narrow: boolean;
}

/** The rows that are mounted, the one in editing with its inputs, and the gaps of those that are not. */
export function GridBody<R extends GridRow>(props: GridBodyProps<R>) {
  const { records, rowKeys, shape, calls, active, editing, firstAriaRow, width, opened, takeReveal } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const window = useRowWindow({
    virtual: props.virtual,
    records,
    rowKeys,
    editedKey: editing?.editedKey ?? null,
    body,
    narrow: props.narrow,
    startAt: props.scroll?.startAt,
    onRange: props.onRange,
  });
  const { reveal } = window;
  useLayoutEffect(() => takeReveal(reveal), [takeReveal, reveal]);
  if (props.status === 'loading') return <SkeletonRows width={width} />;
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
            // Those that one flings past are all alike, so the same few stand for them. What can be pressed, and where
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

function SkeletonRows({ width }: { width: number }) {
  return (
    <tbody aria-hidden>
      {Array.from({ length: SKELETON_ROWS }, (_row, row) => (
        <tr key={row} className={classes.row}>
          {Array.from({ length: width }, (_cell, cell) => (
            <td key={cell}>
              <span
                className={classes.skeleton}
                style={{ width: `${50 + ((row * 3 + cell * 7) % 5) * 9}%` }}
              />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
