import { useState } from 'react';
import { text } from '#kernel/fields/text.ts';
import { LONGEST_REASON } from '#kernel/review.ts';
import ActionDialogView from '../additions/action-dialog.tsx';
import type { ActionDialog } from '../additions/additions.ts';

const reason = text('Reason', {
  max: LONGEST_REASON,
  hint: 'It is kept with the history of what is changed.',
});

/** Asks why a change is made. @param onAnswer called once, with null where the person does not say */
export default function ReasonDialog({ onAnswer }: { onAnswer: (reason: string | null) => void }) {
  const [dialog] = useState((): ActionDialog<object> => ({
    title: 'Give a Reason',
    text: () => 'A reason is required when these are changed or deleted.',
    fields: { reason },
    submit: 'Save',
    failed: 'The reason could not be taken.',
    run: ({ values }) => {
      onAnswer(String(values['reason']));
      return Promise.resolve({ notice: null });
    },
  }));
  return <ActionDialogView dialog={dialog} about={{}} onClose={() => onAnswer(null)} />;
}
