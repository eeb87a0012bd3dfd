import type { Resource } from '#kernel/resource.ts';
import { ACTIONS, SELECT } from '#web/grid/rows/view-row.tsx';

/** A cell of a record in the table. */
export interface CellPlace {
  rowKey: string;
  columnId: string;
}

/** The cell of the model's table that an element is in; null where it is in none that shows a value. */
export function cellOf(resource: Resource, element: Element | null): CellPlace | null {
  const cell = element?.closest<HTMLElement>('td[data-col]');
  const row = cell?.closest<HTMLElement>('[data-row]');
  const grid = row?.closest('[role="grid"]');
  if (!cell?.dataset.col || !row?.dataset.row || row.dataset.edited) return null;
  if (grid?.getAttribute('aria-label') !== resource.label[1]) return null;
  if (cell.dataset.col === ACTIONS || cell.dataset.col === SELECT) return null;
  return { rowKey: row.dataset.row, columnId: cell.dataset.col };
}
