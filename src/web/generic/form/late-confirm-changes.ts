import { fetchWhenQuiet, lateDialog } from '#web/ui/pages/late.tsx';

/** Confirms a form before it is sent. Its code is loaded once the page is quiet, or at its first use. */
export const ConfirmChanges = lateDialog(
  async () => ({ default: (await import('./confirm-changes.tsx')).ConfirmChanges }),
  ({ onCancel }) => onCancel(),
);
fetchWhenQuiet(ConfirmChanges.fetch);
