import { useLayoutEffect } from 'react';
import { stepOf } from './keys.ts';
import { findShortcut, isBeginning, singleKeys } from './shortcuts.ts';

/** The next step of a shortcut of several is pressed within this time; a busy page may hear of it later. */
const PATIENCE_MS = 1_500;

const TYPING =
  'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable="true"], [role="textbox"], [role="combobox"]';

/** Elements that keep the keyboard to themselves while they are open. */
const OVERLAY = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Obeys the shortcuts that are offered, in the whole window. Use it once. */
export function useShortcutKeys(): void {
  // Before anything is painted: who sees the screen may press its keys.
  useLayoutEffect(() => {
    let begun = '';
    let last = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body;
      const step = stepOf(event);
      const before = event.timeStamp - last < PATIENCE_MS ? begun : '';
      if (step === null || event.defaultPrevented || event.isComposing || event.repeat) return;
      begun = '';
      const steps = before ? `${before} ${step}` : step;
      const shortcut = findShortcut(steps) ?? findShortcut(step);
      if (target.closest(OVERLAY) || document.querySelector('[aria-modal="true"]')) return;
      if (target.closest(TYPING) && !shortcut?.whileTyping) return;
      if (!step.startsWith('mod+') && !singleKeys()) return;
      if (shortcut) {
        event.preventDefault();
        shortcut.run?.();
      } else if (isBeginning(steps)) {
        begun = steps;
        last = event.timeStamp;
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
