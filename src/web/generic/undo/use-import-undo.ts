import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Resource } from '#kernel/resource.ts';
import { grouped } from '#kernel/written.ts';
import { ApiError, newIntent } from '#web/data/client.ts';
import { followJob } from '#web/data/followed-jobs.ts';
import { noticeSuccess } from '#web/ui/notices/notices.tsx';
import { offerUndo, type Undone } from '#web/ui/notices/undo-notice.tsx';
import type { ImportDone } from '../csv-import/import-calls.ts';
import { failureWords, mayWorkLater } from '../failure-words.ts';
import { useMay } from '../use-may.ts';
import { beginTakingBack, takeChangesBack, undoneWords } from './undo-calls.ts';

/** The undo of more records takes so long that it is followed beside all screens. */
const MOST_WAITED_FOR = 1000;

/** Says that a file was imported, and offers to take it back where its person may do so. */
export function useImportUndo(resource: Resource) {
  const queries = useQueryClient();
  const may = useMay(resource);
  return useCallback(
    (message: string, { changes, created, updated = 0 }: ImportDone) => {
      const mayUndo = (created === 0 || may.delete) && (updated === 0 || may.update);
      if (!changes || !mayUndo) return noticeSuccess(message);
      const intent = newIntent();
      const undo = async (): Promise<Undone> => {
        try {
          if (created + updated <= MOST_WAITED_FOR)
            return { done: undoneWords(await takeChangesBack(changes, intent)) };
          followJob((await beginTakingBack(changes, intent)).id);
          return { done: 'The import is being undone. You can go on meanwhile.' };
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          const words = failureWords(error, { sentence: 'The import could not be undone', resource });
          return { failed: words, again: mayWorkLater(error) };
        } finally {
          void queries.invalidateQueries();
        }
      };
      offerUndo({ message, label: `Undo import (${grouped(created + updated)})`, undo });
    },
    [queries, resource, may.delete, may.update],
  );
}
