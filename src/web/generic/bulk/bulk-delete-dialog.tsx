import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Resource } from '#kernel/resource.ts';
import { ApiError, newIntent } from '#web/data/client.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { grouped } from '#kernel/written.ts';
import { recordName } from '../record-title.ts';
import { bulkCalls, countOf } from './bulk-calls.ts';
import { RefusedList } from './refused-list.tsx';
import classes from './bulk.module.css';

interface BulkDeleteDialogProps {
  resource: Resource;
  rows: readonly RecordRow[];
  onDone: (gone: readonly RecordRow[]) => void;
  onClose: () => void;
}

/** So many are named before the others are counted. */
const NAMED = 5;

/** Confirms once before several records are deleted, and says which of them refuse and why. */
export default function BulkDeleteDialog({ resource, rows, onDone, onClose }: BulkDeleteDialogProps) {
  const [intent] = useState(newIntent);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => bulkCalls.remove(resource, rows, intent),
    onSuccess: onDone,
  });
  const rest = rows.length - NAMED;
  return (
    <Dialog
      onClose={isPending ? () => undefined : onClose}
      title={`Delete ${grouped(rows.length)} ${resource.label[rows.length === 1 ? 0 : 1]}`}
      centered
    >
      <Text size="sm">Sure to delete {countOf(resource, rows.length)}?</Text>
      <ul className={classes.names}>
        {rows.slice(0, NAMED).map((row) => (
          <li key={row.id}>{recordName(resource, row)}</li>
        ))}
        {rest > 0 && <li>and {grouped(rest)} more</li>}
      </ul>
      {error instanceof ApiError && (
        <RefusedList
          resource={resource}
          error={error}
          sentence={resource.messages.deleteFailed}
          onFollow={onClose}
        />
      )}
      <DialogButtons>
        <Button variant="default" onClick={onClose} disabled={isPending} data-autofocus>
          {error ? 'Close' : 'Cancel'}
        </Button>
        <Button color="red.9" onClick={() => mutate()} loading={isPending}>
          {error ? 'Try again' : 'Delete'}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
