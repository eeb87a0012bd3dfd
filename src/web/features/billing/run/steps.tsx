import { IconUserCheck } from '@tabler/icons-react';
import type { Run } from '#calls/runs.ts';
import { formatMoment, formatTook } from '#web/ui/moments.ts';
import { Step as StepEntry, Steps as StepList } from '#web/ui/steps.tsx';
import { Part } from '../part.tsx';
import tables from '../tables.module.css';

type Step = Run['steps'][number];

const STATE_WORDS = { running: 'running', done: 'done', failed: 'failed' } as const;

/** The steps of a run, by the portal and by people, each with its time. */
export function Steps({ steps }: Pick<Run, 'steps'>) {
  return (
    <Part title="Steps and Decisions">
      <StepList label="Steps and decisions" small>
        {steps.map((step, at) => (
          <RunStep key={`${step.started_at} ${at}`} step={step} />
        ))}
      </StepList>
    </Part>
  );
}

function RunStep({ step }: { step: Step }) {
  const { name, state, started_at: begun, finished_at: ended, by } = step;
  const took = by === null && ended !== null ? formatTook(begun, ended) : null;
  return (
    <StepEntry
      state={state}
      name={name}
      word={by === null ? STATE_WORDS[state] : 'decision'}
      icon={by === null ? undefined : IconUserCheck}
    >
      {step.detail && <span className={tables.soft}>{step.detail}</span>}
      <span className={tables.soft}>{[by, formatMoment(begun), took].filter(Boolean).join(' · ')}</span>
    </StepEntry>
  );
}
