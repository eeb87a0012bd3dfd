import { notifications } from '@mantine/notifications';

/** How every notice looks. */
export const NOTICE_LOOK = { withBorder: true, closeButtonProps: { 'aria-label': 'Close this notice' } };

/** The failures that are still shown. */
const failures = new Set<string>();

/** Failures that stand there from attempts before are over once one succeeds. */
export function hideFailures(): void {
  for (const id of failures) notifications.hide(id);
}

/** Takes every notice away: it is for a person who is no longer there. */
export function clearNotices(): void {
  notifications.clean();
  failures.clear();
}

/**
 * Tells of a success for a few seconds; screen readers hear it, as of every notice. Failures that stand
 * there from attempts before are over then.
 */
export function noticeSuccess(message: string): void {
  hideFailures();
  notifications.show({ ...NOTICE_LOOK, color: 'teal', message, autoClose: 6_000 });
}

/** Tells of a failure until it is closed: `title` says what failed, `message` why, where that is known. */
export function noticeFailure(title: string, message?: string): void {
  const why = message === title ? undefined : message;
  const id = `failure: ${title}`;
  // The same failure again is told again, once.
  notifications.hide(id);
  failures.add(id);
  notifications.show({
    ...NOTICE_LOOK,
    id,
    color: 'red',
    title,
    message: why ?? null,
    autoClose: false,
    onClose: () => failures.delete(id),
  });
}
