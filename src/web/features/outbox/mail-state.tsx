import { Badge } from '@mantine/core';
import { MAIL_STATES, type Mail } from './mails.ts';

const COLORS: Record<Mail['state'], string> = {
  queued: 'yellow',
  sending: 'blue',
  sent: 'teal',
  failed: 'red',
  kept: 'gray',
};

/** Where a mail stands, in a word. */
export function MailState({ state }: { state: Mail['state'] }) {
  return (
    <Badge variant="dot" color={COLORS[state]} tt="none" fw={500}>
      {MAIL_STATES.find(({ value }) => value === state)?.label}
    </Badge>
  );
}
