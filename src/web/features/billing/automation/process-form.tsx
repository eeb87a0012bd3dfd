import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { Begun } from '#calls/runs.ts';
import { date } from '#kernel/fields/date.ts';
import { messages } from '#resources/messages.ts';
import { LoneInput } from '#web/generic/editing/lone-input.tsx';
import { createFormState } from '#web/generic/editing/form-state.ts';
import type { Intents } from '#web/generic/editing/intents.ts';
import type { FormState } from '#web/generic/editing/form-state-types.ts';
import { useFormField } from '#web/generic/editing/use-form-state.ts';
import { fieldsOfForm, startValues } from '#web/generic/editing/values.ts';
import { mayWorkLater } from '#web/generic/failure-words.ts';
import { conflictOf, sendAzure, sendGoogle, type Answer, type ExistingConflict } from '../calls.ts';
import { ExistingDialog } from '../existing/existing-dialog.tsx';
import { FILE, fileField, fileProblems, INVOICE_FILE } from './file-field.tsx';
import { FileForm } from './file-form.tsx';
import { readingFields } from './new-run-fields.ts';
import { PROVIDER } from './provider-choice.tsx';
import { ReadingInputs } from './reading-inputs.tsx';
import { noticeBegun } from './notice-begun.ts';

const DATE = 'date';
const dateField = date('Date', {
  optional: true,
  hint: 'A day of the month that is charged; by default that of the file.',
});

const readings = readingFields();
const READINGS = Object.keys(readings);

type OnSent = (share: number) => void;

/** A file that was sent, and both sides where an open run has its invoice already. */
interface Question {
  conflict: ExistingConflict;
  values: Readonly<Record<string, unknown>>;
}

/** Sends a file; `answer` is what a person says of an open run that has its invoice. */
function send(
  values: Question['values'],
  sending: { once: Intents['once']; onSent: OnSent; answer?: Answer },
): Promise<Begun> {
  const file = values[FILE] as File;
  const stated = Object.fromEntries(
    READINGS.map((name) => [name, (values[name] as string | null) || undefined]),
  );
  if (values[PROVIDER] === 'azure') return sendAzure(file, stated, sending);
  return sendGoogle(file, { ...stated, date: (values[DATE] as string | null) || undefined }, sending);
}

const makeFormState = (onSent: OnSent, onConflict: (question: Question) => void) =>
  createFormState<Begun>({
    fields: {
      ...fieldsOfForm({ fields: readings }, READINGS),
      [PROVIDER]: { label: 'Provider' },
      [FILE]: fileField,
      [DATE]: { label: 'Date' },
    },
    start: {
      ...startValues({ fields: readings }, READINGS, null),
      [PROVIDER]: 'azure',
      [FILE]: null,
      [DATE]: null,
    },
    problems: fileProblems,
    words: (error) => ({
      title: messages.uploadFailed,
      reason: error.message,
      ...(error.status === 413 && {
        next: 'Send large files with New Billing Run, which takes them as they are.',
      }),
      ...(mayWorkLater(error) && { requestId: error.requestId }),
    }),
    submit: async ({ values, once }) => {
      try {
        return await send(values, { once, onSent });
      } catch (error) {
        const conflict = conflictOf(error);
        if (!conflict) throw error;
        onConflict({ conflict, values: { ...values } });
        return null;
      }
    },
  });

/** Process an Invoice: the file of a month becomes a billing run. */
export function ProcessForm() {
  const queries = useQueryClient();
  const [question, setQuestion] = useState<Question | null>(null);
  /** The next invoice begins with an empty form. */
  const [count, setCount] = useState(0);
  const finish = (begun: Begun, answer: Answer) => {
    noticeBegun(begun, answer);
    void queries.invalidateQueries();
    setQuestion(null);
    setCount((now) => now + 1);
  };
  return (
    <>
      {question && (
        <ExistingDialog
          conflict={question.conflict}
          send={(answer, intent) =>
            send(question.values, { once: (_body, call) => call(intent), onSent: () => undefined, answer })
          }
          onDone={finish}
          onClose={() => setQuestion(null)}
        />
      )}
      <Form key={count} onConflict={setQuestion} />
    </>
  );
}

function Form({ onConflict }: { onConflict: (question: Question) => void }) {
  return (
    <FileForm
      label="Process an Invoice"
      text="The invoice file of Azure or Google for one month. Every line of it finds the cost center that pays; nothing is booked before it is finalized."
      kinds={INVOICE_FILE}
      makeFormState={(onSent) => makeFormState(onSent, onConflict)}
      then="Taking the file over…"
      notify={(begun) => noticeBegun(begun)}
      above={(formState) => <Day formState={formState} />}
      below={(formState) => <ReadingInputs formState={formState} fields={readings} />}
    />
  );
}

/** A day of the month, which only the call for Google takes. */
function Day({ formState }: { formState: FormState<Begun> }) {
  const { value: provider } = useFormField(formState, PROVIDER);
  return (
    <Suspense>
      {provider === 'gcp' && <LoneInput formState={formState} name={DATE} field={dateField} mode="create" />}
    </Suspense>
  );
}
