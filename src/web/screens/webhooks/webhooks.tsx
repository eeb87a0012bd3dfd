import { IconKey, IconListDetails, IconSend } from '@tabler/icons-react';
import { newSecret as newSecretCall, sendTest as sendTestCall } from '#calls/webhooks.ts';
import { change } from '#web/data/call.ts';
import type { Action, RowAbout } from '#web/generic/additions/additions.ts';
import type { ModelScreens } from '#web/generic/model-screens.ts';
import { ShownOnce } from '#web/ui/shown-once.tsx';

const sendTest: Action<RowAbout> = {
  label: 'Send Test',
  icon: <IconSend size={16} aria-hidden />,
  offered: ({ row }) => row['active'] === true,
  failed: 'The test could not be sent.',
  run: async ({ row }, { once }) => {
    const { id } = await once([row.id, 'test'], (intent) => change(sendTestCall, { id: row.id }, intent));
    const link = { label: 'See what came of it', to: `/auth/view/webhook_deliveries/${id}` };
    return { notice: { title: 'A test is on its way.', link } };
  },
};

const deliveries: Action<RowAbout> = {
  label: 'See Deliveries',
  icon: <IconListDetails size={16} aria-hidden />,
  to: ({ row }) => ({ to: '/auth/view/webhook_deliveries', search: { by_webhook_id: String(row.id) } }),
};

const newSecret: Action<RowAbout> = {
  label: 'New Secret',
  icon: <IconKey size={16} aria-hidden />,
  dialog: {
    title: 'New Secret',
    text: () =>
      'The receiver needs it to know that an event comes from here. What it had before counts no more: until it has the new one, it refuses what is sent, which is sent again later.',
    submit: 'Make Secret',
    failed: 'The secret could not be made.',
    run: async ({ row }) => {
      const { secret } = await change(newSecretCall, { id: row.id });
      return { notice: null, result: <Made secret={secret} /> };
    },
  },
};

const Made = ({ secret }: { secret: string }) => (
  <ShownOnce
    label="Signing secret"
    secret={secret}
    warning="Keep it where secrets are kept: whoever has it can make events that look like ours."
  >
    Give it to the receiver, which verifies each request with it as Standard Webhooks describe.
  </ShownOnce>
);

/** A webhook is tried, and its secret made, from its row and its page. */
const screens: ModelScreens = { additions: { row: [sendTest, deliveries, newSecret] } };
export default screens;
