import type { ComponentProps } from 'react';
import { ChangeSummary } from './change-summary.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

type ConfirmChangesProps = ComponentProps<typeof ChangeSummary> &
  Omit<ComponentProps<typeof ConfirmDialog>, 'opened' | 'children'>;

/** Confirms changes before they are sent, and lists them; it is mounted only while it is open. */
export function ConfirmChanges({ resource, mode, formState, ...question }: ConfirmChangesProps) {
  return (
    <ConfirmDialog {...question} opened>
      <ChangeSummary resource={resource} mode={mode} formState={formState} />
    </ConfirmDialog>
  );
}
