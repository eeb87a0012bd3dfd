import { Progress } from '@mantine/core';
import { IconAlertCircle, IconCircle, IconCircleCheck, IconCircleDot } from '@tabler/icons-react';
import { isJobUnderWay, type Job, type JobStep } from '#kernel/work.ts';
import { grouped } from '#kernel/written.ts';
import classes from './work.module.css';

const ICONS: Record<JobStep['state'], typeof IconCircle> = {
  waiting: IconCircle,
  running: IconCircleDot,
  done: IconCircleCheck,
  failed: IconAlertCircle,
};

/** The progress of a job, as long as there is something to show: its steps, and the part of the one that runs. */
export function JobProgress({ job }: { job: Job }) {
  const { state, steps, progress, title } = job;
  const percent = progress && progress.total > 0 ? Math.floor((progress.done / progress.total) * 100) : null;
  return (
    <>
      {steps.length > 1 && state !== 'done' && <Steps steps={steps} title={title} />}
      {isJobUnderWay(job) && state === 'running' && progress && percent !== null && (
        <div className={classes.progress}>
          <Progress.Root size="sm" flex={1}>
            <Progress.Section value={percent} aria-label={title} />
          </Progress.Root>
          <span className={classes.percent}>
            {percent}%, {grouped(progress.done)} of {grouped(progress.total)}
          </span>
        </div>
      )}
    </>
  );
}

function Steps({ steps, title }: { steps: readonly JobStep[]; title: string }) {
  return (
    <ol className={classes.steps} aria-label={`Steps of ${title}`}>
      {steps.map(({ name, state }) => {
        const Icon = ICONS[state];
        return (
          <li key={name} data-state={state} aria-current={state === 'running' ? 'step' : undefined}>
            <Icon size={16} role="img" aria-label={state} />
            {name}
          </li>
        );
      })}
    </ol>
  );
}
