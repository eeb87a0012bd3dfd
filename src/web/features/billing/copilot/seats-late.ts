import { lateDialog } from '#web/ui/pages/late.tsx';

/** The seats behind an amount, loaded when they are opened. */
export const SeatsDialog = lateDialog(
  () => import('./seats-dialog.tsx'),
  ({ onClose }) => onClose(),
);
