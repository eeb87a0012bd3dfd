import { Skeleton, VisuallyHidden } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link, linkOptions } from '@tanstack/react-router';
import { useId } from 'react';
import type { WaitingWork } from '#calls/overview.ts';
import type { ToneName } from '#kernel/tones.ts';
import type { Registry } from '#kernel/registry.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { grouped } from '#kernel/written.ts';
import { ErrorState } from '#web/ui/pages/states.tsx';
import { waitingQuery } from './overview.ts';
import home from './home-page.module.css';
import classes from './waiting-work.module.css';

/** Room for as many kinds of work as usually wait. */
const USUAL = 4;
const GRAVITY: Record<ToneName, number> = { bad: 0, warning: 1, good: 2 };

/** The work of a person by its kind, in each model a number that links to the list of exactly those records. */
export function WaitingWorkSection({ registry }: { registry: Registry }) {
  const load = useLoad(waitingQuery());
  return (
    <section aria-labelledby="waiting-work" aria-busy={load.is === 'loading'}>
      <h2 id="waiting-work" className={home.heading}>
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

/** Work of one kind: what waits of it in each model, or among the jobs. */
interface Kind {
  label: string;
  tone: ToneName;
  places: WaitingWork[];
}

/** Work of the same name and weight is one kind, whatever model it waits in. */
function kindsOf(work: readonly WaitingWork[]): Kind[] {
  const kinds = Map.groupBy(work, ({ label, tone }) => `${tone} ${label}`);
  return [...kinds.values()]
    .flatMap((places) => (places[0] ? [{ label: places[0].label, tone: places[0].tone, places }] : []))
    .toSorted((a, b) => GRAVITY[a.tone] - GRAVITY[b.tone]);
}

function Kinds({ work, registry }: { work: readonly WaitingWork[]; registry: Registry }) {
  const id = useId();
  if (work.length === 0)
    return (
      <p className={classes.nothing}>
        <IconCircleCheck size={20} aria-hidden /> Nothing waits: no record needs a look, no account is
        unallocated, and no job has failed.
      </p>
    );
  return (
    <div className={classes.work}>
      {kindsOf(work).map(({ label, tone, places }, at) => {
        const heading = `${id}${at}`;
        return (
          <section
            key={`${tone} ${label}`}
            aria-labelledby={heading}
            data-tone={tone}
            className={classes.kind}
          >
            <h3 id={heading} className={classes.label}>
              {label}
            </h3>
            <ul className={classes.places}>
              {places.map((place) => (
                <Place key={`${place.list} ${place.filter}`} work={place} registry={registry} />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

/** The lists of what is no record. */
const ELSEWHERE: Readonly<Record<string, { label: string; to: string }>> = {
  jobs: { label: 'Jobs', to: '/auth/jobs' },
  account_leases: { label: 'Leases', to: '/auth/leases' },
  attestations: { label: 'Answers', to: '/auth/attestations' },
  waiting_changes: { label: 'Changes', to: '/auth/waiting-changes' },
  billing_exceptions: { label: 'Accounts of Bills', to: '/auth/billing-automation/exceptions' },
};

function Place({ work, registry }: { work: WaitingWork; registry: Registry }) {
  const { list, filter, value, label, count, more } = work;
  const model = registry.find(list);
  const elsewhere = ELSEWHERE[list];
  const search = value === 'All' ? {} : { [`by_${filter}`]: value };
  const place = model
    ? linkOptions({ to: '/auth/$action/$model', params: { action: 'view', model: list }, search })
    : linkOptions({ to: elsewhere?.to ?? '/auth/home', search });
  return (
    <li>
      <Link {...place} className={classes.place}>
        <span className={classes.count}>
          {grouped(count)}
          {more && '+'}
        </span>{' '}
        <span>
          <VisuallyHidden>{label} </VisuallyHidden>
          {model?.label[1] ?? elsewhere?.label}
        </span>
      </Link>
    </li>
  );
}
