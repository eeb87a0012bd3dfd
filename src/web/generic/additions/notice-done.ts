import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/data/client.ts';
import { noticeSuccess } from '#web/ui/notices/notices.tsx';
import { offerUndo, type Undone } from '#web/ui/notices/undo-notice.tsx';
import { mayWorkLater } from '../failure-words.ts';
import type { Done } from './additions.ts';

/** Says that something was done, and offers to undo it where that can be. */
export function noticeDone({ notice, undo }: Done, queries: QueryClient): void {
  if (notice === null) return;
  if (!undo) return noticeSuccess(notice);
  const { send, done, failed } = undo;
  offerUndo({
    message: typeof notice === 'string' ? notice : notice.title,
    undo: async (): Promise<Undone> => {
      try {
        await send();
        return { done };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return { failed: { title: failed, reason: error.message }, again: mayWorkLater(error) };
      } finally {
        void queries.invalidateQueries();
      }
    },
  });
}
