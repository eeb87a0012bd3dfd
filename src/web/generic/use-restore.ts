import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Resource } from '#kernel/resource.ts';
import { ApiError, newIntent } from '#web/data/client.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { noticeFailure } from '#web/ui/notices/notices.tsx';
import { offerUndo, type Undone } from '#web/ui/notices/undo-notice.tsx';
import { asOne, bulkCalls } from './bulk/bulk-calls.ts';
import { failureWords, mayWorkLater } from './failure-words.ts';
import { restore, restored, restoreFailed } from './restore.ts';

const NOT_UNDONE = 'This could not be undone';

/** Deletes a record again that was brought back, unless somebody has changed it meanwhile. */
async function takeBack(resource: Resource, record: RecordRow, intent: string): Promise<Undone> {
  try {
    await bulkCalls.takeBack(resource, [record], intent);
    return { done: resource.messages.deleted };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return {
      failed: failureWords(asOne(error), { sentence: NOT_UNDONE, resource, id: record.id }),
      again: mayWorkLater(error),
    };
  }
}

/** Brings deleted records of a model back, each once however often that is requested, and offers to undo it. */
export function useRestore(resource: Resource) {
  const queries = useQueryClient();
  const intent = useRef(newIntent());
  const { mutate, isPending } = useMutation({
    mutationFn: (id: number) => restore(resource, id, intent.current),
    onSuccess: async (record) => {
      intent.current = newIntent();
      const back = newIntent();
      offerUndo({
        message: restored(resource),
        undo: async () => {
          const undone = await takeBack(resource, record, back);
          await queries.resetQueries({ queryKey: [resource.name, 'record', record.id] });
          await queries.invalidateQueries();
          return undone;
        },
      });
      // Where the record was missed, its screen begins anew.
      await queries.resetQueries({ queryKey: [resource.name, 'record', record.id] });
      await queries.invalidateQueries();
    },
    onError: async (failure, id) => noticeFailure(await restoreFailed(failure, { resource, id })),
  });
  return { restore: (id: number) => mutate(id), isPending };
}
