import { Button } from '@mantine/core';
import { IconSend, IconWebhook } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { sendDeliveryAgain } from '#calls/webhooks.ts';
import { registry } from '#resources/registry.ts';
import { change } from '#web/data/call.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { Action, RowAbout } from '#web/generic/additions/additions.ts';
import { CellLink } from '#web/generic/kinds/cell-link.tsx';
import type { ModelScreens } from '#web/generic/model-screens.ts';
import { formatMoment } from '#web/ui/moments.ts';

const sendAgain: Action<RowAbout> = {
  label: 'Send Again',
  icon: <IconSend size={16} aria-hidden />,
  failed: 'The delivery could not be sent again.',
  run: async ({ row }, { once }) => {
    await once([row.id, 'again', row.lock_version], (intent) =>
      change(sendDeliveryAgain, { id: row.id }, intent),
    );
    return { notice: 'The delivery is on its way again.' };
  },
};

/** The record that an event is about, as the way to it. */
function RecordCell({ row, tabIndex }: { row: RecordRow; tabIndex: 0 | -1 }) {
  const model = registry.find(String(row['event']).split('.')[0] ?? '');
  const id = row['record_id'];
  if (typeof id !== 'number' || !model) return null;
  return (
    <CellLink model={model.name} id={id} tabIndex={tabIndex}>
      {model.label[0]} {id}
    </CellLink>
  );
}

const Webhooks = () => (
  <Button
    component={Link}
    to="/auth/view/webhooks"
    variant="default"
    leftSection={<IconWebhook size={16} aria-hidden />}
  >
    Webhooks
  </Button>
);

/** The log leads to what it is about, and sends once more. */
const screens: ModelScreens = {
  additions: {
    row: [sendAgain],
    cells: {
      created_at: { width: 180, cell: ({ created_at: at }) => formatMoment(String(at)) },
      record_id: { width: 190, cell: (row, tabIndex) => <RecordCell row={row} tabIndex={tabIndex} /> },
    },
  },
  nothingYet: {
    words: 'What is delivered to webhooks is listed here, from the first event that one of them wants.',
    Ways: Webhooks,
  },
};
export default screens;
