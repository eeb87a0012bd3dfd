import { Skeleton } from '@mantine/core';
import { readAccountLife, type AccountLife, type LifeMoment } from '#calls/account-life.ts';
import { formatDay } from '#kernel/dates.ts';
import { deedKinds } from '#resources/account-life.ts';
import { cloudDeployments } from '#resources/cloud-deployments.ts';
import { choiceName } from '#kernel/fields/choice.ts';
import { queryOf } from '#web/data/call.ts';
import { recordQuery } from '#web/data/queries.ts';
import { pauseOf } from '#web/data/work.ts';
import { ActionButtons } from '#web/generic/additions/action-buttons.tsx';
import { recordHeading } from '#web/generic/record-title.ts';
import type { RecordScreenProps } from '#web/generic/screen.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Card } from '#web/ui/card.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { dataOf } from '#web/ui/pages/loaded.tsx';
import { ErrorState } from '#web/ui/pages/states.tsx';
import { deedActions } from './deeds.tsx';
import { DeploymentLink } from './deployment-link.tsx';
import { leaseQuery, LeasePart } from './leases/lease-part.tsx';
import classes from './life.module.css';

const TITLE = 'Life of the account';

/** How an account is, what can be done with it, and what happened to it so far. */
export function LifeCard({ resource, id }: RecordScreenProps) {
  const record = dataOf(useLoad(recordQuery(resource.name, id)));
  const load = useLoad({
    ...queryOf(readAccountLife, { id }),
    refetchInterval: ({ state }) => pauseOf(isMoving(state.data), false),
  });
  // What is read of the lease stands above the line, which does not move for it.
  const waits = useLoad(leaseQuery(id)).is === 'loading' || load.is === 'loading';
  const life = waits ? undefined : dataOf(load);
  return (
    <div className={classes.below}>
      <Card
        title={TITLE}
        head={
          record &&
          life && (
            <ActionButtons
              resource={resource}
              actions={deedActions(life, recordHeading(resource, record))}
              about={{ row: record }}
            />
          )
        }
      >
        {load.is === 'failed' && (
          <ErrorState error={load.error} title="Its life could not be loaded" onRetry={load.retry} />
        )}
        {waits && <Skeleton height={160} />}
        {life && (
          <>
            <p className={classes.state}>
              <State life={life} />
            </p>
            {record && <LeasePart resource={resource} id={id} name={recordHeading(resource, record)} />}
            <ol className={classes.line} aria-label={TITLE}>
              {life.moments.map((moment) => (
                <Moment key={`${moment.at} ${moment.what}`} moment={moment} />
              ))}
            </ol>
          </>
        )}
      </Card>
    </div>
  );
}

/** Whether something of it may change by itself. */
const isMoving = (life: AccountLife | undefined): boolean =>
  life !== undefined && life.under_way !== null && life.under_way.state !== 'waiting_approval';

const STATE_WORDS = { in_use: 'In use', frozen: 'Frozen', closed: 'Closed' } as const;

function State({ life }: { life: AccountLife }) {
  const { state, since, last_day: lastDay, way_back: wayBack, under_way: underWay, cloud } = life;
  const words = [
    since === null ? STATE_WORDS[state] : `${STATE_WORDS[state]} since ${formatMoment(since)}`,
    wayBack,
    lastDay === null ? null : `The last day that is sure is ${formatDay(lastDay)}`,
  ].filter((one) => one !== null);
  return (
    <>
      {words.map((one) => one.replace(/\.$/, '')).join('. ')}.{' '}
      {underWay && (
        <>
          <DeploymentLink id={underWay.deployment}>
            {choiceName(cloudDeployments.fields.kind, deedKinds[underWay.deed])}
          </DeploymentLink>{' '}
          is under way, which {underWay.requested_by} requested.
        </>
      )}
      {cloud === null && 'Its cloud is not connected, so that nothing can be done with it here.'}
    </>
  );
}

function Moment({ moment }: { moment: LifeMoment }) {
  const { at, what, by, reason, deployment } = moment;
  return (
    <li>
      <span className={classes.soft}>{formatMoment(at)}</span>
      <span>
        {deployment === null ? what : <DeploymentLink id={deployment}>{what}</DeploymentLink>}
        {by !== null && <span className={classes.soft}> by {by}</span>}
        {reason !== null && reason !== '' && (
          <span className={`${classes.soft} ${classes.reason}`}>{reason}</span>
        )}
      </span>
    </li>
  );
}
