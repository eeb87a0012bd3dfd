import { fetchWhenQuiet, lateDialog } from '#web/ui/pages/late.tsx';

/** Lets the person choose a version. Its code is loaded on a quiet page or at its first use: conflicts are rare. */
export const ConflictDialog = lateDialog(
  async () => ({ default: (await import('./conflict-dialog.tsx')).ConflictDialog }),
  ({ formState }) => formState.leaveConflict(),
);
fetchWhenQuiet(ConflictDialog.fetch);
