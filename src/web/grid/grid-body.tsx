import { createElement, Suspense, type ComponentType } from 'react';
import type { GridProps, GridRow } from './types.ts';
import { ScrolledRows } from './rows/late-scrolled-rows.tsx';
import { MountedRows } from './rows/mounted-rows.tsx';
import type { ScrolledRowsProps } from './rows/scrolled-rows.tsx';
import { ROW_CLASS } from './rows/row-class.ts';
import classes from './rows/row.module.css';

/** As many rows as a person sees at once: the page does not jump when the real ones come. */
const SKELETON_ROWS = 10;

interface GridBodyProps<R extends GridRow> extends ScrolledRowsProps<R> {
  status: GridProps<R>['status'];
  /** Only the rows in sight are mounted. */
  virtual: boolean;
}

/** The rows of a table: all of a short one, those in sight of a long one. */
export function GridBody<R extends GridRow>({ status, virtual, ...props }: GridBodyProps<R>) {
  if (status === 'loading') return <SkeletonRows width={props.width} />;
  if (!virtual) {
    const items = props.records.map((_row, index) => ({ index, gap: 0 }));
    return <MountedRows {...props} window={{ items, gapAfter: 0 }} />;
  }
  return (
    <Suspense fallback={<SkeletonRows width={props.width} />}>
      {createElement(ScrolledRows as unknown as ComponentType<ScrolledRowsProps<R>>, props)}
    </Suspense>
  );
}

function SkeletonRows({ width }: { width: number }) {
  return (
    <tbody aria-hidden>
      {Array.from({ length: SKELETON_ROWS }, (_row, row) => (
        <tr key={row} className={ROW_CLASS}>
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
