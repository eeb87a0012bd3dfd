import { fetchWhenQuiet, lateDialog } from '#web/ui/pages/late.tsx';

/** Asks which version to keep. Its code comes once the page is quiet, or when it is asked first: few visits meet a conflict. */
export const ConflictDialog = lateDialog(
  async () => ({ default: (await import('./conflict-dialog.tsx')).ConflictDialog }),
  ({ formState }) => formState.leaveConflict(),
);
fetchWhenQuiet(ConflictDialog.fetch);
