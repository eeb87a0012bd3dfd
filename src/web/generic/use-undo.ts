import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { resourcePath, type Resource } from '#kernel/resource.ts';
import { api, ApiError, newIntent } from '#web/data/client.ts';
import type { RecordAnswer, RecordRow } from '#web/data/queries.ts';
import { useRight } from '#web/data/use-session.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices.ts';
import { offerUndo } from '#web/ui/undo-notice.tsx';
import { formerValues } from './former-values.ts';
import { restore, restored } from './restore.ts';

type OnUndone = (record: RecordRow) => void;

/** The server was away or busy; the same may work in a moment. */
const mayWorkLater = (error: ApiError) => error.status === 0 || error.status >= 500 || error.status === 429;

/**
 * Tells of changes of a model's records and offers to undo them. What somebody else did meanwhile is never
 * overwritten: the undo is refused then, and says who it was.
 */
export function useUndo(resource: Resource) {
  const queries = useQueryClient();
  const mayRestore = useRight('edit_reference_data') && resource.actions.includes('create');
  return useMemo(() => {
    const path = resourcePath(resource.name);
    const { updated, deleted } = resource.messages;

    const undoBy =
      (send: () => Promise<RecordRow>, done: string, onUndone: OnUndone | undefined) => async () => {
        try {
          const record = await send();
          await queries.invalidateQueries();
          noticeSuccess(done);
          onUndone?.(record);
          return 'over';
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          noticeFailure('This could not be undone', error.message);
          if (mayWorkLater(error)) return 'again';
          // What is shown is older than what the server refused for.
          void queries.invalidateQueries();
          return 'over';
        }
      };

    return {
      /** After an update that made `after` of `before`. */
      ofUpdate: (before: RecordRow, after: RecordRow, onUndone?: OnUndone) => {
        const former = formerValues(resource, before, after);
        if (!former || Object.keys(former).length === 0) return noticeSuccess(updated);
        const body = { ...former, lock_version: after.lock_version };
        const send = async () => (await api.put<RecordAnswer>(`${path}/${after.id}`, body)).data;
        return offerUndo({
          subject: `${path}/${after.id}`,
          message: updated,
          undo: undoBy(send, 'The change has been undone!', onUndone),
        });
      },
      /** After a deletion. */
      ofDelete: (id: number, onUndone?: OnUndone) => {
        if (!mayRestore) return noticeSuccess(deleted);
        const intent = newIntent();
        return offerUndo({
          subject: `${path}/${id}`,
          message: deleted,
          undo: undoBy(() => restore(resource, id, intent), restored(resource), onUndone),
        });
      },
    };
  }, [resource, queries, mayRestore]);
}
