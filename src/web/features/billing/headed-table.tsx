import { TableFrame, type TableFrameProps } from './table-frame.tsx';
import tables from './tables.module.css';

/** A column with its heading; one of numbers is aligned to the right, a hidden heading is said to screen readers only. */
export interface Head {
  label: string;
  number?: boolean;
  hidden?: boolean;
}

interface HeadedTableProps extends TableFrameProps {
  label: string;
  heads: readonly (string | Head)[];
}

/** The frame and the headings of a table of billing. */
export function HeadedTable({ label, heads, children, ...frame }: HeadedTableProps) {
  return (
    <TableFrame {...frame}>
      <table className={tables.table} aria-label={label}>
        <thead>
          <tr>
            {heads.map((head) => {
              const { label: text, number, hidden }: Head = typeof head === 'string' ? { label: head } : head;
              return hidden ? (
                <th key={text} aria-label={text} />
              ) : (
                <th key={text} scope="col" className={number ? tables.number : undefined}>
                  {text}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </TableFrame>
  );
}

/** A column of numbers. */
export const numbers = (label: string): Head => ({ label, number: true });
