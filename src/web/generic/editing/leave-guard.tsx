import { useBlocker } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { sessionState } from '#web/data/session-store.ts';
import { ConfirmDialog } from '../form/confirm-dialog.tsx';
import type { Room } from './room-types.ts';

interface LeaveGuardProps {
  /** Where something may be typed that is not saved. */
  room: Pick<Room<unknown>, 'state' | 'giveUp'> | null;
  /** True while the screen itself leads away for a detour, and what was typed waits for the return. */
  leaving?: RefObject<boolean>;
}

/** Asks before a link, the Back button or closing the tab throws typing away. */
export function LeaveGuard({ room, leaving }: LeaveGuardProps) {
  // Asked of the room itself: what was saved a moment ago may not be rendered yet.
  const guarded = () => leaving?.current !== true && room?.state().dirty === true;
  const { status, proceed, reset } = useBlocker({
    // When the session ends the way to the sign-in stays free; the draft waits for the return.
    // Another page or filter of the same screen keeps what was typed.
    shouldBlockFn: ({ current, next }) =>
      guarded() && current.pathname !== next.pathname && sessionState().status === 'in',
    enableBeforeUnload: guarded,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      opened={status === 'blocked'}
      title="Leave without saving?"
      question="What you typed here is not saved and will be lost."
      confirmLabel="Leave"
      cancelLabel="Stay"
      danger
      above
      onConfirm={() => {
        room?.giveUp();
        proceed?.();
      }}
      onCancel={() => reset?.()}
    />
  );
}
