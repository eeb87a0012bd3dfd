import { Button, VisuallyHidden } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { hideFailures, NOTICE_LOOK } from './notices.ts';
import { ariaKeys, shownKeys } from './shortcuts/keys.ts';
import { KeysShown } from './shortcuts/keys-shown.tsx';
import classes from './undo-notice.module.css';

/** The keys that take the last offer. */
export const UNDO_KEYS = 'mod+z';

/** How long an undo is offered, in milliseconds; a pointer over the notice or the focus in it stops the time. */
const OFFERED_MS = 10_000;

export interface UndoOffer {
  /** What was changed: a newer offer about the same ends the older one. */
  subject: string;
  /** What was done: 'The cost center has been deleted!' */
  message: string;
  /** Undoes it and tells how that went. Answers whether trying again makes sense. */
  undo: () => Promise<'over' | 'again'>;
}

interface Standing extends UndoOffer {
  id: string;
  busy: boolean;
}

/** A screen has taken the focus by then, where it has something to give it to. */
const FOCUS_PATIENCE_MS = 600;

let standing: Standing[] = [];
let count = 0;

const forget = (offer: Standing) => {
  standing = standing.filter((one) => one !== offer);
};

/** Tells what was done, and offers for a while to undo it. */
export function offerUndo(offer: UndoOffer): void {
  hideFailures();
  for (const older of standing) if (older.subject === offer.subject) notifications.hide(older.id);
  const own: Standing = { ...offer, id: `undo ${++count}`, busy: false };
  standing = [...standing.filter(({ subject }) => subject !== offer.subject), own];
  const wait = (autoClose: number | false) => notifications.update({ ...look(own), autoClose });
  notifications.show({
    ...look(own),
    autoClose: OFFERED_MS,
    onFocus: () => wait(false),
    onBlur: ({ currentTarget, relatedTarget }) => {
      if (!currentTarget.contains(relatedTarget) && !own.busy) wait(OFFERED_MS);
    },
    onClose: () => forget(own),
  });
}

/** Takes the offer that was made last, if there still is one. */
export function undoLast(): void {
  const last = standing.at(-1);
  if (last) void take(last);
}

/** Ends all offers: they are those of a person who is no longer there. */
export function forgetOffers(): void {
  standing = [];
}

async function take(offer: Standing): Promise<void> {
  if (offer.busy) return;
  offer.busy = true;
  notifications.update({ ...look(offer), autoClose: false });
  const result = await offer.undo().catch((error: unknown) => {
    notifications.hide(offer.id);
    throw error;
  });
  offer.busy = false;
  if (result === 'again') notifications.update({ ...look(offer), autoClose: OFFERED_MS });
  else {
    notifications.hide(offer.id);
    setTimeout(keepFocus, FOCUS_PATIENCE_MS);
  }
}

/** The button that had the focus is gone: the keyboard goes on in the screen rather than at its very start. */
function keepFocus(): void {
  if (document.activeElement === document.body)
    document.querySelector('main')?.focus({ preventScroll: true });
}

const look = (offer: Standing) => ({
  ...NOTICE_LOOK,
  id: offer.id,
  color: 'teal',
  withAutoCloseProgress: true,
  message: <Message offer={offer} busy={offer.busy} />,
});

function Message({ offer, busy }: { offer: Standing; busy: boolean }) {
  return (
    <div className={classes.notice}>
      <span>{offer.message}</span>
      <VisuallyHidden>{shownKeys(UNDO_KEYS).flat().join(' ')} undoes it.</VisuallyHidden>
      <Button
        size="compact-sm"
        variant="light"
        loading={busy}
        aria-keyshortcuts={ariaKeys(UNDO_KEYS)}
        onClick={() => void take(offer)}
      >
        Undo
      </Button>
      <span className={classes.keys} aria-hidden>
        <KeysShown keys={UNDO_KEYS} />
      </span>
    </div>
  );
}
