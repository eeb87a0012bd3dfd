import { useMemo } from 'react';
import type { InputOf } from '#calls/call.ts';
import { addLine, stateTotal } from '#calls/invoices.ts';
import type { Invoice } from '#calls/bill-contents.ts';
import type { Run } from '#calls/runs.ts';
import { choice } from '#kernel/fields/choice.ts';
import { text } from '#kernel/fields/text.ts';
import { change } from '#web/data/call.ts';
import ActionDialogView from '#web/generic/additions/action-dialog.tsx';
import type { ActionDialog } from '#web/generic/additions/additions.ts';
import { ADDED_KINDS } from '../billing.ts';

const KINDS = Object.keys(ADDED_KINDS) as (keyof typeof ADDED_KINDS)[];

const lineFields = {
  kind: choice('Kind', KINDS, { names: ADDED_KINDS, default: 'tax' }),
  amount: text('Amount', { hint: 'A decimal such as 12.50; a credit is below zero.' }),
  reason: text('Reason', { hint: 'Why the invoice has it, as those who look at the run will read it.' }),
};
const totalFields = {
  amount: text('Total', {
    optional: true,
    hint: 'What the invoice says, such as 1234.50. Empty takes back what was said here.',
  }),
};

interface TypeInProps {
  run: Run;
  invoice: Invoice;
  what: 'line' | 'total';
  /** The start values of the form, where they are known. */
  amount?: string | undefined;
  onClose: () => void;
}

/** Takes what the invoice says and its file does not: a line of tax, credit or adjustment, or the total. */
export default function TypeIn({ run, invoice, what, amount, onClose }: TypeInProps) {
  const dialog = useMemo((): ActionDialog<object> => {
    const { n, reference, currency, provider } = invoice;
    const which = { n, reference, currency, provider };
    if (what === 'line')
      return {
        title: `Add a Line to ${reference}`,
        text: () =>
          `In ${currency}. It belongs to no account, so it is split by the rule for what is shared.`,
        fields: lineFields,
        start: () => ({ amount: amount ?? null }),
        submit: 'Add',
        failed: 'The line could not be added.',
        run: async ({ values }, { once }) => {
          const line = { id: run.id, ...which, ...values } as InputOf<typeof addLine>;
          await once(line, (intent) => change(addLine, line, intent));
          return { notice: 'The line has been added, and the run is allocated anew.' };
        },
      };
    return {
      title: `Total of ${reference}`,
      text: () =>
        `In ${currency}. It is held against the lines; a difference of some cents becomes a posting of its own.`,
      fields: totalFields,
      start: () => ({ amount: invoice.confirmed ? invoice.invoice : null }),
      submit: 'State',
      failed: 'The total could not be stated.',
      run: async ({ values }, { once }) => {
        const total = { id: run.id, ...which, amount: (values['amount'] as string | null) || null };
        await once(total, (intent) => change(stateTotal, total, intent));
        return { notice: 'The total is kept, and the run is allocated anew.' };
      },
    };
  }, [run.id, invoice, what, amount]);
  return <ActionDialogView dialog={dialog} about={{}} onClose={onClose} />;
}
