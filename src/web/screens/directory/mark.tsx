import { Badge, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './directory.module.css';

interface MarkProps {
  word: string;
  icon: ReactNode;
  /** What it means, for who points at it or comes to it. */
  reason: string;
  /** Somebody should do something about it. */
  warns?: boolean;
}

/** A word that has to be known of what is shown. */
export function Mark({ word, icon, reason, warns = false }: MarkProps) {
  return (
    <Tooltip label={reason} events={{ hover: true, focus: true, touch: true }} multiline maw={360}>
      <Badge
        component="button"
        type="button"
        variant={warns ? 'light' : 'default'}
        color={warns ? 'yellow' : 'gray'}
        tt="none"
        fw={500}
        className={classes.mark}
        leftSection={icon}
      >
        {word}
      </Badge>
    </Tooltip>
  );
}
