import type { GridColumn, GridRow } from './types.ts';
import classes from './foot.module.css';

interface GridFootProps<R extends GridRow> {
  columns: readonly GridColumn<R>[];
  /** Lines below a column. */
  totals: Readonly<Record<string, readonly string[]>>;
  selects: boolean;
  hasActions: boolean;
}

/** The sums of all rows, on whichever page they are; they stay in sight below the rows. */
export function GridFoot<R extends GridRow>({ columns, totals, selects, hasActions }: GridFootProps<R>) {
  const named = columns.find(({ id }) => !totals[id])?.id;
  return (
    <tfoot className={classes.foot}>
      <tr>
        {selects && <td data-select />}
        {columns.map(({ id, header, align }, at) =>
          id === named ? (
            <th key={id} scope="row" data-lead={at === 0 || undefined}>
              Total
            </th>
          ) : (
            <td
              key={id}
              data-lead={at === 0 || undefined}
              data-align={align}
              data-label={totals[id] && header}
            >
              {totals[id]?.map((line) => (
                <span key={line} className={classes.line}>
                  {line}
                </span>
              ))}
            </td>
          ),
        )}
        {hasActions && <td data-actions />}
      </tr>
    </tfoot>
  );
}
