import { focusRow, type RowPlace, rowPlaceOf } from './focus-rows.ts';

/**
 * A place that the focus was at, in a form that outlives its element: a row that is fetched anew or scrolled out of
 * sight is found again, and elements in a dialog know from where that was opened.
 */
export interface Place {
  element: HTMLElement;
  row: RowPlace | null;
  behind: Place | null;
}

/** Elements that close by themselves once something is chosen: the focus never comes back there. */
const PASSING = '[role="menu"], [role="listbox"], [role="alert"]';
const DIALOG = '[role="dialog"], [role="alertdialog"], dialog[open]';
/** Where the focus waits when there is nothing better; a better place may take it from there. */
const WAITING = 'main, h1';

/** Longer than a screen or a row needs to take the focus itself after what had it is gone. */
const PATIENCE_MS = 120;

/** Where the focus was last, other than in what passes. */
let last: Place | null = null;
/** The focused element, also in what passes; null once a person has left it for nothing else. */
let focused: HTMLElement | null = null;
/** From where the open dialogs were opened, the newest last. */
let openers: readonly { place: Place | null }[] = [];

/** Whether the focus is at no place of its own. */
export const isFocusWaiting = (): boolean => {
  const now = document.activeElement;
  return now === null || now === document.body || now.matches(WAITING);
};

/** Whether the focus may be moved without taking it from where a person has put it. */
export function isFocusFree(within?: Element | null): boolean {
  const now = document.activeElement;
  return isFocusWaiting() || now?.closest(PASSING) !== null || within?.contains(now) === true;
}

function remember({ target }: Event): void {
  if (!(target instanceof HTMLElement) || target === document.body) return;
  focused = target;
  if (target.closest(PASSING) || target.tagName === 'MAIN') return;
  const behind = target.closest(DIALOG) ? (openers.at(-1)?.place ?? null) : null;
  last = { element: target, row: rowPlaceOf(target), behind };
}

/** A click beside everything leaves the place; that an element is removed, or cannot be used for a while, does not. */
function leave({ target, relatedTarget }: FocusEvent): void {
  if (relatedTarget !== null || !(target instanceof HTMLElement)) return;
  queueMicrotask(() => {
    const isUsable = target.isConnected && !target.matches(':disabled');
    if (isUsable && document.activeElement === document.body && document.hasFocus()) focused = null;
  });
}

/**
 * The focus is on its way to another element, and for a moment nothing has it: what the screen takes away meanwhile, such
 * as the list of an input that is left, must not call it back.
 */
function passOn({ relatedTarget }: FocusEvent): void {
  if (relatedTarget instanceof HTMLElement) focused = relatedTarget;
}

const isThere = (element: HTMLElement) =>
  element.isConnected && element.checkVisibility() && !element.matches(':disabled');

/** Whether a part of an element can be seen: then nothing is scrolled for it. */
function isInSight(element: HTMLElement): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const points = [
    [(left + right) / 2, (top + bottom) / 2],
    [left + 2, top + 2],
    [right - 2, bottom - 2],
  ] as const;
  return points.some(([x, y]) => element.contains(document.elementFromPoint(x, y)));
}

/** Gives the focus back to a place, or to what is nearest to it. `reveal`: a row out of sight is scrolled to. */
function comeBack(place: Place | null, reveal: boolean): void {
  if (place && isThere(place.element)) {
    place.element.focus({ preventScroll: true });
    if (!isInSight(place.element)) place.element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (document.activeElement === place.element) return;
  }
  if (place?.row && focusRow(place.row, reveal)) return;
  if (place?.behind) return comeBack(place.behind, reveal);
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
}

/** The focused element is gone: its row, the dialog behind it or the screen takes the focus, never the start of the page. */
function keep(): void {
  const lost = focused;
  if (!lost || document.activeElement !== document.body) return;
  // A button that worked for a while can be used again.
  if (isThere(lost)) return lost.focus({ preventScroll: true });
  if (lost.isConnected) return;
  focused = null;
  setTimeout(() => {
    if (document.activeElement !== document.body) return;
    const dialog = [...document.querySelectorAll<HTMLElement>(DIALOG)].at(-1);
    if (dialog && openers.length > 0) dialog.focus({ preventScroll: true });
    else comeBack(last, false);
  }, PATIENCE_MS);
}

/** Remembers from now on where the focus is. Answers how to stop that. */
export function watchFocus(): () => void {
  const losses = new MutationObserver(keep);
  losses.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', remember);
  document.addEventListener('focusout', leave);
  // Before the screen is notified, which changes it at once.
  document.addEventListener('focusout', passOn, { capture: true });
  return () => {
    losses.disconnect();
    document.removeEventListener('focusin', remember);
    document.removeEventListener('focusout', leave);
    document.removeEventListener('focusout', passOn, { capture: true });
  };
}

/** A dialog opens, and takes the focus from where it is. Answers what gives it back once the dialog closes. */
export function leaveForDialog(): () => void {
  const opener = { place: last };
  openers = [...openers, opener];
  return () => {
    openers = openers.filter((one) => one !== opener);
    const closing = last;
    setTimeout(() => {
      const now = document.activeElement;
      const elsewhere = !isFocusFree() && !(now?.closest(DIALOG) && last === closing);
      // A dialog that followed this one knows the way back.
      const followed = openers.some(({ place }) => place?.behind === opener.place && place !== null);
      if (!elsewhere && !followed) comeBack(opener.place, true);
    });
  };
}
