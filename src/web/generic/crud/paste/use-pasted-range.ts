import { useEffect, useEffectEvent } from 'react';
import type { Resource } from '#kernel/resource.ts';
import { cellOf, type CellPlace } from '../cell-place.ts';
import { isRange } from './is-range.ts';

/** Where a text that is pasted has its own place, and what is above the page. */
const ELSEWHERE =
  'input:not([type=checkbox]), textarea, [contenteditable="true"], [role="dialog"], [role="alertdialog"]';

interface RangeOptions {
  resource: Resource;
  /** What is pasted, and the cell of the table that had the focus. */
  onRange: (text: string, cell: CellPlace | null) => void;
}

/**
 * Takes a range of a spreadsheet that is pasted anywhere on the page where nothing is typed into, and on a cell of the table one
 * value, too.
 * @param active whether rows may be pasted now
 */
export function usePastedRange(active: boolean, { resource, onRange }: RangeOptions): void {
  const take = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const { target } = event;
    if (event.defaultPrevented || !(target instanceof Element) || target.closest(ELSEWHERE) !== null) return;
    const cell = cellOf(resource, target);
    if (text.trim() === '' || (!cell && !isRange(text))) return;
    event.preventDefault();
    onRange(text, cell);
  });
  useEffect(() => {
    if (!active) return undefined;
    const onPaste = (event: ClipboardEvent) => take(event);
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [active]);
}
