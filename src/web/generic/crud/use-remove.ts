import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { resourcePath, type Resource } from '#kernel/resource.ts';
import { api, ApiError } from '#web/data/client.ts';
import type { ListAnswer } from '#web/data/queries.ts';
import { noticeFailure } from '#web/ui/notices/notices.tsx';
import { refusalWords } from '../failure-words.ts';

/** Deletes records of a model, each once at a time; answers whether the record is gone. */
export function useRemove(resource: Resource): (id: number) => Promise<boolean> {
  const queries = useQueryClient();
  const busy = useRef(new Set<number>());
  return useCallback(
    async (id) => {
      if (busy.current.has(id)) return false;
      busy.current.add(id);
      try {
        await api.remove(`${resourcePath(resource.name)}/${id}`);
        queries.setQueriesData<ListAnswer>(
          { queryKey: [resource.name, 'list'] },
          (answer) =>
            answer && {
              data: answer.data.filter((row) => row.id !== id),
              meta: { ...answer.meta, total: Math.max(0, answer.meta.total - 1) },
            },
        );
        void queries.invalidateQueries();
        return true;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        noticeFailure(refusalWords(error, { sentence: resource.messages.deleteFailed, resource, id }));
        if (error.status === 404) void queries.invalidateQueries({ queryKey: [resource.name, 'list'] });
        return false;
      } finally {
        busy.current.delete(id);
      }
    },
    [queries, resource],
  );
}
