import { Link } from '@tanstack/react-router';
import type { DeploymentStep } from '#resources/cloud-deployments.ts';
import { formatMoment, formatTook } from '#web/ui/moments.ts';
import links from '#web/ui/plain-link.module.css';
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

/** The id of the record that the portal has of the budget; all others are those of providers. */
const RECORDED_BUDGET = 'budget';

const BudgetLink = ({ id }: { id: string }) => (
  <Link
    className={links.link}
    to="/auth/$action/$model/$modelId"
    params={{ action: 'view', model: 'budgets', modelId: id }}
  >
    See the budget
  </Link>
);

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
              {name === RECORDED_BUDGET ? (
                <BudgetLink id={id} />
              ) : (
                <>
                  {ID_WORDS[name] ?? name.replaceAll('_', ' ')} <code>{id}</code>
                </>
              )}
            </span>
          ),
      )}
    </Step>
  );
}
