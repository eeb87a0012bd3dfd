import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Resource } from '#kernel/resource.ts';
import { grouped } from '#kernel/written.ts';
import { ApiError, newIntent } from '#web/data/client.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { recordName } from '../record-title.ts';
import { bulkCalls, countOf } from './bulk-calls.ts';
import { RefusedList } from './refused-list.tsx';
import { countOfSelection, previewOf, type Selection } from './selection-calls.ts';
import type { BulkUndo } from './use-bulk-undo.ts';
import { useSelectionWork } from './use-selection-work.ts';
import { WorkProgress } from './work-progress.tsx';
import classes from './bulk.module.css';

/** The props of a dialog about what is selected. */
export interface SelectionDialogProps {
  resource: Resource;
  selection: Selection;
  undo: BulkUndo;
  /** Records that were chosen one by one are different now. */
  onStored?: ((rows: readonly RecordRow[]) => void) | undefined;
  /** Records that were chosen one by one are gone. */
  onGone?: ((rows: readonly RecordRow[]) => void) | undefined;
  onDone: () => void;
  onClose: () => void;
}

/** So many are named before the others are counted. */
const NAMED = 5;

/** Deletes what is selected: chosen records at once, all that match by a job. */
function useDeletion(props: SelectionDialogProps) {
  const { resource, selection, undo, onGone, onDone } = props;
  const [intent] = useState(newIntent);
  const work = useSelectionWork(props);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      if ('rows' in selection) return bulkCalls.remove(resource, selection.rows, intent);
      // As many as the question has named, whatever matches by now.
      const preview = await previewOf(resource, selection, {});
      await work.start({ ...preview, total: selection.count }, null);
      return null;
    },
    onSuccess: (gone) => {
      if (!gone) return;
      onDone();
      onGone?.(gone);
      undo.ofDelete(gone);
    },
  });
  const failure = work.error ?? (error instanceof ApiError ? error : null);
  return { work, remove: () => mutate(), isBusy: isPending || work.busy !== null, failure };
}

/** Confirms once before what is selected is deleted, and says which records refuse and why. */
export default function BulkDeleteDialog(props: SelectionDialogProps) {
  const { resource, selection, onClose } = props;
  const { work, remove, isBusy, failure } = useDeletion(props);
  const count = countOfSelection(selection);
  const stay = work.busy?.job ? work.leave : () => undefined;
  return (
    <Dialog
      onClose={isBusy ? stay : onClose}
      title={`Delete ${grouped(count)} ${resource.label[count === 1 ? 0 : 1]}`}
      centered
    >
      <Text size="sm">
        Sure to delete {'all' in selection && 'all '}
        {countOf(resource, count)}
        {'all' in selection && ' that match'}?
      </Text>
      {'rows' in selection && <Names resource={resource} rows={selection.rows} />}
      {failure && (
        <RefusedList
          resource={resource}
          error={failure}
          sentence={resource.messages.deleteFailed}
          onFollow={onClose}
        />
      )}
      {work.busy?.job && <WorkProgress label="Deleting" progress={work.busy.progress} />}
      <DialogButtons>
        {work.busy?.job ? (
          <Button variant="default" onClick={work.leave}>
            Go on in the background
          </Button>
        ) : (
          <Button variant="default" onClick={onClose} disabled={isBusy} data-autofocus>
            {failure ? 'Close' : 'Cancel'}
          </Button>
        )}
        <Button color="red.9" onClick={remove} loading={isBusy}>
          {failure ? 'Try again' : 'Delete'}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

function Names({ resource, rows }: { resource: Resource; rows: readonly RecordRow[] }) {
  const rest = rows.length - NAMED;
  return (
    <ul className={classes.names}>
      {rows.slice(0, NAMED).map((row) => (
        <li key={row.id}>{recordName(resource, row)}</li>
      ))}
      {rest > 0 && <li>and {grouped(rest)} more</li>}
    </ul>
  );
}
