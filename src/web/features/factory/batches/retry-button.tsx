import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { retryDeployment } from '#calls/factory.ts';
import { messages } from '#resources/messages.ts';
import { change } from '#web/data/call.ts';
import { createIntents } from '#web/generic/editing/intents.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices/notices.tsx';

/** Lets one request of a batch go on from the step that failed. */
export function RetryButton({ id, name }: { id: number; name: string }) {
  const queries = useQueryClient();
  const [intents] = useState(() => createIntents(null));
  const { mutate, isPending } = useMutation({
    mutationFn: () => intents.once([id], (intent) => change(retryDeployment, { id }, intent)),
    onSuccess: () => noticeSuccess({ title: `${name} goes on from the step that was not done!` }),
    onError: (error) => noticeFailure({ title: messages.reportFailed, reason: error.message }),
    onSettled: () => queries.invalidateQueries({ queryKey: [retryDeployment.topic] }),
  });
  return (
    <Button
      variant="default"
      size="xs"
      loading={isPending}
      aria-label={`Retry ${name}`}
      onClick={() => mutate()}
    >
      Retry
    </Button>
  );
}
