import { fetchWhenQuiet, lateDialog } from '../pages/late.tsx';

/** The question beside what was pressed. Its code comes once the page is quiet, or when it is asked first. */
export const ConfirmPopover = lateDialog(
  async () => ({ default: (await import('./confirm-popover.tsx')).ConfirmPopover }),
  ({ onClose }) => onClose(),
);
fetchWhenQuiet(ConfirmPopover.fetch);
