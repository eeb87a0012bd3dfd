import type { FocusEvent } from 'react';

/**
 * Marks what has the focus within a menu, a dialog or a question, for `onFocusCapture`. Mantine's focus trap gives the
 * focus to what is marked twice, in two tasks; who pressed a key between them has moved on, and keeps it so.
 */
export function keepFocus({ currentTarget, target }: FocusEvent<HTMLElement>): void {
  // The events of elements elsewhere in the page, such as a list of choices, come here by the tree of React.
  if (!currentTarget.contains(target) || target === currentTarget) return;
  for (const marked of currentTarget.querySelectorAll('[data-autofocus]'))
    marked.removeAttribute('data-autofocus');
  target.setAttribute('data-autofocus', '');
}
