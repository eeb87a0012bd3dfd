import type { Resource } from '#kernel/resource.ts';
import type { ListState, ListStateChange } from '../list-state.ts';

interface Sorting {
  /** The column that the rows are sorted by, with a `-` before it for descending; null where none shows it. */
  sort: string | null;
  onSort: (sort: string | null) => void;
}

const flipped = (sort: string): string => (sort.startsWith('-') ? sort.slice(1) : `-${sort}`);

/**
 * How a list is sorted, for the mark in its head: as the person chose, else in the model's own order. Numbers
 * are given in the order of creation, so a list by number is marked at the day of the creation.
 */
export function sortingOf(
  resource: Resource,
  columns: readonly { id: string }[],
  state: ListState,
  change: ListStateChange,
): Sorting {
  const own = (resource.sort ?? '').replace(/^(-?)id$/, '$1created_at');
  const shown = columns.some(({ id }) => id === own.replace(/^-/, ''));
  const preset = shown ? own : null;
  const sort = state.sort ?? preset;
  return {
    sort,
    // Back to the model's own order; where that is what is marked already, the other way round.
    onSort: (next) => change.setSort(next === null && state.sort === null && sort ? flipped(sort) : next),
  };
}
