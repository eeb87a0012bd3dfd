import type { MouseEvent } from 'react';
import { grouped } from '#kernel/written.ts';
import type { GridProps, GridRow } from './types.ts';

/** The sentence about what is shown: 'Showing 1–25 of 60', said to screen readers too. */
export function describeRows(
  status: GridProps<GridRow>['status'],
  before: number,
  shown: number,
  total: number,
  isLeast = false,
): string {
  if (status === 'loading') return 'Loading…';
  if (status === 'failed' && shown === 0) return 'Not loaded';
  if (shown === 0) return 'Nothing to show';
  return `Showing ${grouped(before + 1)}–${grouped(before + shown)} of ${grouped(total)}${isLeast ? '+' : ''}`;
}

/** The same of a table whose rows come as one scrolls: 'Showing all 20,000'. */
export function describeAll(status: GridProps<GridRow>['status'], total: number, isLeast = false): string {
  const none = describeRows(status, 0, 0, total);
  return status === 'loading' || total === 0 ? none : `Showing all ${grouped(total)}${isLeast ? '+' : ''}`;
}

/** Gives a cell whose text is cut off its whole text as a tooltip, once the pointer comes to it. */
export function nameTruncated(event: MouseEvent<HTMLElement>): void {
  const cell = (event.target as HTMLElement).closest<HTMLElement>('td[data-col]');
  // The button that opens a row comes before it.
  const text = cell?.lastElementChild;
  if (!cell || !text) return;
  if (text.scrollWidth > text.clientWidth) cell.title = text.textContent ?? '';
  else cell.removeAttribute('title');
}
