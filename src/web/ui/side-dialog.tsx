import { Drawer, type DrawerProps } from '@mantine/core';
import { closeButton } from './dialog.tsx';
import { useFocusBack } from './use-focus-back.ts';

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
