import { useBlocker } from '@tanstack/react-router';
import { Suspense, useState, type RefObject } from 'react';
import { sessionState } from '#web/data/session-store.ts';
import { fetchWhenQuiet, lateDialog } from '#web/ui/pages/late.tsx';
import type { FormStatus } from './form-state-types.ts';

const ConfirmDialog = lateDialog(
  async () => ({ default: (await import('../form/confirm-dialog.tsx')).ConfirmDialog }),
  ({ onCancel }) => onCancel(),
  ({ opened }) => opened,
);
// Whoever types may go where the server is not reached.
fetchWhenQuiet(ConfirmDialog.fetch);

const UNSAVED = {
  title: 'Leave without saving?',
  question: 'What you typed here is not saved and will be lost.',
};
const WHILE_SAVING = {
  title: 'Leave while it is being saved?',
  question: 'It goes on being saved. What becomes of it is not shown here any more.',
};

interface LeaveGuardProps {
  /** Where something may be typed that is not saved. */
  formState: {
    status: () => Pick<FormStatus, 'dirty'> & Partial<Pick<FormStatus, 'saving'>>;
    giveUp: () => void;
  } | null;
  /** Whether leaving breaks off what is being sent, as it does with uploads of a dialog. */
  breaksOff?: boolean;
  /** True while the screen itself leads away for a detour, and what was typed waits for the return. */
  leaving?: RefObject<boolean>;
}

/** Confirms before a link, the Back button or closing the tab throws typing away. */
export function LeaveGuard({ formState, breaksOff = false, leaving }: LeaveGuardProps) {
  // Read from the form itself: the last save may not be rendered yet.
  const guarded = () => leaving?.current !== true && formState?.status().dirty === true;
  const { status, proceed, reset } = useBlocker({
    // When the session ends the way to the sign-in stays free; the draft waits for the return.
    // Another page or filter of the same screen keeps what was typed.
    shouldBlockFn: ({ current, next }) =>
      guarded() && current.pathname !== next.pathname && sessionState().status === 'in',
    enableBeforeUnload: guarded,
    withResolver: true,
  });
  // Once it was shown it stays, closed, so that its closing is animated as in other dialogs.
  const [wasShown, setWasShown] = useState(false);
  if (status === 'blocked' && !wasShown) setWasShown(true);
  const isBlocked = status === 'blocked';
  const isSaving = !breaksOff && formState?.status().saving === true;
  if (!isBlocked && !wasShown) return null;
  return (
    <Suspense>
      <ConfirmDialog
        opened={isBlocked}
        {...(isSaving ? WHILE_SAVING : UNSAVED)}
        confirmLabel="Leave"
        cancelLabel="Stay"
        danger
        above
        onConfirm={() => {
          if (!isSaving) formState?.giveUp();
          proceed?.();
        }}
        onCancel={() => reset?.()}
      />
    </Suspense>
  );
}
