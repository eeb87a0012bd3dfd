import { fetchWhenQuiet, lateDialog } from '#web/ui/pages/late.tsx';

/** Asks before a record is deleted. Its code comes once the page is quiet, or when it is asked first. */
export const DeleteDialog = lateDialog(
  async () => ({ default: (await import('./delete-dialog.tsx')).DeleteDialog }),
  ({ onCancel }) => onCancel(),
);
fetchWhenQuiet(DeleteDialog.fetch);
