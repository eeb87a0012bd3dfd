import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { date } from '#kernel/fields/date.ts';
import { messages } from '#resources/messages.ts';
import { ProgressLine } from '#web/generic/additions/progress-line.tsx';
import { LoneInput } from '#web/generic/editing/lone-input.tsx';
import { createRoom } from '#web/generic/editing/room.ts';
import { useRoomField, useRoomState } from '#web/generic/editing/use-room.ts';
import { mayWorkLater } from '#web/generic/failure-words.ts';
import { FailureNote } from '#web/ui/states.tsx';
import type { Begun } from './billing.ts';
import { processAzure, processGoogle } from './calls.ts';
import { FILE, FileField, fileField, fileProblems, INVOICE_FILE } from './file-field.tsx';
import { PROVIDER, ProviderChoice } from './provider-choice.tsx';
import { tellBegun } from './tell-begun.ts';
import classes from './billing.module.css';

const DATE = 'date';
const dateField = date('Date', {
  optional: true,
  hint: 'A day of the month that is charged; by default the file tells it.',
});

const makeRoom = (onSent: (share: number) => void) =>
  createRoom<Begun>({
    fields: { [PROVIDER]: { label: 'Provider' }, [FILE]: fileField, [DATE]: { label: 'Date' } },
    start: { [PROVIDER]: 'azure', [FILE]: null, [DATE]: null },
    problems: fileProblems,
    words: (error) => ({
      title: messages.uploadFailed,
      reason: error.message,
      ...(error.status === 413 && {
        next: 'Send large files with New Billing Run, which takes them as they are.',
      }),
      ...(mayWorkLater(error) && { requestId: error.requestId }),
    }),
    submit: ({ values, once }) => {
      const file = values[FILE] as File;
      const sending = { once, onSent };
      if (values[PROVIDER] === 'azure') return processAzure(file, sending);
      return processGoogle(file, (values[DATE] as string | null) || null, sending);
    },
  });

/** Process an Invoice: the file of a month becomes a billing run. */
export function ProcessForm() {
  const [count, setCount] = useState(0);
  return <ProcessOne key={count} onDone={() => setCount((now) => now + 1)} />;
}

/** One submission; the next one begins empty. */
function ProcessOne({ onDone }: { onDone: () => void }) {
  const queries = useQueryClient();
  const [sent, setSent] = useState(0);
  const [room] = useState(() => makeRoom(setSent));
  const { saving, failure } = useRoomState(room);
  const { value: provider } = useRoomField(room, PROVIDER);
  const submit = async () => {
    setSent(0);
    const result = await room.submit();
    if (result.is !== 'saved') return;
    tellBegun(result.stored);
    void queries.invalidateQueries();
    onDone();
  };
  return (
    <form
      noValidate
      aria-label="Process an Invoice"
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap="md">
        <Text size="sm">
          The invoice file of Azure or Google for one month. Every line of it finds the cost center that pays;
          nothing is booked before it is finalized.
        </Text>
        <ProviderChoice room={room} />
        <Suspense>
          {provider === 'gcp' && <LoneInput room={room} name={DATE} field={dateField} mode="create" />}
        </Suspense>
        <FileField room={room} kinds={INVOICE_FILE} />
        {failure && !failure.ofFields && <FailureNote outcome={failure} />}
        {saving && (
          <ProgressLine
            progress={
              sent < 1 ? { label: 'Sending the file', share: sent } : { label: 'Taking the file over…' }
            }
          />
        )}
        <Group>
          <Button type="submit" loading={saving}>
            Submit
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
