import type { Total } from '#calls/bill-contents.ts';
import type { Run } from '#calls/runs.ts';
import { formatDecimal, formatMoney, isZero, minus } from '../amounts.ts';
import { TableFrame } from '../table-frame.tsx';
import tables from '../tables.module.css';

/** The amounts that are compared with the invoice, in the order in which they arise. */
const MEASURES = [
  { name: 'lines', label: 'Lines' },
  { name: 'rounding', label: 'Rounding' },
  { name: 'spread', label: 'Spread' },
  { name: 'allocated', label: 'Allocated' },
  { name: 'unallocated', label: 'Unallocated' },
  { name: 'before', label: 'Booked Before' },
  { name: 'postings', label: 'Postings' },
  { name: 'bills', label: 'Bills' },
] as const;
type Measure = (typeof MEASURES)[number]['name'];

/** Whether bills replace the postings of a run. */
const isBooked = ({ state, options }: Run): boolean =>
  state === 'final' && options.some((option) => option.name === 'cloud_bills' && option.state === 'done');

/** The amounts that may differ from the invoice. */
const NOT_COMPARED: readonly Measure[] = ['rounding', 'spread', 'allocated', 'before'];

/** By how much something that must come to the invoice does not; null where it does, or need not. */
function differenceOf(total: Total, measure: Measure, booked: boolean): string | null {
  if (NOT_COMPARED.includes(measure)) return null;
  if (measure === 'bills' && !booked) return null;
  if (measure === 'unallocated') return isZero(total.unallocated) ? null : total.unallocated;
  // The lines have the rounding among them; what is booked before is not booked again.
  const due = measure === 'lines' ? total.invoice : minus(total.invoice, total.before);
  const left = minus(total[measure], due);
  return isZero(left) ? null : left;
}

/** Whether all that must come to the invoices of a run does. */
export function isBalanced(run: Run): boolean {
  const booked = isBooked(run);
  return run.totals.every((total) =>
    MEASURES.every(({ name }) => differenceOf(total, name, booked) === null),
  );
}

/** The words for an invoice total that nobody states. */
const SUM_OF_LINES = {
  person: 'the sum of the lines, confirmed by a person',
  nothing: 'the sum of the lines, not held against anything',
} as const;

/** Invoice, lines, postings and bills of a run side by side, each currency for itself; what differs is marked. */
export function Reconciliation({ run }: { run: Run }) {
  const { totals } = run;
  const booked = isBooked(run);
  return (
    <TableFrame>
      <table className={tables.sums} aria-label="Reconciliation">
        <thead>
          <tr>
            <td />
            {totals.map(({ currency }) => (
              <th key={currency} scope="col">
                {currency}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Invoice</th>
            {totals.map(({ currency, invoice, held_against: held }) => (
              <td key={currency}>
                {formatDecimal(invoice)}
                {held !== 'stated_total' && <span className={tables.soft}>{SUM_OF_LINES[held]}</span>}
              </td>
            ))}
          </tr>
          {MEASURES.filter(({ name }) => name !== 'before' || run.corrects.length > 0).map(
            ({ name, label }) => (
              <tr key={name}>
                <th scope="row">{label}</th>
                {totals.map((total) => {
                  const off = differenceOf(total, name, booked);
                  return (
                    <td key={total.currency} data-off={off !== null || undefined}>
                      {formatDecimal(total[name])}
                      {off !== null && name !== 'unallocated' && (
                        <span className={tables.soft}>differs by {formatMoney(off, total.currency)}</span>
                      )}
                    </td>
                  );
                })}
              </tr>
            ),
          )}
        </tbody>
      </table>
    </TableFrame>
  );
}
