import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { newIntent } from '#web/data/client.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices.ts';
import { canBeSent, sendAgain, type Mail } from './mails.ts';

/** Sends a mail that failed, was kept or waits; nothing for any other. */
export function SendAgain({ mail }: { mail: Mail }) {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => sendAgain(mail.id, newIntent()),
    onSuccess: () => noticeSuccess('The mail is on its way again.'),
    onError: (error) => noticeFailure('The mail could not be sent again.', error.message),
    onSettled: () => queries.invalidateQueries({ queryKey: ['outbox'] }),
  });
  if (!canBeSent(mail)) return null;
  return (
    <Button leftSection={<IconSend size={16} aria-hidden />} loading={isPending} onClick={() => mutate()}>
      {mail.state === 'queued' ? 'Send now' : 'Send again'}
    </Button>
  );
}
