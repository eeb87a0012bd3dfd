import { IconArrowsDiff } from '@tabler/icons-react';
import type { ModelScreens } from '#web/generic/model-screens.ts';
import { late } from '#web/ui/pages/late.tsx';
import { compareAddress } from './compare/compare-address.ts';
import { RefreshButton, Snapshot } from './snapshot.tsx';

/** Rights in an account are read from the clouds, and compared with others side by side. */
const screens: ModelScreens = {
  beside: { View: Snapshot },
  Reports: RefreshButton,
  additions: {
    row: [
      {
        label: 'Compare with another',
        icon: <IconArrowsDiff size={16} aria-hidden />,
        right: 'read',
        to: ({ row }) => compareAddress(row.id),
      },
    ],
  },
  nothingYet: { words: 'They are listed here once the clouds have been read.', Ways: RefreshButton },
  own: { record: late(() => import('./records/set-screen.tsx')) },
};
export default screens;
