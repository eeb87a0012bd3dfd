import type { Reviewed } from '#calls/review.ts';
import type { BillProvider } from '#kernel/billing/runs.ts';
import { messages } from '#resources/messages.ts';
import type { FileKinds } from '#web/generic/csv-import/file-chooser.tsx';
import { createFormState } from '#web/generic/editing/form-state.ts';
import { mayWorkLater } from '#web/generic/failure-words.ts';
import { handIn } from '../calls.ts';
import { FILE, fileField, fileProblems } from './file-field.tsx';
import { FileForm } from './file-form.tsx';
import { FINALIZE_OPTIONS, OPTION_NAMES, optionsIn } from '../finalize-options.ts';
import { OptionBoxes } from '../option-boxes.tsx';
import { PROVIDER } from './provider-choice.tsx';
import { noticeReviewed } from './notice-begun.ts';

const WORKBOOK: FileKinds = { name: 'Pre-AP workbook', a: 'the reviewed pre-AP workbook', ends: ['.xlsx'] };

const makeFormState = (onSent: (share: number) => void) =>
  createFormState<Reviewed>({
    fields: {
      [PROVIDER]: { label: 'Provider' },
      [FILE]: fileField,
      ...Object.fromEntries(OPTION_NAMES.map((name) => [name, { label: FINALIZE_OPTIONS[name] }])),
    },
    start: {
      [PROVIDER]: 'azure',
      [FILE]: null,
      ...Object.fromEntries(OPTION_NAMES.map((name) => [name, name === 'cloud_bills'])),
    },
    problems: fileProblems,
    words: (error) => ({
      title: messages.uploadFailed,
      reason: error.message,
      ...(mayWorkLater(error) && { requestId: error.requestId }),
    }),
    submit: ({ values, once }) =>
      handIn(
        values[FILE] as File,
        { provider: values[PROVIDER] as BillProvider, ...optionsIn(values) },
        { once, onSent },
      ),
  });

/** Finalize Invoice: the workbook that finance has reviewed is booked, as its options say. */
export function FinalizeForm() {
  return (
    <FileForm
      label="Finalize Invoice"
      text="The pre-AP workbook of a billing run, as finance has reviewed it. What differs from what was sent is shown before anything of it is booked."
      kinds={WORKBOOK}
      makeFormState={makeFormState}
      then="Reading the workbook…"
      notify={noticeReviewed}
      below={(formState) => <OptionBoxes formState={formState} />}
    />
  );
}
