import type { Mail } from '#kernel/work.ts';
import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { mailQuery } from '#web/data/work.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { SideDialog } from '#web/ui/dialogs/dialog.tsx';
import { StateBadge } from '#web/ui/entries.tsx';
import { dataOf, Loaded } from '#web/ui/pages/loaded.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { Attachments } from './attachments.tsx';
import { shownState } from './mails.ts';
import { SendAgain } from './send-again.tsx';
import classes from './outbox.module.css';

/** One mail as its recipient reads it, and how its sending went. */
export function MailDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const mail = useLoad(mailQuery(id));
  return (
    <SideDialog onClose={onClose} position="right" size="lg" title={dataOf(mail)?.subject ?? 'Mail'}>
      <Loaded load={mail}>{(shown) => <Content mail={shown} />}</Loaded>
    </SideDialog>
  );
}

function Content({ mail }: { mail: Mail }) {
  const tries = mail.attempts === 1 ? 'once' : `${mail.attempts} times`;
  return (
    <Stack gap="md">
      {mail.last_error && mail.state !== 'sent' && (
        <Alert
          color={mail.state === 'failed' ? 'red' : 'yellow'}
          icon={<IconAlertTriangle aria-hidden />}
          title={mail.state === 'failed' ? 'It was not sent' : 'It could not be sent yet'}
        >
          {mail.last_error}
          {mail.next_try && <Text size="sm">Tried again at {formatMoment(mail.next_try)}.</Text>}
        </Alert>
      )}
      <dl className={classes.facts}>
        <dt>State</dt>
        <dd>
          <StateBadge {...shownState(mail)} />
        </dd>
        <dt>To</dt>
        <dd>{mail.to}</dd>
        <dt>Requested by</dt>
        <dd>{mail.created_by}</dd>
        <dt>Written</dt>
        <dd>{formatMoment(mail.created_at)}</dd>
        {mail.sent_at && (
          <>
            <dt>Sent</dt>
            <dd>{formatMoment(mail.sent_at)}</dd>
          </>
        )}
        {mail.attempts > 0 && (
          <>
            <dt>Tried</dt>
            <dd>{tries}</dd>
          </>
        )}
      </dl>
      <pre className={classes.text} aria-label="Text of the mail">
        {mail.text}
      </pre>
      <Attachments mail={mail} />
      <Group justify="flex-end">
        <SendAgain mail={mail} />
      </Group>
    </Stack>
  );
}
