import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Resource } from '#kernel/resource.ts';
import { ApiError, newIntent } from '#web/data/client.ts';
import { isWaiting } from '#web/data/peer-review.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { noticeSuccess } from '#web/ui/notices/notices.tsx';
import { offerUndo, type Undone } from '#web/ui/notices/undo-notice.tsx';
import { failureWords, mayWorkLater } from '../failure-words.ts';
import { formerValues } from '#kernel/former-values.ts';
import { recordKey } from '../record-key.ts';
import { noticeWaits, UNDO_WAITS } from '../peer-review/notice-waits.ts';
import { bulkCalls, countOf, refusedRecords } from './bulk-calls.ts';
import { saveRows } from './row-calls.ts';
import { takeBackAll, type Done } from './selection-calls.ts';

const NOT_UNDONE = 'This could not be undone';

type OnUndone = (records: readonly RecordRow[]) => void;

/**
 * Shows the changes of several records and offers one undo for all of them.
 * @param mayRestore whether deleted ones can be brought back
 * @param mayRemove whether new ones can be taken back
 */
export function useBulkUndo(resource: Resource, mayRestore: boolean, mayRemove = false) {
  const queries = useQueryClient();

  const undoBy = useCallback(
    (send: () => Promise<readonly RecordRow[]>, done: string, onUndone?: OnUndone) =>
      async (): Promise<Undone> => {
        try {
          const records = await send();
          await queries.invalidateQueries();
          if (isWaiting(records)) return { done: UNDO_WAITS };
          onUndone?.(records);
          return { done };
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          void queries.invalidateQueries();
          const words = failureWords(error, { sentence: NOT_UNDONE, resource });
          const reasons = refusedRecords(error).map((one) => one.error);
          const reason = reasons.length > 0 ? [words.reason, ...reasons].join(' ') : words.reason;
          return { failed: { ...words, reason }, again: mayWorkLater(error) };
        }
      },
    [queries, resource],
  );
  const sentenceOf = useCallback(
    (count: number, what: string) =>
      `${countOf(resource, count)} ${count === 1 ? 'has' : 'have'} been ${what}!`,
    [resource],
  );

  const ofUpdate = useCallback(
    (stored: readonly RecordRow[], before: readonly RecordRow[], onUndone?: OnUndone) => {
      if (isWaiting(stored)) return undefined;
      const beforeByKey = new Map(before.map((row) => [recordKey(row), row]));
      const changes = new Map(
        stored.flatMap((row) => {
          const former = beforeByKey.get(recordKey(row));
          const values =
            former && row.lock_version !== former.lock_version && formerValues(resource, former, row);
          return values ? [[recordKey(row), values] as const] : [];
        }),
      );
      const changed = stored.filter((row) => changes.has(recordKey(row)));
      const really = stored.filter(
        (row) => row.lock_version !== beforeByKey.get(recordKey(row))?.lock_version,
      );
      const message = sentenceOf(really.length, 'updated');
      // Of all or of none: where one has no way back, there is none.
      if (changed.length === 0 || changed.length < really.length) return noticeSuccess(message);
      const intent = newIntent();
      const send = () =>
        bulkCalls.update(resource, changed, (row) => changes.get(recordKey(row)) ?? {}, intent);
      offerUndo({ message, undo: undoBy(send, 'The changes have been undone!', onUndone) });
    },
    [resource, sentenceOf, undoBy],
  );

  const ofDelete = useCallback(
    (gone: readonly RecordRow[]) => {
      const message = sentenceOf(gone.length, 'deleted');
      if (!mayRestore) return noticeSuccess(message);
      const intent = newIntent();
      const send = () => bulkCalls.restore(resource, gone, intent);
      offerUndo({ message, undo: undoBy(send, sentenceOf(gone.length, 'restored')) });
    },
    [resource, mayRestore, sentenceOf, undoBy],
  );

  const ofJob = useCallback(
    ({ job, done: { what, total, changed, may_undo: mayUndo, waits } }: Done) => {
      if (waits !== undefined) return noticeWaits(`The change of ${countOf(resource, total)} waits`);
      const deletes = what === 'delete';
      const message = sentenceOf(changed, deletes ? 'deleted' : 'updated');
      if (!mayUndo) return noticeSuccess(message);
      const intent = newIntent();
      const send = async () => {
        await takeBackAll(job, intent);
        return [];
      };
      const done = deletes ? sentenceOf(changed, 'restored') : 'The changes have been undone!';
      offerUndo({ message, undo: undoBy(send, done) });
    },
    [resource, sentenceOf, undoBy],
  );

  /** Of rows of which some were new: those have nothing before. */
  const ofRows = useCallback(
    (
      stored: readonly RecordRow[],
      before: readonly (RecordRow | null)[],
      onUndone: (back: readonly RecordRow[], gone: readonly RecordRow[]) => void,
    ) => {
      if (isWaiting(stored)) return undefined;
      const added = stored.filter((_row, at) => !before[at]);
      const changed = stored.flatMap((row, at) => {
        const former = before[at];
        return former && former.lock_version !== row.lock_version ? [{ row, former }] : [];
      });
      const counts = [
        ...(added.length > 0 ? [sentenceOf(added.length, 'added')] : []),
        ...(changed.length > 0 ? [sentenceOf(changed.length, 'updated')] : []),
      ];
      const message = counts.join(' ');
      const back = changed.flatMap(({ row, former }) => {
        const values = formerValues(resource, former, row);
        return values ? [{ record: row, values }] : [];
      });
      // Of all or of none: where one has no way back, there is none.
      if (back.length < changed.length || (added.length > 0 && !mayRemove)) return noticeSuccess(message);
      const intent = newIntent();
      const send = () => saveRows(resource, back, added, intent);
      offerUndo({
        message,
        undo: undoBy(send, 'The changes have been undone!', (records) => onUndone(records, added)),
      });
    },
    [resource, mayRemove, sentenceOf, undoBy],
  );
  return { ofUpdate, ofDelete, ofJob, ofRows };
}

/** Offers one undo for what was done with several records. */
export type BulkUndo = ReturnType<typeof useBulkUndo>;
