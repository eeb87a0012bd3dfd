import { useEffect, useEffectEvent } from 'react';
import { isRange } from './is-range.ts';

/** Where a text that is pasted has its own place, and what is above the page. */
const ELSEWHERE = 'input, textarea, [contenteditable="true"], [role="dialog"], [role="alertdialog"]';

/**
 * Takes a range of a spreadsheet that is pasted anywhere on the page where nothing is typed into.
 * @param active whether rows may be pasted now
 */
export function usePastedRange(active: boolean, onRange: (text: string) => void): void {
  const take = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const { target } = event;
    if (event.defaultPrevented || !isRange(text)) return;
    if (target instanceof Element && target.closest(ELSEWHERE) !== null) return;
    event.preventDefault();
    onRange(text);
  });
  useEffect(() => {
    if (!active) return undefined;
    const onPaste = (event: ClipboardEvent) => take(event);
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [active]);
}
