import type { MouseEvent } from 'react';
import { grouped } from '#kernel/written.ts';
import { isCutOff } from './rows/cut-in-middle.ts';
import type { GridPaging, GridProps, GridRow } from './types.ts';

/** How many rows are on the pages before this one. */
export const rowsBefore = (paging: GridPaging | undefined): number =>
  paging ? (paging.page - 1) * paging.perPage : 0;

/** The sentence about what is shown, said to screen readers too. */
export function describeShown<R extends GridRow>(props: GridProps<R>): string {
  const { status, rows, total, isLeast = false, paging, scroll } = props;
  if (scroll) return describeAll(status, total, isLeast);
  return describeRows(status, rowsBefore(paging), props.listed ?? rows.length, total, isLeast);
}

/** The sentence about the rows of a page: 'Showing 1–25 of 60'. */
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
function describeAll(status: GridProps<GridRow>['status'], total: number, isLeast = false): string {
  const none = describeRows(status, 0, 0, total);
  return status === 'loading' || total === 0 ? none : `Showing all ${grouped(total)}${isLeast ? '+' : ''}`;
}

/** Gives a cell whose text is cut off its whole text as a tooltip, once the pointer comes to it. */
export function nameTruncated(event: MouseEvent<HTMLElement>): void {
  const cell = (event.target as HTMLElement).closest<HTMLElement>('td[data-col]');
  // The button that opens a row comes before it.
  const text = cell?.lastElementChild;
  if (!cell || !text) return;
  if (isCutOff(text)) cell.title = text.textContent ?? '';
  else cell.removeAttribute('title');
}
