import { Drawer, Modal, type DrawerProps, type ModalProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { keepFocus } from '../focus/keep-focus.ts';
import { useFocusBack } from '../focus/use-focus-back.ts';
import { useEscape } from './use-escape.ts';

const closeButton = { 'aria-label': 'Close' };

/** Inputs for typing or choosing; a box to tick is not where a press of Enter should find the focus. */
const FIELD =
  'input:not(:disabled, [type=hidden], [type=file], [type=checkbox], [type=radio]), textarea:not(:disabled)';

/** The first field has the focus, where a dialog names nothing else that should: else the way out of it would have it. */
function beginAtField(dialog: HTMLElement | null): void {
  if (dialog?.querySelector('[data-autofocus]') === null)
    dialog.querySelector(FIELD)?.setAttribute('data-autofocus', '');
}

type Ours = 'opened' | 'returnFocus' | 'closeOnEscape' | 'ref';

type DialogProps = Omit<ModalProps, Ours> & {
  /** True by default, for a dialog that is mounted only while it is open. */
  opened?: boolean;
};

/**
 * The portal's dialog. When it closes, however it does, the focus goes back to what opened it. It is gone at once: while
 * it faded away, it would still take the next key.
 */
export function Dialog({ opened = true, closeButtonProps, ...props }: DialogProps) {
  useFocusBack(opened);
  const ref = useMergedRef(useEscape(opened, props.onClose), beginAtField);
  if (!opened) return null;
  return (
    <Modal
      {...props}
      ref={ref}
      opened
      closeOnEscape={false}
      returnFocus={false}
      onFocusCapture={keepFocus}
      closeButtonProps={{ ...closeButton, ...closeButtonProps }}
    />
  );
}

type SideDialogProps = Omit<DrawerProps, Ours> & { opened?: boolean };

/** A dialog at the side of the window, with the same way back. */
export function SideDialog({ opened = true, closeButtonProps, ...props }: SideDialogProps) {
  useFocusBack(opened);
  const ref = useEscape(opened, props.onClose);
  if (!opened) return null;
  return (
    <Drawer
      {...props}
      ref={ref}
      opened
      closeOnEscape={false}
      returnFocus={false}
      onFocusCapture={keepFocus}
      closeButtonProps={{ ...closeButton, ...closeButtonProps }}
    />
  );
}
