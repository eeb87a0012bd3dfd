import type { ReactNode } from 'react';
import type { Toned } from '#kernel/tones.ts';
import classes from './toned-text.module.css';

interface TonedTextProps {
  toned: Toned;
  /** `heard`: screen readers alone find it here, others at the pointer or the focus. */
  reason: 'seen' | 'heard';
  children: ReactNode;
}

/** A value that means something: coloured, with the reason. */
export function TonedText({ toned, reason, children }: TonedTextProps) {
  const pill = (
    <span className={classes.pill} data-tone={toned.tone}>
      {children}
      {reason === 'heard' && <span className={classes.unseen}> {toned.reason}</span>}
    </span>
  );
  if (reason === 'heard') return pill;
  return (
    <>
      {pill} <span className={classes.reason}>{toned.reason}</span>
    </>
  );
}
