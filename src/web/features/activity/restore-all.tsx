import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ActivityLine } from '#calls/activity.ts';
import type { Resource } from '#kernel/resource.ts';
import { ApiError, newIntent } from '#web/data/client.ts';
import { bulkCalls, countOf, refusedRecords } from '#web/generic/bulk/bulk-calls.ts';
import { failureWords, mayWorkLater } from '#web/generic/failure-words.ts';
import { useMay } from '#web/generic/use-may.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices/notices.tsx';
import type { Outcome } from '#web/ui/outcome.tsx';
import { offerUndo } from '#web/ui/notices/undo-notice.tsx';
import { allLines } from './activity.ts';
import { whyNot } from './why-not.ts';

const NOT_RESTORED = 'These records could not be restored';

interface RestoreAllProps {
  /** Of the change that deleted them. */
  id: number;
  resource: Resource;
  count: number;
}

/** Brings back what one change deleted, all of it that is not back yet or nothing. */
export function RestoreAll({ id, resource, count }: RestoreAllProps) {
  const queries = useQueryClient();
  const [intent] = useState(newIntent);
  const may = useMay(resource).delete;
  const refused = (failure: Error, sentence: string): Outcome => {
    if (!(failure instanceof ApiError)) return { title: sentence, reason: failure.message };
    const words = failureWords(failure, { sentence, resource });
    const reasons = refusedRecords(failure).map(({ error }) => error);
    return { ...words, reason: [words.reason, ...reasons].join(' ') };
  };
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const lines = await allLines(id);
      const gone = lines.filter(({ restorable }) => restorable);
      const rows = gone.map(({ record }) => ({ id: record.id }));
      return { lines, rows: rows.length > 0 ? await bulkCalls.restore(resource, rows, intent) : [] };
    },
    onSuccess: async ({ lines, rows }) => {
      const sentence = (done: string) =>
        `${countOf(resource, rows.length)} ${rows.length === 1 ? 'has' : 'have'} been ${done}!`;
      if (rows.length === 0) noticeWhyNone(resource, lines);
      else {
        const again = newIntent();
        offerUndo({
          message: sentence('restored'),
          undo: async () => {
            try {
              await bulkCalls.takeBack(resource, rows, again);
              await queries.invalidateQueries();
              return { done: sentence('deleted') };
            } catch (error) {
              if (!(error instanceof ApiError)) throw error;
              return { failed: refused(error, 'This could not be undone'), again: mayWorkLater(error) };
            }
          },
        });
      }
      await queries.invalidateQueries();
    },
    onError: (failure) => noticeFailure(refused(failure, NOT_RESTORED)),
  });
  if (!may) return null;
  return (
    <Button
      mt={6}
      size="xs"
      variant="default"
      leftSection={<IconArrowBackUp size={14} aria-hidden />}
      loading={isPending}
      onClick={() => mutate()}
    >
      Restore all {countOf(resource, count)}
    </Button>
  );
}

/** There was nothing to bring back: all of it is there, or was deleted anew by another change. */
function noticeWhyNone(resource: Resource, lines: readonly ActivityLine[]): void {
  const reasons = (['deleted', 'gone'] as const).flatMap((is) => {
    const count = lines.filter(({ record }) => record.is === is).length;
    return count > 0 ? [whyNot(countOf(resource, count), is, count === 1)] : [];
  });
  if (reasons.length === 0) noticeSuccess('Nothing of it is missing any more.');
  else noticeFailure({ title: NOT_RESTORED, reason: reasons.join(' ') });
}
