import { fetchWhenQuiet, lateDialog } from '#web/ui/pages/late.tsx';

/** Confirms that a record is to be deleted. Its code is loaded once the page is quiet, or at its first use. */
export const DeleteDialog = lateDialog(
  async () => ({ default: (await import('./delete-dialog.tsx')).DeleteDialog }),
  ({ onCancel }) => onCancel(),
);
fetchWhenQuiet(DeleteDialog.fetch);
