import { notifications } from '@mantine/notifications';

const LOOK = { withBorder: true, closeButtonProps: { 'aria-label': 'Close this notice' } };

/** The failures that are still shown. */
const failures = new Set<string>();

/**
 * Tells of a success for a few seconds; screen readers hear it, as of every notice. Failures that stand
 * there from attempts before are over then.
 */
export function noticeSuccess(message: string): void {
  for (const id of failures) notifications.hide(id);
  notifications.show({ ...LOOK, color: 'teal', message, autoClose: 6_000 });
}

/** Tells of a failure until it is closed: `title` says what failed, `message` why, where that is known. */
export function noticeFailure(title: string, message?: string): void {
  const why = message === title ? undefined : message;
  const id = `failure: ${title}`;
  // The same failure again is told again, once.
  notifications.hide(id);
  failures.add(id);
  notifications.show({
    ...LOOK,
    id,
    color: 'red',
    title,
    message: why ?? null,
    autoClose: false,
    onClose: () => failures.delete(id),
  });
}
