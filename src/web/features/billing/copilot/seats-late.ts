import { lateDialog } from '#web/ui/pages/late.tsx';

/** The seats behind an amount, once somebody asks for them. */
export const SeatsDialog = lateDialog(
  () => import('./seats-dialog.tsx'),
  ({ onClose }) => onClose(),
);
