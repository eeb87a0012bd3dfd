import type { Mail } from '#kernel/work.ts';
import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sendMailAgain } from '#calls/work.ts';
import { change } from '#web/data/call.ts';
import { newIntent } from '#web/data/client.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices/notices.tsx';
import { canBeSent } from './mails.ts';

interface SendAgainProps {
  mail: Mail;
  /** In a list, where it is one of many. */
  small?: boolean;
}

/** Sends a mail that failed, was kept or waits; nothing for any other, and for who may not. */
export function SendAgain({ mail, small = false }: SendAgainProps) {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => change(sendMailAgain, { id: mail.id }, newIntent()),
    onSuccess: () => noticeSuccess('The mail is on its way again.'),
    onError: (error) => noticeFailure({ title: 'The mail could not be sent again.', reason: error.message }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['outbox'] }),
  });
  if (!canBeSent(mail)) return null;
  const word = mail.state === 'queued' ? 'Send now' : 'Send again';
  return (
    <Button
      size={small ? 'xs' : undefined}
      variant={small ? 'default' : undefined}
      leftSection={<IconSend size={small ? 14 : 16} aria-hidden />}
      aria-label={small ? `${word}: ${mail.subject} to ${mail.to}` : undefined}
      loading={isPending}
      onClick={() => mutate()}
    >
      {word}
    </Button>
  );
}
