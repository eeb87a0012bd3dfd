import { fetchWhenQuiet, lateDialog } from '../pages/late.tsx';

/** The question beside what was pressed. Its code is loaded once the page is quiet, or at its first use. */
export const ConfirmPopover = lateDialog(
  async () => ({ default: (await import('./confirm-popover.tsx')).ConfirmPopover }),
  ({ onClose }) => onClose(),
);
fetchWhenQuiet(ConfirmPopover.fetch);
