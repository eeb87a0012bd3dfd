import { IconUser, IconUsersGroup } from '@tabler/icons-react';
import type { ModelScreens } from '#web/generic/model-screens.ts';
import { RefreshButton, Snapshot } from './snapshot.tsx';

/** Each change leads to its group, as long as the directory has it, and to who it is about. */
const screens: ModelScreens = {
  beside: { View: Snapshot },
  Reports: RefreshButton,
  additions: {
    cells: { group_name: { width: 320 }, email: { width: 240 } },
    row: [
      {
        label: 'Show group',
        icon: <IconUsersGroup size={16} aria-hidden />,
        right: 'read',
        offered: ({ row }) => row['ad_group_id'] !== null,
        to: ({ row }) => ({ to: `/auth/view/ad_groups/${String(row['ad_group_id'])}` }),
      },
      {
        label: 'Show person',
        icon: <IconUser size={16} aria-hidden />,
        right: 'read',
        offered: ({ row }) => row['email'] !== null,
        to: ({ row }) => ({ to: '/auth/view/ad_people', search: { by_email: String(row['email']) } }),
      },
    ],
  },
  nothingYet: {
    words: 'Who joins or leaves a group is listed here from the second reading of the directory on.',
    Ways: RefreshButton,
  },
};
export default screens;
