import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { resourcePath, type Resource } from '#kernel/resource.ts';
import { api, ApiError, newIntent } from '#web/data/client.ts';
import type { RecordAnswer, RecordRow } from '#web/data/queries.ts';
import { noticeFailure } from '#web/ui/notices.tsx';
import { offerUndo, type Undone } from '#web/ui/undo-notice.tsx';
import { failureWords, mayWorkLater } from './failure-words.ts';
import { restore, restored, restoreFailed } from './restore.ts';

const NOT_UNDONE = 'This could not be undone';

/** Deletes a record again that was brought back, unless somebody has changed it meanwhile. */
async function takeBack(resource: Resource, { id, lock_version: version }: RecordRow): Promise<Undone> {
  const path = `${resourcePath(resource.name)}/${id}`;
  try {
    const { data } = await api.get<RecordAnswer>(path);
    if (data.lock_version !== version)
      return {
        failed: { title: NOT_UNDONE, reason: `The ${resource.noun[0]} was changed meanwhile.` },
        again: false,
      };
    await api.remove(path);
    return { done: resource.messages.deleted };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return {
      failed: failureWords(error, { sentence: NOT_UNDONE, resource, id }),
      again: mayWorkLater(error),
    };
  }
}

/** Brings deleted records of a model back, each once however often that is asked, and offers to undo it. */
export function useRestore(resource: Resource) {
  const queries = useQueryClient();
  const intent = useRef(newIntent());
  const { mutate, isPending } = useMutation({
    mutationFn: (id: number) => restore(resource, id, intent.current),
    onSuccess: async (record) => {
      intent.current = newIntent();
      offerUndo({
        message: restored(resource),
        undo: async () => {
          const undone = await takeBack(resource, record);
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
