import { useBlocker } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { sessionState } from '#web/data/session-store.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface LeaveGuardProps {
  /** Something was typed and is not saved. */
  dirty: boolean;
  /** True while the form itself leads away, after saving or for a detour. */
  leaving: RefObject<boolean>;
  /** The person leaves and gives up what was typed. */
  onGiveUp: () => void;
}

/** Asks before a link, the Back button or closing the tab throws typing away. */
export function LeaveGuard({ dirty, leaving, onGiveUp }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    // When the session ends the way to the sign-in stays free; the draft waits for the return.
    // Another page or filter of the same screen keeps what was typed.
    shouldBlockFn: ({ current, next }) =>
      dirty && !leaving.current && current.pathname !== next.pathname && sessionState().status === 'in',
    enableBeforeUnload: () => dirty && !leaving.current,
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
      onConfirm={() => {
        onGiveUp();
        proceed?.();
      }}
      onCancel={() => reset?.()}
    />
  );
}
