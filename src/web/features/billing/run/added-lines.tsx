import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { addLine, removeLine } from '#calls/invoices.ts';
import type { AddedLine } from '#calls/bill-contents.ts';
import type { Run } from '#calls/runs.ts';
import { change } from '#web/data/call.ts';
import { ApiError, newIntent } from '#web/data/client.ts';
import { mayWorkLater } from '#web/generic/failure-words.ts';
import { noticeFailure } from '#web/ui/notices/notices.tsx';
import { offerUndo, type Undone } from '#web/ui/notices/undo-notice.tsx';
import { ADDED_KINDS } from '../billing.ts';
import { Cell, Money } from '../cell.tsx';
import { TableFrame } from '../table-frame.tsx';
import tables from '../tables.module.css';

/** The lines of a run that people typed in, each of which can be removed while the run is open. */
export function AddedLines({ run, mayChange }: { run: Run; mayChange: boolean }) {
  const queries = useQueryClient();
  const addAgain = async (gone: AddedLine, intent: string): Promise<Undone> => {
    const { id: _id, created_by: _by, created_at: _at, ...line } = gone;
    try {
      await change(addLine, { ...line, id: run.id }, intent);
      void queries.invalidateQueries();
      return { done: 'The line has been added again.' };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return {
        failed: { title: 'This could not be undone', reason: error.message },
        again: mayWorkLater(error),
      };
    }
  };
  const { mutate, isPending } = useMutation({
    mutationFn: (line: AddedLine) => change(removeLine, { id: run.id, line: line.id }),
    onSuccess: (_begun, line) => {
      const intent = newIntent();
      offerUndo({ message: 'The line has been removed.', undo: () => addAgain(line, intent) });
    },
    onError: (error) => noticeFailure({ title: 'The line could not be removed', reason: error.message }),
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <TableFrame below>
      <table className={tables.table} aria-label="Added lines">
        <thead>
          <tr>
            <th scope="col">Added Line</th>
            <th scope="col">Invoice</th>
            <th scope="col">Reason</th>
            <th scope="col" className={tables.number}>
              Amount
            </th>
            {mayChange && <th aria-label="Remove" />}
          </tr>
        </thead>
        <tbody>
          {run.additions.map((line) => (
            <tr key={line.id}>
              <th scope="row">{ADDED_KINDS[line.kind]}</th>
              <Cell label="Invoice">{line.reference}</Cell>
              <Cell label="Reason">
                {line.reason}
                <span className={tables.soft}>{line.created_by}</span>
              </Cell>
              <Cell label="Amount" number>
                <Money amount={line.amount} currency={line.currency} />
              </Cell>
              {mayChange && (
                <td className={tables.number}>
                  <Button
                    size="xs"
                    variant="default"
                    disabled={isPending}
                    aria-label={`Remove ${ADDED_KINDS[line.kind]} of ${line.reference}`}
                    onClick={() => mutate(line)}
                  >
                    Remove
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
