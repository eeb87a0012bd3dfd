import { Skeleton } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link, linkOptions } from '@tanstack/react-router';
import type { WaitingWork } from '#kernel/overview.ts';
import type { ToneName } from '#kernel/tones.ts';
import type { Registry } from '#kernel/registry.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { ErrorState } from '#web/ui/states.tsx';
import { waitingQuery } from './overview.ts';
import classes from './waiting-work.module.css';

/** Room for as many kinds of work as usually wait: one line on a wide screen. */
const USUAL = 4;
const GRAVITY: Record<ToneName, number> = { bad: 0, warning: 1, good: 2 };

/** What somebody has to do, each kind a number that leads to the list of exactly those records. */
export function WaitingWorkSection({ registry }: { registry: Registry }) {
  const load = useLoad(waitingQuery());
  return (
    <section aria-labelledby="waiting-work" aria-busy={load.is === 'loading'}>
      <h2 id="waiting-work" className={classes.heading}>
        Waiting
      </h2>
      {load.is === 'failed' && (
        <ErrorState
          error={load.error}
          title="The work that waits could not be counted"
          onRetry={load.retry}
        />
      )}
      {load.is === 'loading' && (
        <div className={classes.work}>
          {Array.from({ length: USUAL }, (_, at) => (
            <Skeleton key={at} className={classes.pending} />
          ))}
        </div>
      )}
      {load.is === 'loaded' && <Kinds work={load.data} registry={registry} />}
    </section>
  );
}

function Kinds({ work, registry }: { work: readonly WaitingWork[]; registry: Registry }) {
  if (work.length === 0)
    return (
      <p className={classes.nothing}>
        <IconCircleCheck size={20} aria-hidden /> Nothing waits: no record needs a look, and no job has
        failed.
      </p>
    );
  const gravest = work.toSorted((a, b) => GRAVITY[a.tone] - GRAVITY[b.tone]);
  return (
    <ul className={classes.work}>
      {gravest.map(({ list, filter, value, label, tone, count, more }) => {
        const model = registry.find(list);
        const search = { [`by_${filter}`]: value };
        const place = model
          ? linkOptions({ to: '/auth/$action/$model', params: { action: 'view', model: list }, search })
          : linkOptions({ to: '/auth/jobs', search });
        return (
          <li key={`${list} ${filter} ${value}`} data-tone={tone}>
            <Link {...place} className={classes.kind}>
              <span className={classes.count}>
                {count.toLocaleString('en')}
                {more && '+'}
              </span>
              <span className={classes.words}>
                <span className={classes.label}>{label}</span> <span>{model?.label[1] ?? 'Jobs'}</span>
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
