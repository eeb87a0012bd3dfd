import type { DeploymentStep } from '#resources/cloud-deployments.ts';
import { formatMoment, formatTook } from '#web/ui/moments.ts';
import { Step, Steps } from '#web/ui/steps.tsx';
import { ID_WORDS, STEP_WORDS } from './states.ts';
import classes from './deployment.module.css';

/** The steps of a deployment in their order: where each is, when it was, and what the provider called what it made. */
export function Timeline({ steps }: { steps: readonly DeploymentStep[] }) {
  return (
    <Steps label="Steps">
      {steps.map((step) => (
        <DeploymentStepEntry key={step.name} step={step} />
      ))}
    </Steps>
  );
}

function DeploymentStepEntry({ step }: { step: DeploymentStep }) {
  const { label, state, attempts, ids, note, started_at: begun, finished_at: ended } = step;
  const when = [
    begun && formatMoment(begun),
    begun && ended && formatTook(begun, ended),
    attempts > 1 && `${attempts} attempts`,
  ].filter(Boolean);
  return (
    <Step state={state} name={label} word={STEP_WORDS[state]}>
      {when.length > 0 && <span className={classes.soft}>{when.join(' · ')}</span>}
      {note && <span className={classes.note}>{note}</span>}
      {Object.entries(ids).map(
        ([name, id]) =>
          // The memory of a step between two looks is empty once it is done.
          id !== '' && (
            <span key={name} className={classes.soft}>
              {ID_WORDS[name] ?? name.replaceAll('_', ' ')} <code>{id}</code>
            </span>
          ),
      )}
    </Step>
  );
}
