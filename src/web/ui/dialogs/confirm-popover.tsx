import { Button, FocusTrap, Group, Popover, Text } from '@mantine/core';
import { useId, useLayoutEffect, useState } from 'react';
import { keepFocus } from '../focus/keep-focus.ts';
import classes from './confirm-popover.module.css';

export interface Question {
  text: string;
  /** Its subject: the record that would be deleted. */
  about?: string;
  /** The element that was pressed: the question is at it, and the focus goes back to it. */
  at: HTMLElement;
  onYes: () => void;
}

/**
 * Asks a question in a small popover at the element that led to it. One of these serves many buttons: it is
 * mounted only while `question` is there. The focus begins at No, as Yes may remove what is meant, and stays inside;
 * Esc and a click elsewhere mean No.
 */
export function ConfirmPopover({ question, onClose }: { question: Question; onClose: () => void }) {
  const { text, about, at, onYes } = question;
  const label = useId();
  const [spot, setSpot] = useState(() => at.getBoundingClientRect());

  useLayoutEffect(() => {
    const follow = () => {
      // A turned device lays the rows out anew; the question then stays where it opened.
      if (at.isConnected) setSpot(at.getBoundingClientRect());
    };
    window.addEventListener('resize', follow);
    window.addEventListener('scroll', follow, { capture: true, passive: true });
    return () => {
      window.removeEventListener('resize', follow);
      window.removeEventListener('scroll', follow, { capture: true });
    };
  }, [at]);

  const answer = (yes: boolean) => {
    onClose();
    // The answer moves nothing, also where its button lies at the edge of what is in sight.
    at.focus({ preventScroll: true });
    if (yes) onYes();
  };
  const { left, top, width, height } = spot;
  return (
    <Popover
      opened
      withArrow
      shadow="md"
      position="bottom"
      withRoles={false}
      onDismiss={() => answer(false)}
      closeOnEscape={false}
      hideDetached={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <span className={classes.spot} style={{ left, top, width, height }} />
      </Popover.Target>
      <Popover.Dropdown
        role="alertdialog"
        aria-labelledby={label}
        aria-modal="true"
        onFocusCapture={keepFocus}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          answer(false);
        }}
      >
        <FocusTrap active>
          <div>
            <div id={label} className={classes.question}>
              <Text size="sm" fw={500}>
                {text}
              </Text>
              {about && <Text size="sm">{about}</Text>}
            </div>
            <Group gap="xs" justify="flex-end" wrap="nowrap">
              <Button size="compact-sm" variant="default" data-autofocus onClick={() => answer(false)}>
                No
              </Button>
              <Button size="compact-sm" onClick={() => answer(true)}>
                Yes
              </Button>
            </Group>
          </div>
        </FocusTrap>
      </Popover.Dropdown>
    </Popover>
  );
}
