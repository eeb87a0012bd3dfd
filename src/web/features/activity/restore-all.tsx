import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Resource } from '#kernel/resource.ts';
import { ApiError, newIntent } from '#web/data/client.ts';
import { bulkCalls, countOf, refusedRecords } from '#web/generic/bulk/bulk-calls.ts';
import { failureWords, mayWorkLater } from '#web/generic/failure-words.ts';
import { useMay } from '#web/generic/use-may.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices/notices.tsx';
import type { Outcome } from '#web/ui/outcome.tsx';
import { offerUndo } from '#web/ui/notices/undo-notice.tsx';
import { allLines } from './activity.ts';

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
      const gone = (await allLines(id)).filter(({ restorable }) => restorable);
      const rows = gone.map(({ record }) => ({ id: record.id }));
      return rows.length > 0 ? bulkCalls.restore(resource, rows, intent) : [];
    },
    onSuccess: async (rows) => {
      const said = (done: string) =>
        `${countOf(resource, rows.length)} ${rows.length === 1 ? 'has' : 'have'} been ${done}!`;
      if (rows.length === 0) noticeSuccess('Nothing of it is missing any more.');
      else {
        const again = newIntent();
        offerUndo({
          message: said('restored'),
          undo: async () => {
            try {
              await bulkCalls.takeBack(resource, rows, again);
              await queries.invalidateQueries();
              return { done: said('deleted') };
            } catch (error) {
              if (!(error instanceof ApiError)) throw error;
              return { failed: refused(error, 'This could not be undone'), again: mayWorkLater(error) };
            }
          },
        });
      }
      await queries.invalidateQueries();
    },
    onError: (failure) => noticeFailure(refused(failure, 'These records could not be restored')),
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
