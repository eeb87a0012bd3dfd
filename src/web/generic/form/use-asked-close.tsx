import { useState, type ReactNode } from 'react';
import type { FormStatus } from '../editing/form-state-types.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface AskedClose {
  /** What Cancel, Escape and the cross of the dialog do. */
  close: () => void;
  /** Stands within the dialog. */
  question: ReactNode;
}

/** Closes a dialog that asks for values: at once where nothing was typed or chosen, and after a question where something was. */
export function useAskedClose(
  formState: { status: () => Pick<FormStatus, 'dirty' | 'saving'> },
  onClose: () => void,
): AskedClose {
  const [asking, setAsking] = useState(false);
  const close = () => {
    const { dirty, saving } = formState.status();
    if (saving) return;
    if (dirty) setAsking(true);
    else onClose();
  };
  const question = (
    <ConfirmDialog
      opened={asking}
      title="Sure to cancel?"
      question="What you typed here is not saved and will be lost."
      confirmLabel="Yes"
      cancelLabel="No"
      danger
      onConfirm={onClose}
      onCancel={() => setAsking(false)}
    />
  );
  return { close, question };
}
