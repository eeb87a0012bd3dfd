import { Fragment, type ReactNode } from 'react';
import type { AnsweredPool, PoolSource } from '#calls/pools.ts';
import { NO_ACCOUNT } from '#kernel/billing/places.ts';
import { PROVIDERS } from '../billing.ts';
import { RecordLink } from '../chain.tsx';
import classes from './pools.module.css';

/** Whose lines a pool takes, as the object of a sentence. */
function taken(source: PoolSource): string {
  switch (source.by) {
    case 'account':
      return `all lines of account ${source.account}`;
    case 'service':
      return `all lines of ${source.service} of ${PROVIDERS[source.provider]}`;
    case 'tag':
      return `all lines with the tag ${source.key}: ${source.value}`;
    case 'purchase':
      return `purchases and usage without an account of ${source.place.slice(NO_ACCOUNT.length)}`;
  }
}

function Centers({ pool, percents }: { pool: AnsweredPool; percents?: ReadonlyMap<number, string> }) {
  return pool.cost_centers.map(({ cost_center_id: id, cost_center: called }, at) => (
    <Fragment key={id}>
      {at > 0 && ', '}
      {called === null ? (
        'a cost center that is not there any more'
      ) : (
        <RecordLink model="cost_centers" id={id} text={called} />
      )}
      {percents && ` ${percents.get(id)} %`}
    </Fragment>
  ));
}

/** How a pool is split, as the end of a sentence. */
function Split({ pool }: { pool: AnsweredPool }): ReactNode {
  const { split } = pool;
  switch (split.by) {
    case 'even':
      return (
        <>
          evenly over <Centers pool={pool} />
        </>
      );
    case 'fixed':
      return (
        <>
          by fixed shares:{' '}
          <Centers
            pool={pool}
            percents={new Map(split.shares.map((one) => [one.cost_center_id, one.percent]))}
          />
        </>
      );
    case 'spend':
      return split.cost_center_ids === null ? (
        'in proportion to what else the run charges all cost centers'
      ) : (
        <>
          in proportion to what else the run charges <Centers pool={pool} />
        </>
      );
    case 'metric':
      return `by the metric ${split.metric} of the month`;
  }
}

/** The pools of a version in their order, in sentences. */
export function PoolWords({ pools }: { pools: readonly AnsweredPool[] }) {
  return (
    <>
      Pools of shared cost take lines from their accounts; a line that belongs to several goes to the first.
      <ol className={classes.pools}>
        {pools.map((pool) => (
          <li key={pool.name}>
            {pool.name} takes {taken(pool.source)} and is split <Split pool={pool} />.
          </li>
        ))}
      </ol>
    </>
  );
}
