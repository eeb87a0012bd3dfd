import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messages } from '#resources/messages.ts';
import { ProgressLine } from '#web/generic/additions/progress-line.tsx';
import type { FileKinds } from '#web/generic/csv-import/file-chooser.tsx';
import { createRoom } from '#web/generic/editing/room.ts';
import { useRoomState } from '#web/generic/editing/use-room.ts';
import { mayWorkLater } from '#web/generic/failure-words.ts';
import { FailureNote } from '#web/ui/states.tsx';
import type { Provider } from './billing.ts';
import { parsePreAp, type Reviewed } from './calls.ts';
import { FILE, FileField, fileField, fileProblems } from './file-field.tsx';
import { FINALIZE_OPTIONS, OPTION_NAMES, optionsIn } from './finalize-options.ts';
import { OptionBoxes } from './option-boxes.tsx';
import { PROVIDER, ProviderChoice } from './provider-choice.tsx';
import { tellReviewed } from './tell-begun.ts';
import classes from './billing.module.css';

const WORKBOOK: FileKinds = { name: 'Pre-AP workbook', a: 'the reviewed pre-AP workbook', ends: ['.xlsx'] };

const makeRoom = (onSent: (share: number) => void) =>
  createRoom<Reviewed>({
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
      parsePreAp(
        values[FILE] as File,
        { provider: values[PROVIDER] as Provider, ...optionsIn(values) },
        { once, onSent },
      ),
  });

/** Finalize Invoice: the workbook that finance has reviewed is booked, as its options say. */
export function FinalizeForm() {
  const [count, setCount] = useState(0);
  return <FinalizeOne key={count} onDone={() => setCount((now) => now + 1)} />;
}

/** One submission; the next one begins empty. */
function FinalizeOne({ onDone }: { onDone: () => void }) {
  const queries = useQueryClient();
  const [sent, setSent] = useState(0);
  const [room] = useState(() => makeRoom(setSent));
  const { saving, failure } = useRoomState(room);
  const submit = async () => {
    setSent(0);
    const result = await room.submit();
    if (result.is !== 'saved') return;
    tellReviewed(result.stored);
    void queries.invalidateQueries();
    onDone();
  };
  return (
    <form
      noValidate
      aria-label="Finalize Invoice"
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap="md">
        <Text size="sm">
          The pre-AP workbook of a billing run, as finance has reviewed it. What differs from what was sent is
          shown before anything of it is booked.
        </Text>
        <ProviderChoice room={room} />
        <FileField room={room} kinds={WORKBOOK} />
        <OptionBoxes room={room} />
        {failure && !failure.ofFields && <FailureNote outcome={failure} />}
        {saving && (
          <ProgressLine
            progress={
              sent < 1 ? { label: 'Sending the file', share: sent } : { label: 'Reading the workbook…' }
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
