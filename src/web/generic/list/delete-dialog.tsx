import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keepsHistory, resourcePath, type Resource } from '#kernel/resource.ts';
import { api, ApiError } from '#web/data/client.ts';
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { FailureNote } from '#web/ui/pages/states.tsx';
import { mayWorkLater, refusalWords } from '../failure-words.ts';
import { useUndo } from '../use-undo.ts';

interface DeleteDialogProps {
  resource: Resource;
  id: number;
  /** The name of the record. */
  name: string;
  onDone: () => void;
  onCancel: () => void;
}

/** Confirms that a record is to be deleted; a refusal, such as that others refer to it, is shown in the dialog. */
export function DeleteDialog({ resource, id, name, onDone, onCancel }: DeleteDialogProps) {
  const queries = useQueryClient();
  const undo = useUndo(resource);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.remove(`${resourcePath(resource.name)}/${id}`),
    onSuccess: async () => {
      undo.ofDelete(id);
      onDone();
      await queries.invalidateQueries();
    },
  });
  const failure = error instanceof ApiError ? error : null;
  const refused =
    failure && refusalWords(failure, { sentence: resource.messages.deleteFailed, resource, id });
  return (
    <Dialog onClose={isPending ? () => undefined : onCancel} title={`Delete ${resource.label[0]}`} centered>
      <Text size="sm">Sure to delete?</Text>
      <Text fw={600} mt={4} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      {!keepsHistory(resource) && (
        <Text size="sm" mt="xs">
          Nothing of it is kept, so it cannot be brought back.
        </Text>
      )}
      {refused && <FailureNote outcome={refused} onFollow={onCancel} mt="md" />}
      <DialogButtons>
        <Button variant="default" onClick={onCancel} disabled={isPending} data-autofocus>
          {error ? 'Close' : 'Cancel'}
        </Button>
        {(!failure || mayWorkLater(failure)) && (
          <Button color="red.9" onClick={() => mutate()} loading={isPending}>
            {failure ? 'Try again' : 'Confirm'}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
}
