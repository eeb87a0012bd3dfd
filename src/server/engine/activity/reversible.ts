import { MOST_TAKEN_BACK } from '#kernel/bulk.ts';
import { OF_SELECTION, type HistoryEntry, type Via } from '#kernel/history.ts';
import { keepsHistory, type Resource } from '#kernel/resource.ts';

/** What a set of changes has to be for it to be taken back. */
export interface Reversible {
  action: HistoryEntry['action'];
  via: readonly Via[] | null;
  lines: number;
}

/** What the undo of a change needs of who requests it: what was created is deleted, what was deleted is restored. */
export const rightOfUndo = (action: HistoryEntry['action']): 'update' | 'delete' =>
  action === 'update' ? 'update' : 'delete';

/**
 * Whether a set of changes can be taken back as a whole: an import, or what a person changed or deleted together with others. What
 * other work has written, such as that of a cloud, follows from more than its records.
 */
export function isReversible(resource: Resource, { action, via, lines }: Reversible): boolean {
  if (lines > MOST_TAKEN_BACK || action === 'restore') return false;
  if (!keepsHistory(resource) || !resource.actions.includes(rightOfUndo(action))) return false;
  const ways = via ?? [];
  if (ways.some(({ kind }) => kind === 'import' || kind === 'upload')) return true;
  const byPerson = ways.every(
    ({ kind, name }) => kind === 'token' || (kind === 'job' && name === OF_SELECTION),
  );
  return byPerson && lines > 1 && (action === 'update' || action === 'delete');
}
