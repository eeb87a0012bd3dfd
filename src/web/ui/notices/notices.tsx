import { notifications, type NotificationData } from '@mantine/notifications';
import { OutcomeDetails, type Outcome } from '../outcome.tsx';

const SUCCESS_MS = 6_000;
/** One with something to read and to follow. */
const LONGER_MS = 12_000;

/** How every notice looks. */
export const NOTICE_LOOK = { withBorder: true, closeButtonProps: { 'aria-label': 'Close this notice' } };

/** What shows a notice may lead to the next page at once, to which the notice belongs then. */
const SAME_ACT_MS = 300;

interface Shown {
  id: string;
  onGone?: () => void;
  /** Since when it is shown, where it goes with its page; null where it does not. */
  ofPageSince: number | null;
}

/** The notice that is shown, and what is to be done when it goes. */
let shown: Shown | null = null;
let count = 0;

/** A notice that is shown. */
export interface Notice {
  /** Shows it in another way, in the same place; nothing where it has gone. */
  update: (data: NotificationData) => void;
  hide: () => void;
}

/**
 * Shows a notice in place of the one before: there is one at a time, so that no older outcome is beside
 * a newer one that says otherwise.
 * @param onGone called once it is closed, over, replaced, or its page is left
 * @param ofPage it reports what was done on this page, and goes with it
 */
export function showNotice(data: NotificationData, onGone?: () => void, ofPage = false): Notice {
  hideNotice();
  const id = `notice ${++count}`;
  shown = { id, onGone, ofPageSince: ofPage ? performance.now() : null };
  const isShown = () => shown?.id === id;
  const whole = (given: NotificationData) => ({
    ...NOTICE_LOOK,
    ...given,
    id,
    onClose: () => isShown() && forget(),
  });
  notifications.show(whole(data));
  return {
    update: (next) => isShown() && notifications.update(whole(next)),
    hide: () => isShown() && hideNotice(),
  };
}

function forget(): void {
  const gone = shown;
  shown = null;
  gone?.onGone?.();
}

/** Takes the notice away that is shown: something newer happened, which is shown elsewhere. */
export function hideNotice(): void {
  if (!shown) return;
  const { id } = shown;
  forget();
  notifications.hide(id);
}

/** Takes the notice away that belongs to the page which is being left. */
export function leaveNotices(): void {
  const since = shown?.ofPageSince ?? null;
  if (since !== null && performance.now() - since > SAME_ACT_MS) hideNotice();
}

/** Takes every notice away: it is for a person who is no longer there. */
export function clearNotices(): void {
  hideNotice();
  notifications.clean();
}

/** Shows a success for a few seconds, or until its page is left; screen readers hear it, as of every notice. */
export function noticeSuccess(shown: string | Outcome): void {
  const outcome = typeof shown === 'string' ? { title: shown } : shown;
  const more = outcome.reason ?? outcome.next ?? outcome.link;
  const look: NotificationData = {
    color: 'teal',
    title: more && outcome.title,
    message: more ? <OutcomeDetails outcome={outcome} onFollow={() => notice.hide()} /> : outcome.title,
    autoClose: more ? LONGER_MS : SUCCESS_MS,
  };
  const notice = showNotice(look, undefined, true);
}

/** How a failure looks: what failed, and below it why and what to do. */
export const failureLook = (outcome: Outcome, onFollow: () => void): NotificationData => ({
  color: 'red',
  title: outcome.title,
  message: <OutcomeDetails outcome={outcome} onFollow={onFollow} />,
  autoClose: false,
});

/** Shows a failure until it is closed, its page is left, or something newer happens; one that leads back to where it was stays. */
export function noticeFailure(shown: string | Outcome): void {
  const outcome = typeof shown === 'string' ? { title: shown } : shown;
  const look = failureLook(outcome, () => notice.hide());
  const notice = showNotice(look, undefined, outcome.link === undefined);
}
