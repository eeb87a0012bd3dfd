import type { ComponentProps } from 'react';
import { ChangeSummary } from './change-summary.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

type ConfirmChangesProps = ComponentProps<typeof ChangeSummary> &
  Omit<ComponentProps<typeof ConfirmDialog>, 'opened' | 'children'>;

/** Asks before what was changed is sent, and says what that is; it is mounted only while it asks. */
export function ConfirmChanges({ resource, mode, formState, ...question }: ConfirmChangesProps) {
  return (
    <ConfirmDialog {...question} opened>
      <ChangeSummary resource={resource} mode={mode} formState={formState} />
    </ConfirmDialog>
  );
}
