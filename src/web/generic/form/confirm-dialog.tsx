import { Button, Text } from '@mantine/core';
import { DialogButtons } from '#web/ui/dialogs/dialog-buttons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import type { ReactNode } from 'react';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  question: string;
  children?: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  /** For what cannot be taken back. */
  danger?: boolean;
  busy?: boolean;
  /** It is above any other dialog, whichever came first. */
  above?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Dialogs have 200. */
const ABOVE = 250;

/** A question in a dialog before something that counts. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, question, children, danger = false, busy = false, onConfirm, onCancel } = props;
  return (
    <Dialog
      opened={opened}
      onClose={busy ? () => undefined : onCancel}
      title={title}
      centered
      zIndex={props.above ? ABOVE : undefined}
    >
      <Text size="sm">{question}</Text>
      {children}
      <DialogButtons>
        <Button variant="default" onClick={onCancel} disabled={busy} data-autofocus={danger || undefined}>
          {props.cancelLabel ?? 'Cancel'}
        </Button>
        <Button
          color={danger ? 'red.9' : undefined}
          onClick={onConfirm}
          loading={busy}
          data-autofocus={!danger || undefined}
        >
          {props.confirmLabel ?? 'Confirm'}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
