import { Link } from '@tanstack/react-router';
import type { Both, Figures } from '#calls/existing.ts';
import { formatDay } from '#kernel/dates.ts';
import { grouped } from '#kernel/written.ts';
import { formatMoney } from '../amounts.ts';
import { runAddress } from '../billing.ts';
import { TableFrame } from '../table-frame.tsx';
import tables from '../tables.module.css';

const daysOf = ({ first_day: first, last_day: last }: Figures): string => {
  if (first === null || last === null) return 'no day';
  return first === last ? formatDay(first) : `${formatDay(first)} – ${formatDay(last)}`;
};

const ROWS: readonly { label: string; of: (side: Figures) => readonly string[] }[] = [
  { label: 'Sum', of: ({ totals }) => totals.map(({ amount, currency }) => formatMoney(amount, currency)) },
  { label: 'Lines', of: ({ lines }) => [grouped(lines)] },
  { label: 'Accounts', of: ({ accounts }) => [grouped(accounts)] },
  { label: 'Days', of: (side) => [daysOf(side)] },
];

/** A file beside the open run that has its invoice already, which distinguishes a part from a correction. */
export function BothSides({ both: { file, billing_run: run }, here }: { both: Both; here: string }) {
  return (
    <TableFrame>
      <table className={tables.sums} aria-label="Both sides">
        <thead>
          <tr>
            <th aria-label="What is compared" />
            <th scope="col">
              {run.id === null ? 'There already' : <Link to={runAddress(run.id)}>Billing run {run.id}</Link>}
              <span className={tables.soft}>{run.file_name}</span>
            </th>
            <th scope="col">
              {here}
              <span className={tables.soft}>{file.file_name}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {ROWS.map(({ label, of }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {[run, file].map((side) => (
                <td key={side === run ? 'run' : 'file'}>
                  {of(side).map((text) => (
                    <div key={text}>{text}</div>
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
