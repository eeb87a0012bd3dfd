import { Drawer, Modal, type DrawerProps, type ModalProps } from '@mantine/core';
import { useFocusBack } from '../focus/use-focus-back.ts';

const closeButton = { 'aria-label': 'Close' };

type DialogProps = Omit<ModalProps, 'opened' | 'returnFocus'> & {
  /** True by default, for a dialog that is mounted only while it is open. */
  opened?: boolean;
};

/**
 * The portal's dialog. When it closes, however it does, the focus goes back to what opened it. It is gone at once: while
 * it faded away, it would still take the next key.
 */
export function Dialog({ opened = true, closeButtonProps, ...props }: DialogProps) {
  useFocusBack(opened);
  if (!opened) return null;
  return (
    <Modal {...props} opened returnFocus={false} closeButtonProps={{ ...closeButton, ...closeButtonProps }} />
  );
}

type SideDialogProps = Omit<DrawerProps, 'opened' | 'returnFocus'> & { opened?: boolean };

/** A dialog at the side of the window, with the same way back. */
export function SideDialog({ opened = true, closeButtonProps, ...props }: SideDialogProps) {
  useFocusBack(opened);
  if (!opened) return null;
  return (
    <Drawer
      {...props}
      opened
      returnFocus={false}
      closeButtonProps={{ ...closeButton, ...closeButtonProps }}
    />
  );
}
