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
const CHANGES_UNDONE = 'The changes have been undone!';

type OnUndone = (records: readonly RecordRow[]) => void;

/** How something that was done is undone. */
interface WayBack {
  send: (intent: string) => Promise<readonly RecordRow[]>;
  /** Said once it is undone. */
  done: string;
  onUndone?: OnUndone;
}

/** Says what was done and offers its undo, which happens once however often it is tried. */
function useUndoOffer(resource: Resource) {
  const queries = useQueryClient();
  return useCallback(
    (message: string, { send, done, onUndone }: WayBack) => {
      const intent = newIntent();
      const undo = async (): Promise<Undone> => {
        try {
          const records = await send(intent);
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
      };
      offerUndo({ message, undo });
    },
    [queries, resource],
  );
}

const sentenceOf = (resource: Resource, count: number, what: string) =>
  `${countOf(resource, count)} ${count === 1 ? 'has' : 'have'} been ${what}!`;

interface Change {
  record: RecordRow;
  /** As it was before; undefined where that is not known. */
  former: RecordRow | undefined;
}

/** The changes that a save really made, and of those that have a way back the values that lead there. */
function changesMade(resource: Resource, saved: readonly Change[]) {
  const changes = saved.filter(({ record, former }) => record.lock_version !== former?.lock_version);
  const back = changes.flatMap(({ record, former }) => {
    const values = former && formerValues(resource, former, record);
    return values ? [{ record, values }] : [];
  });
  // Of all or of none: where one has no way back, there is none.
  return { count: changes.length, back, haveWayBack: back.length === changes.length };
}

/**
 * Shows the changes of several records and offers one undo for all of them.
 * @param mayRestore whether deleted ones can be brought back
 * @param mayRemove whether new ones can be taken back
 */
export function useBulkUndo(resource: Resource, mayRestore: boolean, mayRemove = false) {
  const offer = useUndoOffer(resource);

  const ofUpdate = useCallback(
    (stored: readonly RecordRow[], before: readonly RecordRow[], onUndone?: OnUndone) => {
      if (isWaiting(stored)) return undefined;
      const beforeByKey = new Map(before.map((row) => [recordKey(row), row]));
      const saved = stored.map((record) => ({ record, former: beforeByKey.get(recordKey(record)) }));
      const { count, back, haveWayBack } = changesMade(resource, saved);
      const message = sentenceOf(resource, count, 'updated');
      if (count === 0 || !haveWayBack) return noticeSuccess(message);
      offer(message, {
        send: (intent) => bulkCalls.update(resource, back, intent),
        done: CHANGES_UNDONE,
        onUndone,
      });
    },
    [resource, offer],
  );

  const ofDelete = useCallback(
    (gone: readonly RecordRow[]) => {
      const message = sentenceOf(resource, gone.length, 'deleted');
      if (!mayRestore) return noticeSuccess(message);
      offer(message, {
        send: (intent) => bulkCalls.restore(resource, gone, intent),
        done: sentenceOf(resource, gone.length, 'restored'),
      });
    },
    [resource, mayRestore, offer],
  );

  const ofJob = useCallback(
    ({ job, done: { what, total, changed, may_undo: mayUndo, waits } }: Done) => {
      if (waits !== undefined) return noticeWaits(`The change of ${countOf(resource, total)} waits`);
      const deletes = what === 'delete';
      const message = sentenceOf(resource, changed, deletes ? 'deleted' : 'updated');
      if (!mayUndo) return noticeSuccess(message);
      const send = async (intent: string) => {
        await takeBackAll(job, intent);
        return [];
      };
      offer(message, { send, done: deletes ? sentenceOf(resource, changed, 'restored') : CHANGES_UNDONE });
    },
    [resource, offer],
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
      const saved = stored.flatMap((record, at) => (before[at] ? [{ record, former: before[at] }] : []));
      const { count, back, haveWayBack } = changesMade(resource, saved);
      const message = [
        ...(added.length > 0 ? [sentenceOf(resource, added.length, 'added')] : []),
        ...(count > 0 ? [sentenceOf(resource, count, 'updated')] : []),
      ].join(' ');
      if (!haveWayBack || (added.length > 0 && !mayRemove)) return noticeSuccess(message);
      offer(message, {
        send: (intent) => saveRows(resource, back, added, intent),
        done: CHANGES_UNDONE,
        onUndone: (records) => onUndone(records, added),
      });
    },
    [resource, mayRemove, offer],
  );
  return { ofUpdate, ofDelete, ofJob, ofRows };
}

/** Offers one undo for what was done with several records. */
export type BulkUndo = ReturnType<typeof useBulkUndo>;
