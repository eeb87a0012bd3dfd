/** One column that a table is sorted by. */
export interface ColumnSort {
  id: string;
  down: boolean;
}

/** The columns of a sort such as `state,-created_at`, the one that decides first. */
export const sortsOf = (sort: string | null | undefined): ColumnSort[] =>
  (sort ?? '')
    .split(',')
    .filter(Boolean)
    .map((part) => ({ id: part.replace(/^-/, ''), down: part.startsWith('-') }));

const written = (sorts: readonly ColumnSort[]): string | null =>
  sorts.map(({ id, down }) => (down ? `-${id}` : id)).join() || null;

/** So many columns can be sorted by; more would be read by nobody. */
const MOST = 5;

/**
 * The sort after a press on a column's head: up, then down, then not by it. `adds`: beside the columns that the
 * table is sorted by already, as the last one that decides.
 */
export function nextSort(sort: string | null | undefined, id: string, adds: boolean): string | null {
  const sorts = sortsOf(sort);
  const own = sorts.find((one) => one.id === id);
  if (!adds) {
    const alone = sorts.length === 1 ? own : undefined;
    return alone ? (alone.down ? null : `-${id}`) : id;
  }
  if (!own) return written([...sorts.slice(0, MOST - 1), { id, down: false }]);
  if (own.down) return written(sorts.filter((one) => one !== own));
  return written(sorts.map((one) => (one === own ? { id, down: true } : one)));
}
