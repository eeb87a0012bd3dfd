import { Drawer, Modal, type DrawerProps, type ModalProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { keepFocus } from '../focus/keep-focus.ts';
import { FIELD } from '../focus/use-begin-at-field.ts';
import { useFocusBack } from '../focus/use-focus-back.ts';
import { useEscape } from './use-escape.ts';

const closeButton = { 'aria-label': 'Close' };

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

/** At the side there is more to read than to fill in: only a form has the focus from the start. */
const beginAtForm = (dialog: HTMLElement | null): void => {
  if (dialog?.querySelector('form')) beginAtField(dialog);
};

/** A dialog at the side of the window, with the same way back. */
export function SideDialog({ opened = true, closeButtonProps, ...props }: SideDialogProps) {
  useFocusBack(opened);
  const ref = useMergedRef(useEscape(opened, props.onClose), beginAtForm);
  if (!opened) return null;
  return (
    <Drawer
      {...props}
      data-side={props.position}
      ref={ref}
      opened
      closeOnEscape={false}
      returnFocus={false}
      onFocusCapture={keepFocus}
      closeButtonProps={{ ...closeButton, ...closeButtonProps }}
    />
  );
}
