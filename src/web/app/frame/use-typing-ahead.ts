import { useLayoutEffect, type Dispatch, type SetStateAction } from 'react';

/**
 * Takes what a person types while the input for it is still on its way, so that no letter is lost or taken for
 * a shortcut. Enter and all else stay what they are.
 */
export function useTypingAhead(waiting: boolean, setText: Dispatch<SetStateAction<string>>): void {
  useLayoutEffect(() => {
    if (!waiting) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || (key.length !== 1 && key !== 'Backspace')) return;
      event.preventDefault();
      event.stopPropagation();
      setText((text) => (key === 'Backspace' ? text.slice(0, -1) : text + key));
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [waiting, setText]);
}
