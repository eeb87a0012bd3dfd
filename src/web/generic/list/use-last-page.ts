import { useEffect } from 'react';
import { dataOf, type Load } from '#web/ui/pages/loaded.tsx';

interface Paged {
  /** From 1. */
  page: number;
  perPage: number;
  /** Goes to the last page that there is; it is no step that Back undoes, which would lead here again. */
  toPage: (page: number) => void;
}

/**
 * Leads from a page behind the last one to the last one: its rows were deleted or worked off, or a link is older
 * than the list.
 */
export function useLastPage(
  load: Load<{ meta: { total: number; total_is?: 'at_least' } }>,
  { page, perPage, toPage }: Paged,
): void {
  const meta = dataOf(load)?.meta;
  const isPrevious = load.is === 'loaded' && load.previous;
  // Where more match than were counted there is at least one further page.
  const last = meta && Math.max(1, Math.ceil(meta.total / perPage)) + (meta.total_is === 'at_least' ? 1 : 0);
  const wanted = last !== undefined && !isPrevious && page > last ? last : null;
  useEffect(() => {
    if (wanted !== null) toPage(wanted);
  }, [wanted, toPage]);
}
