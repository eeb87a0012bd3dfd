import { IconFilePlus } from '@tabler/icons-react';
import { requestPages } from '#resources/cloud-requests/pages.ts';
import type { ModelScreens } from '#web/generic/model-screens.ts';

const pageOf = (kind: unknown) => Object.entries(requestPages).find(([name]) => name === kind)?.[1].page;

/** A template leads to the form that begins from it. */
const screens: ModelScreens = {
  additions: {
    row: [
      {
        label: 'Request From This Template',
        icon: <IconFilePlus size={16} aria-hidden />,
        right: 'operate',
        to: ({ row }) => ({ to: pageOf(row['kind']) ?? '', search: { template: String(row.id) } }),
      },
    ],
  },
};
export default screens;
