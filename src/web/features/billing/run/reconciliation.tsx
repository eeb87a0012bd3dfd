import type { Total } from '#calls/bill-contents.ts';
import type { Run } from '#calls/runs.ts';
import { formatDecimal, formatMoney, isZero, minus } from '../amounts.ts';
import { TableFrame } from '../table-frame.tsx';
import tables from '../tables.module.css';

/** The amounts that are compared with the invoice, in the order in which they arise, and what each of them is. */
const MEASURES = [
  { name: 'lines', label: 'Lines', is: 'of the file, and what was typed in' },
  { name: 'rounding', label: 'Rounding', is: 'added, so that the lines come to the invoice' },
  { name: 'spread', label: 'Spread', is: 'part of both that has no account, charged with the others' },
  { name: 'allocated', label: 'Allocated', is: 'to cost centers' },
  { name: 'unallocated', label: 'Unallocated', is: 'exceptions, what is left of the invoice' },
  { name: 'before', label: 'Booked Before', is: 'part of what is allocated' },
  { name: 'postings', label: 'Postings', is: null },
  { name: 'bills', label: 'Bills', is: null },
] as const;
type Measure = (typeof MEASURES)[number]['name'];

/** An amount as it is shown. The lines of the API have the rounding among them, which has a row of its own here. */
const shownOf = (total: Total, measure: Measure): string =>
  measure === 'lines' ? minus(total.lines, total.rounding) : total[measure];

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
            ({ name, label, is }) => (
              <tr key={name}>
                <th scope="row">
                  {label}
                  {is !== null && <span className={tables.soft}>{is}</span>}
                </th>
                {totals.map((total) => {
                  const off = differenceOf(total, name, booked);
                  return (
                    <td key={total.currency} data-off={off !== null || undefined}>
                      {formatDecimal(shownOf(total, name), total.invoice)}
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
