import { useState, type ReactNode } from 'react';
import type { FormStatus } from '../editing/form-state-types.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface AskedClose {
  /** The handler of Cancel, Escape and the cross of the dialog. */
  close: () => void;
  /** The dialog with the question, rendered within the dialog. */
  question: ReactNode;
}

/** Closes a dialog that collects values: at once where nothing was entered, otherwise after a question. */
export function useAskedClose(
  formState: { status: () => Pick<FormStatus, 'dirty' | 'saving'> },
  onClose: () => void,
): AskedClose {
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
