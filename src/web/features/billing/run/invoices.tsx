import { Button, Group } from '@mantine/core';
import { Suspense, useState } from 'react';
import type { Invoice } from '#calls/bill-contents.ts';
import type { Run } from '#calls/runs.ts';
import { formatDay } from '#kernel/dates.ts';
import { grouped, listed } from '#kernel/written.ts';
import { formatMoment } from '#web/ui/moments.ts';
import { AddedLines } from './added-lines.tsx';
import { Cell, Money } from '../cell.tsx';
import { Part } from '../part.tsx';
import { TypeIn } from './type-in-late.ts';
import { TableFrame } from '../table-frame.tsx';
import tables from '../tables.module.css';

/** The invoices of a run's file, each with its total, and what people say of them that the file does not. */
export function Invoices({ run, mayChange }: { run: Run; mayChange: boolean }) {
  const [typing, setTyping] = useState<{ invoice: Invoice; what: 'line' | 'total' } | null>(null);
  return (
    <Part title="Invoices" count={run.invoices.length}>
      <TableFrame>
        <table className={tables.table} aria-label="Invoices">
          <thead>
            <tr>
              <th scope="col">Invoice</th>
              <th scope="col">Dated</th>
              <th scope="col">Due</th>
              <th scope="col" className={tables.number}>
                Lines
              </th>
              <th scope="col" className={tables.number}>
                Total
              </th>
              {mayChange && <th aria-label="Change" />}
            </tr>
          </thead>
          <tbody>
            {run.invoices.map((invoice) => (
              <tr key={invoice.n}>
                <th scope="row">
                  {invoice.reference}
                  <Credit invoice={invoice} />
                </th>
                <Cell label="Dated">{invoice.invoice_date && formatDay(invoice.invoice_date)}</Cell>
                <Cell label="Due">{invoice.due_date && formatDay(invoice.due_date)}</Cell>
                <Cell label="Lines" number>
                  {grouped(invoice.count)}
                </Cell>
                <Cell label="Total" number>
                  <Money amount={invoice.invoice} currency={invoice.currency} />
                  <span className={tables.soft}>{confirmation(invoice)}</span>
                </Cell>
                {mayChange && (
                  <td>
                    <Group gap="xs" justify="flex-end">
                      <Button
                        size="xs"
                        variant="default"
                        aria-label={`Add a Line to ${invoice.reference}`}
                        onClick={() => setTyping({ invoice, what: 'line' })}
                      >
                        Add a Line
                      </Button>
                      <Button
                        size="xs"
                        variant="default"
                        aria-label={`State Total of ${invoice.reference}`}
                        onClick={() => setTyping({ invoice, what: 'total' })}
                      >
                        State Total
                      </Button>
                    </Group>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      {run.additions.length > 0 && <AddedLines run={run} mayChange={mayChange} />}
      <Suspense>
        {typing && (
          <TypeIn run={run} invoice={typing.invoice} what={typing.what} onClose={() => setTyping(null)} />
        )}
      </Suspense>
    </Part>
  );
}

/** Whether an invoice is a credit note, and for which invoices; nothing for most. */
function Credit({ invoice: { invoice: total, refund_of: of } }: { invoice: Invoice }) {
  const word = total.startsWith('-') ? 'Credit note' : of.length > 0 ? 'Refunds' : null;
  if (word === null) return null;
  return <span className={tables.soft}>{of.length > 0 ? `${word} for ${listed(of)}` : word}</span>;
}

/** Who says what an invoice comes to. */
function confirmation({ confirmed, confirmed_by: by, confirmed_at: at, checked }: Invoice): string {
  if (confirmed && by === null) return 'stated by the file';
  if (confirmed) return `stated by ${by}${at === null ? '' : `, ${formatMoment(at)}`}`;
  if (checked)
    return `confirmed by ${checked.name ?? checked.by}, ${formatMoment(checked.at)}: ${checked.note}`;
  return 'the sum of its lines, not held against anything';
}
