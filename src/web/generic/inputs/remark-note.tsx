import { IconAlertTriangle } from '@tabler/icons-react';
import type { Remarked } from '#kernel/remarks.ts';
import classes from './remark-note.module.css';

interface RemarkNoteProps {
  remarked: Remarked;
  /** Takes the value that would end the remark. */
  onInstead?: (value: string) => void;
}

/** A remark below an input; it stops nobody. */
export function RemarkNote({ remarked: { sentence, instead }, onInstead }: RemarkNoteProps) {
  return (
    <span className={classes.remark} role="status">
      <IconAlertTriangle size={14} aria-hidden />
      {sentence}
      {instead !== undefined && onInstead && (
        <button type="button" className={classes.instead} onClick={() => onInstead(instead)}>
          Use {instead}
        </button>
      )}
    </span>
  );
}

/** The remark of an input whose offers could not be loaded: what is typed is taken all the same. */
export const NotOffered = ({ names, error }: { names: string; error: Error }) => (
  <RemarkNote
    remarked={{ sentence: `${names} could not be loaded, so none are offered. ${error.message}` }}
  />
);
