import { Button, CloseButton } from '@mantine/core';
import { useId, useLayoutEffect, useRef } from 'react';
import classes from './missing-dialog.module.css';
import { useFocusBack } from '../focus/use-focus-back.ts';

interface MissingDialogProps {
  message: string;
  onAgain: () => void;
  onClose: () => void;
}

/**
 * Replaces a dialog whose code did not come. It is the browser's own dialog, because the code of the portal's dialogs
 * may be what did not come.
 */
export function MissingDialog({ message, onAgain, onClose }: MissingDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const again = useRef<HTMLButtonElement>(null);
  const label = useId();
  useFocusBack(true);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    again.current?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      // A press beside it closes it too.
      closedby="any"
      aria-modal="true"
      aria-labelledby={label}
      className={classes.dialog}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={classes.content}>
        <div className={classes.head}>
          <h2 id={label} className={classes.title}>
            This could not be opened
          </h2>
          <CloseButton aria-label="Close" onClick={onClose} />
        </div>
        <p className={classes.message}>{message}</p>
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => window.location.reload()}>
            Load the page again
          </Button>
          <Button ref={again} onClick={onAgain}>
            Try again
          </Button>
        </div>
      </div>
    </dialog>
  );
}
