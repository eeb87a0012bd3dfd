import {
  IconAlertCircle,
  IconCircle,
  IconCircleCheck,
  IconCircleDashedCheck,
  IconCircleDot,
} from '@tabler/icons-react';
import type { DeploymentStep } from '#resources/cloud-deployments.ts';
import { formatMoment } from '#web/ui/moments.ts';
import { STEP_WORDS, took } from './states.ts';
import classes from './deployment.module.css';

const ICONS: Record<DeploymentStep['state'], typeof IconCircle> = {
  waiting: IconCircle,
  running: IconCircleDot,
  done: IconCircleCheck,
  skipped: IconCircleDashedCheck,
  failed: IconAlertCircle,
};

/** The steps of a deployment in their order: where each is, when it was, and what the provider called what it made. */
export function Timeline({ steps }: { steps: readonly DeploymentStep[] }) {
  return (
    <ol className={classes.steps} aria-label="Steps">
      {steps.map((step) => (
        <Step key={step.name} step={step} />
      ))}
    </ol>
  );
}

function Step({ step }: { step: DeploymentStep }) {
  const { label, state, attempts, ids, note, started_at: begun, finished_at: ended } = step;
  const Icon = ICONS[state];
  const when = [
    begun && formatMoment(begun),
    begun && ended && took(begun, ended),
    attempts > 1 && `${attempts} attempts`,
  ].filter(Boolean);
  return (
    <li data-state={state} aria-current={state === 'running' ? 'step' : undefined}>
      <Icon size={20} stroke={1.7} role="img" aria-label={STEP_WORDS[state]} />
      <div>
        <span className={classes.stepName}>{label}</span>
        {when.length > 0 && <span className={classes.soft}>{when.join(' · ')}</span>}
        {note && <span className={classes.note}>{note}</span>}
        {Object.entries(ids).map(([name, id]) => (
          <span key={name} className={classes.soft}>
            {name.replaceAll('_', ' ')} <code>{id}</code>
          </span>
        ))}
      </div>
    </li>
  );
}
