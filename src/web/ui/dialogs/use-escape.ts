import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';

/** The elements of the open dialogs, the newest last. */
const open: RefObject<HTMLDivElement | null>[] = [];

/** Elements that have opened something, such as a list of choices or a calendar: the key closes that first. */
const OPENED = '[aria-haspopup][aria-expanded=true], [data-mantine-stop-propagation=true]';

/**
 * Whether Escape at this element is for the dialog on top. What a dialog opens beside itself, a calendar or the box of a
 * link, is elsewhere in the document and closes by itself.
 */
function isForDialog(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return true;
  if (target.matches(OPENED)) return false;
  return open.some(({ current }) => current?.contains(target)) || target.closest('[data-portal]') === null;
}

/**
 * Closes a dialog by Escape, where it is the one on top and nothing that it has opened takes the key. Mantine's own way
 * asks neither, since it hears the key before everything else. Answers the ref of the dialog's element.
 */
export function useEscape(opened: boolean, close: () => void): RefObject<HTMLDivElement | null> {
  const dialog = useRef<HTMLDivElement>(null);
  const onEscape = useEffectEvent(close);
  // From the moment that it shows: an effect that waits for the paint would miss a key that is pressed at once.
  useLayoutEffect(() => {
    if (!opened) return;
    open.push(dialog);
    let ours: KeyboardEvent | null = null;
    // Before the key has an effect, which may be that what was open is gone.
    const look = (event: KeyboardEvent) => {
      const isPressed = event.key === 'Escape' && !event.isComposing && !event.repeat;
      ours = isPressed && open.at(-1) === dialog && isForDialog(event.target) ? event : null;
    };
    // After everything else: a row that is edited in a dialog keeps the key for itself.
    const act = (event: KeyboardEvent) => {
      if (event === ours && !event.defaultPrevented) onEscape();
    };
    window.addEventListener('keydown', look, { capture: true });
    window.addEventListener('keydown', act);
    return () => {
      open.splice(open.indexOf(dialog), 1);
      window.removeEventListener('keydown', look, { capture: true });
      window.removeEventListener('keydown', act);
    };
  }, [opened]);
  return dialog;
}
