import { IconAlertCircle, IconCircleCheck, IconCircleDot, IconUserCheck } from '@tabler/icons-react';
import { formatMoment } from '#web/ui/moments.ts';
import type { Run } from './billing.ts';
import { Part } from './part.tsx';
import classes from './run.module.css';
import tables from './tables.module.css';

type Step = Run['steps'][number];

const ICONS = { running: IconCircleDot, done: IconCircleCheck, failed: IconAlertCircle } as const;
const STATE_WORDS = { running: 'running', done: 'done', failed: 'failed' } as const;

/** How long a step took, in words that a person reads; null while it runs. */
function tookOf({ started_at: begun, finished_at: ended }: Step): string | null {
  if (ended === null) return null;
  const seconds = (Date.parse(ended) - Date.parse(begun)) / 1000;
  if (seconds < 60) return `${seconds.toLocaleString('en', { maximumFractionDigits: 1 })} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** What was done with a run, by the portal and by people, each with its time. */
export function Steps({ steps }: Pick<Run, 'steps'>) {
  return (
    <Part title="Steps and Decisions">
      <ol className={classes.steps} aria-label="Steps and decisions">
        {steps.map((step, at) => (
          <StepEntry key={`${step.started_at} ${at}`} step={step} />
        ))}
      </ol>
    </Part>
  );
}

function StepEntry({ step }: { step: Step }) {
  const { name, state, started_at: begun, by } = step;
  const Icon = by === null ? ICONS[state] : IconUserCheck;
  const took = by === null ? tookOf(step) : null;
  return (
    <li data-state={state} aria-current={state === 'running' ? 'step' : undefined}>
      <Icon size={18} stroke={1.7} role="img" aria-label={by === null ? STATE_WORDS[state] : 'decision'} />
      <div>
        {name}
        {step.detail && <span className={tables.soft}>{step.detail}</span>}
        <span className={tables.soft}>{[by, formatMoment(begun), took].filter(Boolean).join(' · ')}</span>
      </div>
    </li>
  );
}
