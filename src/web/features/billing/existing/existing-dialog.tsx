import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Begun } from '#calls/runs.ts';
import { messages } from '#resources/messages.ts';
import { ApiError, newIntent } from '#web/data/client.ts';
import { mayWorkLater } from '#web/generic/failure-words.ts';
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import type { Outcome } from '#web/ui/outcome.tsx';
import { FailureNote } from '#web/ui/pages/states.tsx';
import type { Answer, ExistingConflict } from '../calls.ts';
import { Answers, answerWords } from './answers.tsx';
import { BothSides } from './both-sides.tsx';

interface ExistingDialogProps {
  conflict: ExistingConflict;
  /** Sends the answer. @throws {ApiError} */
  send: (answer: Answer, intent: string) => Promise<Begun>;
  onDone: (begun: Begun, answer: Answer) => void;
  onClose: () => void;
}

const wordsOf = (error: unknown): Outcome => ({
  title: messages.uploadFailed,
  ...(error instanceof Error && { reason: error.message }),
  ...(error instanceof ApiError && mayWorkLater(error) && { requestId: error.requestId }),
});

/** Lets the person choose what becomes of a file whose invoice another run has; nothing changes before that. */
export function ExistingDialog({ conflict, send, onDone, onClose }: ExistingDialogProps) {
  const [sending, setSending] = useState<Answer | null>(null);
  const [failure, setFailure] = useState<Outcome | null>(null);
  const answer = async (chosen: Answer) => {
    setSending(chosen);
    setFailure(null);
    try {
      onDone(await send(chosen, newIntent()), chosen);
    } catch (error) {
      setFailure(wordsOf(error));
      setSending(null);
    }
  };
  return (
    <Dialog
      onClose={sending === null ? onClose : () => undefined}
      title={`Invoice ${conflict.reference} Is There Already`}
      size="lg"
      closeOnClickOutside={false}
    >
      <Stack gap="md">
        <Text size="sm">
          Billing run {conflict.billing_run.id} {conflict.booked ? 'is final' : 'is open'} and has this
          invoice. Nothing has been changed yet. {answerWords(conflict)}
        </Text>
        <BothSides both={conflict} here="This file" />
        {failure && <FailureNote outcome={failure} />}
      </Stack>
      <DialogButtons>
        <Answers of={conflict} sending={sending} onAnswer={(chosen) => void answer(chosen)} />
      </DialogButtons>
    </Dialog>
  );
}
