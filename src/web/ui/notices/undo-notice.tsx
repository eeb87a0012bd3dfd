import { Button, VisuallyHidden } from '@mantine/core';
import type { NotificationData } from '@mantine/notifications';
import { failureLook, noticeFailure, noticeSuccess, showNotice, type Notice } from './notices.tsx';
import { OutcomeDetails, type Outcome } from '../outcome.tsx';
import { ariaKeys, shownKeys } from '../shortcuts/keys.ts';
import { KeysShown } from '../shortcuts/keys-shown.tsx';
import classes from './undo-notice.module.css';

/** The keys that take the last offer. */
export const UNDO_KEYS = 'mod+z';

/** How long an undo is offered, in milliseconds; a pointer over the notice or the focus in it stops the time. */
const OFFERED_MS = 10_000;

/** How an undo went. `again`: it failed, and trying again makes sense. */
export type Undone = { done: string | Outcome } | { failed: Outcome; again: boolean };

export interface UndoOffer {
  /** The sentence: 'The cost center has been deleted!' */
  message: string;
  /** What the button says; `Undo` by default. */
  label?: string;
  /** Undoes it. */
  undo: () => Promise<Undone>;
}

interface OpenOffer extends UndoOffer {
  notice: Notice | null;
  busy: boolean;
  /** Why the last attempt to undo it failed. */
  failed: Outcome | null;
}

/** The offer that is shown. */
let current: OpenOffer | null = null;

/** Shows what was done, and offers for a while to undo it, until its page is left or something newer happens. */
export function offerUndo(offer: UndoOffer): void {
  const own: OpenOffer = { ...offer, notice: null, busy: false, failed: null };
  const over = () => {
    if (current === own) current = null;
  };
  own.notice = showNotice(look(own), over, true);
  current = own;
}

/** Takes the offer, if there still is one. */
export function undoLast(): void {
  if (current) void take(current);
}

async function take(offer: OpenOffer): Promise<void> {
  if (offer.busy) return;
  offer.busy = true;
  offer.notice?.update(look(offer));
  const result = await offer.undo().catch((error: unknown) => {
    offer.notice?.hide();
    throw error;
  });
  offer.busy = false;
  if ('failed' in result && result.again) {
    offer.failed = result.failed;
    offer.notice?.update(look(offer));
    return;
  }
  if ('done' in result) noticeSuccess(result.done);
  else noticeFailure(result.failed);
}

function look(offer: OpenOffer): NotificationData {
  const { busy, failed, notice } = offer;
  const over = busy || failed !== null ? false : OFFERED_MS;
  const wait = (autoClose: number | false) => offer.notice?.update({ ...look(offer), autoClose });
  return {
    ...(failed ? failureLook(failed, () => notice?.hide()) : { color: 'teal' }),
    withAutoCloseProgress: over !== false,
    autoClose: over,
    message: <Message offer={offer} busy={busy} />,
    onFocus: () => wait(false),
    onBlur: ({ currentTarget, relatedTarget }) => {
      if (!currentTarget.contains(relatedTarget) && !offer.busy) wait(over);
    },
  };
}

function Message({ offer, busy }: { offer: OpenOffer; busy: boolean }) {
  const { failed, notice } = offer;
  return (
    <div className={classes.notice}>
      <span>
        {failed ? <OutcomeDetails outcome={failed} onFollow={() => notice?.hide()} /> : offer.message}
      </span>
      <VisuallyHidden>{shownKeys(UNDO_KEYS).flat().join(' ')} undoes it.</VisuallyHidden>
      <Button
        size="compact-sm"
        variant="light"
        loading={busy}
        aria-keyshortcuts={ariaKeys(UNDO_KEYS)}
        onClick={() => void take(offer)}
      >
        {offer.label ?? 'Undo'}
      </Button>
      <span className={classes.keys} aria-hidden>
        <KeysShown keys={UNDO_KEYS} />
      </span>
    </div>
  );
}
