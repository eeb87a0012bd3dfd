import { memo } from 'react';
import { ACTIONS, SELECT } from './view-row.tsx';
import { ROW_CLASS } from './row-class.ts';
import classes from './row.module.css';

interface AwaitedRowProps {
  rowKey: string;
  columnIds: readonly string[];
  ariaRow: number;
  /** The column that the keyboard is at, where it is in this row. */
  active: string | null;
  /** Why it did not come; null while it is on its way. */
  failure: string | null;
  index: number;
  onRetry?: (index: number) => void;
}

/** The placeholder of a row that has not come yet, as high as the row will be; where it failed it says so. */
export function AwaitedRow(props: AwaitedRowProps) {
  const { rowKey, columnIds, ariaRow, active, failure, index, onRetry } = props;
  const common = { className: ROW_CLASS, 'aria-rowindex': ariaRow, 'data-row': rowKey };
  if (failure !== null)
    return (
      <tr {...common} data-failed>
        <td data-col={columnIds[0]} colSpan={columnIds.length} tabIndex={-1}>
          <span className={classes.failed}>
            <span>{failure}</span>
            <button type="button" tabIndex={active === null ? -1 : 0} onClick={() => onRetry?.(index)}>
              Retry
            </button>
          </span>
        </td>
      </tr>
    );
  return (
    <tr {...common} aria-busy data-awaited>
      <AwaitedCells columnIds={columnIds} active={active} />
    </tr>
  );
}

/** It stays as it is while its row is another one in each frame. */
const AwaitedCells = memo(function AwaitedCells({
  columnIds,
  active,
}: Pick<AwaitedRowProps, 'columnIds' | 'active'>) {
  const lead = columnIds.find((id) => id !== SELECT);
  return columnIds.map((id) => (
    <td
      key={id}
      data-col={id}
      data-lead={id === lead || undefined}
      data-heads={id === lead || undefined}
      data-actions={id === ACTIONS || undefined}
      data-select={id === SELECT || undefined}
      tabIndex={active === id ? 0 : -1}
    >
      {id !== ACTIONS && id !== SELECT && <span className={classes.awaited} />}
    </td>
  ));
});
