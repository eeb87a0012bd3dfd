import type { Begun, OptionName, Run } from '#calls/runs.ts';
import { Alert, Button, Checkbox, Stack, Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { messages } from '#resources/messages.ts';
import { createFormState } from '#web/generic/editing/form-state.ts';
import { LeaveGuard } from '#web/generic/editing/leave-guard.tsx';
import { useConfirmedClose } from '#web/generic/form/use-confirmed-close.tsx';
import { useFormField, useFormStatus } from '#web/generic/editing/use-form-state.ts';
import { mayWorkLater } from '#web/generic/failure-words.ts';
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { grouped } from '#kernel/written.ts';
import { late } from '#web/ui/pages/late.tsx';
import { noticeFailure, noticeSuccess } from '#web/ui/notices/notices.tsx';
import { FailureNote, LoadingState } from '#web/ui/pages/states.tsx';
import { formatMonth } from '#web/ui/moments.ts';
import { runQuery } from '../billing.ts';
import { finalizeRun } from '../calls.ts';
import { FINALIZE_OPTIONS, OPTION_NAMES, optionsIn } from '../finalize-options.ts';
import { OptionBoxes } from '../option-boxes.tsx';
import { AnswerInputs } from './answer-inputs.tsx';
import {
  answerFields,
  answerProblems,
  answersIn,
  invoicesToAnswer,
  emptyAnswers,
  inputOf,
} from './invoice-answers.ts';
import classes from '../run.module.css';

const Statements = late(() => import('./statements.tsx'));

/** The answer where a total was typed in that the lines do not come to. */
const DIFFERS = {
  title: 'The run is not finalized yet.',
  reason: 'A total differs from the lines. What was typed in is kept: look at the difference, then finalize.',
};
const ACCEPT = 'accept_differences';
const HINTS: Record<OptionName, string> = {
  send_invoices: 'The pre-AP workbook is mailed to accounts payable.',
  cloud_bills: 'Each posting becomes a bill, once.',
  big_query: 'The bills are loaded where the analysts are.',
  email_owners: 'Each owner gets one statement of their cost centers.',
};

/** Options that a run has done already are not done again. */
const reasonsOf = ({ options }: Run): Partial<Record<OptionName, string>> =>
  Object.fromEntries(
    options.flatMap(({ name, state, note }) =>
      state === 'done' ? [[name, `Done already. ${note ?? ''}`.trim()]] : [],
    ),
  );

/** `current`: the run as it is by now; a workbook may be handed in while the dialog is open. */
function makeFormState(current: () => Run, done: Partial<Record<OptionName, string>>) {
  const { invoices } = current();
  return createFormState<Begun>({
    fields: {
      ...Object.fromEntries(OPTION_NAMES.map((name) => [name, { label: FINALIZE_OPTIONS[name] }])),
      [ACCEPT]: { label: 'Accept the differences' },
      ...answerFields(invoices),
    },
    start: {
      ...Object.fromEntries(OPTION_NAMES.map((name) => [name, name === 'cloud_bills' && !(name in done)])),
      [ACCEPT]: false,
      ...emptyAnswers(invoices),
    },
    problems: (values): Record<string, string> => ({
      ...answerProblems(values, invoicesToAnswer(current())),
      ...(current().differences.length > 0 &&
        values[ACCEPT] !== true && { [ACCEPT]: 'Accept the differences, or hand in another workbook.' }),
    }),
    words: (error) => ({
      title: 'The run could not be finalized.',
      reason: error.message,
      ...(mayWorkLater(error) && { requestId: error.requestId }),
    }),
    submit: ({ values, once }) => {
      const { id, differences_digest } = current();
      const open = invoicesToAnswer(current());
      const accepted = values[ACCEPT] === true && { [ACCEPT]: true, differences_digest };
      const answered = open.length > 0 && { invoices: answersIn(values, open) };
      const body = { ...optionsIn(values), ...accepted, ...answered };
      const inputFor = (field: string) => inputOf(field, open);
      return once([id, body], (intent) => finalizeRun(id, body, intent, inputFor));
    },
  });
}

interface FinalizeProps {
  run: Run;
  onClose: () => void;
}

/** Books a run with the options that are chosen, once the person has seen the statements of the owners. */
export default function Finalize({ run, onClose }: FinalizeProps) {
  const queries = useQueryClient();
  const [done] = useState(() => reasonsOf(run));
  const [formState] = useState(() => {
    const { queryKey } = runQuery(String(run.id));
    return makeFormState(() => queries.getQueryData<Run>(queryKey) ?? run, done);
  });
  const [previewed, setPreviewed] = useState(false);
  const { saving, failure } = useFormStatus(formState);
  const submit = async () => {
    const result = await formState.submit();
    if (result.is !== 'saved') return;
    void queries.invalidateQueries();
    if (result.stored.billing_run.state === 'processing') noticeFailure(DIFFERS);
    else noticeSuccess(messages.dataSubmitted);
    onClose();
  };
  const { close, question } = useConfirmedClose(formState, onClose);
  return (
    <Dialog onClose={close} title={`Finalize Billing Run ${run.id}`} size="lg" closeOnClickOutside={false}>
      <form
        noValidate
        aria-label="Finalize"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="md">
          <Text size="sm">
            {run.state === 'final'
              ? 'The run is final. What it has not done yet can still be requested.'
              : `What is charged for ${formatMonth(run.month)} is booked. A final run can be reversed, and never deleted.`}
          </Text>
          <AnswerInputs formState={formState} invoices={invoicesToAnswer(run)} />
          <OptionBoxes formState={formState} hints={HINTS} reasons={done} />
          <Button
            variant="default"
            size="xs"
            className={classes.start}
            leftSection={<IconEye size={14} aria-hidden />}
            aria-expanded={previewed}
            onClick={() => setPreviewed((now) => !now)}
          >
            {previewed ? 'Hide the statements' : 'Preview the statements of owners'}
          </Button>
          {previewed && (
            <Suspense fallback={<LoadingState height={80} />}>
              <Statements run={run} />
            </Suspense>
          )}
          {run.differences.length > 0 && <Accept formState={formState} count={run.differences.length} />}
          {failure && !failure.ofFields && <FailureNote outcome={failure} />}
        </Stack>
        <DialogButtons>
          <Button variant="default" onClick={close} disabled={saving}>
            Cancel
          </Button>
          <Button type="submit" loading={saving}>
            Finalize
          </Button>
        </DialogButtons>
      </form>
      {question}
      <LeaveGuard formState={formState} />
    </Dialog>
  );
}

/** The changes of a reviewed workbook are booked only after they are accepted. */
function Accept({ formState, count }: { formState: ReturnType<typeof makeFormState>; count: number }) {
  const { value, error } = useFormField(formState, ACCEPT);
  return (
    <Alert color="yellow" variant="light">
      <Checkbox
        label={`Accept the ${count === 1 ? 'difference' : `${grouped(count)} differences`} of the reviewed workbook`}
        checked={value === true}
        error={error}
        onChange={({ currentTarget }) => formState.set(ACCEPT, currentTarget.checked)}
      />
    </Alert>
  );
}
