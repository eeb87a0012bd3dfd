import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Resource } from '#kernel/resource.ts';
import { grouped } from '#kernel/written.ts';
import { ApiError, newIntent } from '#web/data/client.ts';
import { noticeSuccess } from '#web/ui/notices/notices.tsx';
import { offerUndo, type Undone } from '#web/ui/notices/undo-notice.tsx';
import type { ImportDone } from '../csv-import/import-calls.ts';
import { failureWords, mayWorkLater } from '../failure-words.ts';
import { useMay } from '../use-may.ts';
import { takeChangesBack, undoneWords } from './undo-calls.ts';

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
          return { done: undoneWords(await takeChangesBack(changes, intent)) };
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
