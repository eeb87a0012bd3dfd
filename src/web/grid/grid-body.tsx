import { Fragment } from 'react';
import { EditRow } from './edit-row.tsx';
import type { RowCalls } from './row-actions.tsx';
import type { GridProps, GridRow } from './types.ts';
import type { RowWindow } from './use-row-window.ts';
import { ViewRow, type RowShape } from './view-row.tsx';
import classes from './row.module.css';

/** As many rows as a person sees at once, so that the page does not jump when the real ones come. */
const SKELETON_ROWS = 10;

interface GridBodyProps<R extends GridRow> extends Pick<GridProps<R>, 'status' | 'editing' | 'freshIds'> {
  records: readonly R[];
  window: RowWindow;
  shape: RowShape<R>;
  calls: RowCalls<R>;
  active: { rowId: number; columnId: string } | null;
  startAt: string | null;
  firstAriaRow: number;
  /** How many cells a row has. */
  width: number;
  narrow: boolean;
}

/** The rows that are mounted, the one in editing with its inputs, and the gaps of those that are not. */
export function GridBody<R extends GridRow>(props: GridBodyProps<R>) {
  const { records, window, shape, calls, active, editing, firstAriaRow, width } = props;
  if (props.status === 'loading') return <SkeletonRows width={width} />;
  return (
    <tbody>
      {window.items.map(({ index, gap }) => {
        const row = records[index];
        if (!row) return null;
        const ariaRow = firstAriaRow + index;
        return (
          <Fragment key={row.id}>
            <Gap height={gap} width={width} />
            {editing && row.id === editing.editedId ? (
              <EditRow
                row={row}
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
                shape={shape}
                calls={calls}
                ariaRow={ariaRow}
                active={active?.rowId === row.id ? active.columnId : null}
                fresh={props.freshIds?.has(row.id) ?? false}
              />
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
