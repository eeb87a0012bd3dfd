import { fetchWhenQuiet, lateDialog } from '#web/ui/pages/late.tsx';

/** Asks before a form is sent. Its code comes once the page is quiet, or when it is asked first. */
export const ConfirmChanges = lateDialog(
  async () => ({ default: (await import('./confirm-changes.tsx')).ConfirmChanges }),
  ({ onCancel }) => onCancel(),
);
fetchWhenQuiet(ConfirmChanges.fetch);
