import { notifications } from '@mantine/notifications';

/** Tells of a success for a few seconds; screen readers hear it, as of every notice. */
export function noticeSuccess(message: string): void {
  notifications.show({ color: 'teal', message, autoClose: 6_000, withBorder: true });
}

/** Tells of a failure until it is closed: `title` says what failed, `message` why, where that is known. */
export function noticeFailure(title: string, message?: string): void {
  const why = message === title ? undefined : message;
  notifications.show({ color: 'red', title, message: why ?? null, autoClose: false, withBorder: true });
}
