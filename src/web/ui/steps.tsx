import {
  IconAlertCircle,
  IconCircle,
  IconCircleCheck,
  IconCircleDashedCheck,
  IconCircleDot,
  type Icon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './steps.module.css';

type StepState = 'waiting' | 'running' | 'done' | 'skipped' | 'failed';

const ICONS: Record<StepState, Icon> = {
  waiting: IconCircle,
  running: IconCircleDot,
  done: IconCircleCheck,
  skipped: IconCircleDashedCheck,
  failed: IconAlertCircle,
};

interface StepsProps {
  label: string;
  /** In small type, for a narrow place beside something else. */
  small?: boolean;
  children: ReactNode;
}

/** The steps that were done one after the other, with a line from each to the next. */
export function Steps({ label, small, children }: StepsProps) {
  return (
    <ol className={classes.steps} data-small={small || undefined} aria-label={label}>
      {children}
    </ol>
  );
}

interface StepProps {
  state: StepState;
  name: ReactNode;
  /** The text of the icon: the state in words, or the kind of step. */
  word: string;
  /** In place of the icon of the state. */
  icon?: Icon;
  /** When it was, and what came of it. */
  children?: ReactNode;
}

export function Step({ state, name, word, icon: Shown = ICONS[state], children }: StepProps) {
  return (
    <li data-state={state} aria-current={state === 'running' ? 'step' : undefined}>
      <Shown size={20} stroke={1.7} role="img" aria-label={word} />
      <div>
        <span className={classes.name}>{name}</span>
        {children}
      </div>
    </li>
  );
}
