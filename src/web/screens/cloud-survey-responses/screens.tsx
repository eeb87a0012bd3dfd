import { IconArrowBigRightLines } from '@tabler/icons-react';
import type { ModelScreens } from '#web/generic/model-screens.ts';
import { lateDialog } from '#web/ui/pages/late.tsx';
import { differingAnswers } from './differing-answers.ts';

const TakeOverDialog = lateDialog(
  () => import('./take-over-dialog.tsx'),
  ({ onClose }) => onClose(),
);

/** Answers that differ from the inventory can be taken over into it, and the form begins with what it says. */
const screens: ModelScreens = {
  additions: {
    row: [
      {
        label: 'Take Over into Inventory',
        icon: <IconArrowBigRightLines size={16} aria-hidden />,
        offered: ({ row }) => differingAnswers(row).length > 0,
        opens: ({ about: { row }, onClose }) => <TakeOverDialog row={row} onClose={onClose} />,
      },
    ],
  },
  forms: () => import('./forms.tsx'),
};
export default screens;
