import { useState, type ReactNode } from 'react';
import type { FormStatus } from '../editing/form-state-types.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface ConfirmedClose {
  /** For Cancel, Escape and the cross of the dialog. */
  close: () => void;
  /** To be put into the dialog. */
  question: ReactNode;
}

/** Closes a dialog with inputs: at once while nothing is typed or chosen, and else after a question. */
export function useConfirmedClose(
  formState: { status: () => Pick<FormStatus, 'dirty' | 'saving'> },
  onClose: () => void,
): ConfirmedClose {
  const [confirming, setConfirming] = useState(false);
  const close = () => {
    const { dirty, saving } = formState.status();
    if (saving) return;
    if (dirty) setConfirming(true);
    else onClose();
  };
  const question = (
    <ConfirmDialog
      opened={confirming}
      title="Sure to cancel?"
      question="What you typed here is not saved and will be lost."
      confirmLabel="Yes"
      cancelLabel="No"
      danger
      onConfirm={onClose}
      onCancel={() => setConfirming(false)}
    />
  );
  return { close, question };
}
