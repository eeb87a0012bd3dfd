import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { keepsHistory, resourcePath, type Resource } from '#kernel/resource.ts';
import { api, ApiError, newIntent } from '#web/data/client.ts';
import { isWaiting } from '#web/data/peer-review.ts';
import type { RecordAnswer, RecordRow } from '#web/data/queries.ts';
import { useMay } from './use-may.ts';
import { focusRow } from '#web/ui/focus/focus-rows.ts';
import { noticeSuccess } from '#web/ui/notices/notices.tsx';
import { offerUndo, type Undone } from '#web/ui/notices/undo-notice.tsx';
import type { Outcome } from '#web/ui/outcome.tsx';
import type { Result } from './editing/form-state-types.ts';
import { UNDO_WAITS } from './peer-review/notice-waits.ts';
import { failureWords, mayWorkLater } from './failure-words.ts';
import { formerValues } from '#kernel/former-values.ts';
import { restore, restored, restoreFailed } from './restore.ts';

type Saved = Pick<Extract<Result<RecordRow>, { is: 'saved' }>, 'before' | 'stored' | 'adopted' | 'by'>;
type OnUndone = (record: RecordRow) => void;

/** How to undo something: what to send, and what to say of a refusal and of the success. */
interface Undoing {
  send: () => Promise<RecordRow>;
  refused: (error: ApiError) => Outcome | Promise<Outcome>;
  done: string;
  onUndone: OnUndone | undefined;
}

const NOT_UNDONE = 'This could not be undone';

/** The changes of others while the person was changing the record, and that they stay; empty for none. */
function mergedWords(resource: Resource, { adopted, by }: Saved): string {
  if (adopted.length === 0) return '';
  const labels = adopted.map((name) => resource.fields[name]?.label ?? name).join(', ');
  return `${by?.name ?? by?.email ?? 'Somebody'} changed ${labels} meanwhile, which stays.`;
}

/**
 * Shows the changes of a model's records and offers to undo them. What somebody else did meanwhile is never
 * overwritten: the undo is refused then, and says who it was.
 */
export function useUndo(resource: Resource) {
  const queries = useQueryClient();
  const mayRestore = useMay(resource).delete;
  return useMemo(() => {
    const path = resourcePath(resource.name);
    const { updated, deleted } = resource.messages;

    const undoBy =
      ({ send, refused, done, onUndone }: Undoing) =>
      async (): Promise<Undone> => {
        try {
          const record = await send();
          await queries.invalidateQueries();
          if (isWaiting(record)) return { done: UNDO_WAITS };
          onUndone?.(record);
          focusRow({ table: resource.label[1], key: String(record.id), action: null, ariaRow: null });
          return { done };
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          const again = mayWorkLater(error);
          // The shown data is older than what the server refused for.
          if (!again) void queries.invalidateQueries();
          return { failed: await refused(error), again };
        }
      };

    return {
      /** After an update; it shows too what somebody else changed meanwhile. */
      ofUpdate: (saved: Saved, onUndone?: OnUndone) => {
        const { before, stored: after } = saved;
        if (isWaiting(after)) return undefined;
        const former = before && formerValues(resource, before, after);
        const message = [updated, mergedWords(resource, saved)].filter(Boolean).join(' ');
        if (!former || Object.keys(former).length === 0) return noticeSuccess(message);
        const body = { ...former, lock_version: after.lock_version };
        // Each try is the same undo: one whose answer was lost is not refused as somebody else's change.
        const intent = newIntent();
        const send = async () => (await api.put<RecordAnswer>(`${path}/${after.id}`, body, { intent })).data;
        const about = { sentence: NOT_UNDONE, resource, id: after.id, values: former };
        const refused = (error: ApiError) =>
          failureWords(error, { ...about, onceFree: 'change this one back' });
        return offerUndo({
          message,
          undo: undoBy({ send, refused, done: 'The change has been undone!', onUndone }),
        });
      },
      /** After a deletion. */
      ofDelete: (id: number, onUndone?: OnUndone) => {
        if (!mayRestore || !keepsHistory(resource)) return noticeSuccess(deleted);
        const intent = newIntent();
        return offerUndo({
          message: deleted,
          undo: undoBy({
            send: () => restore(resource, id, intent),
            refused: (error) => restoreFailed(error, { resource, id, sentence: NOT_UNDONE }),
            done: restored(resource),
            onUndone,
          }),
        });
      },
    };
  }, [resource, queries, mayRestore]);
}
