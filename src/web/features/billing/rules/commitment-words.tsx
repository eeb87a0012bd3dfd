import { Fragment } from 'react';
import type { RulesVersion } from '#calls/rules.ts';
import { COMMITTING_CLOUDS } from '#kernel/billing/runs.ts';
import { listed } from '#kernel/written.ts';
import { PROVIDERS } from '../billing.ts';
import { RecordLink } from '../chain.tsx';

/** The rules of a version for reservations and savings plans, in sentences. */
export function CommitmentWords({ commitments }: Pick<RulesVersion, 'commitments'>) {
  const clouds = COMMITTING_CLOUDS.flatMap((cloud) => {
    const one = commitments[cloud];
    return one.charge === 'effective_cost' ? [{ cloud, ...one }] : [];
  });
  const others = COMMITTING_CLOUDS.filter((cloud) => commitments[cloud].charge === 'buyer');
  return (
    <>
      {clouds.map(({ cloud, unused_cost_center_id: id, unused_cost_center: called }) => (
        <Fragment key={cloud}>
          Reservations and savings plans of {PROVIDERS[cloud]} are charged by effective cost to who used them,
          and what nobody used{' '}
          {id === null ? (
            'to the buyer'
          ) : (
            <>
              to{' '}
              {called === null ? (
                'a cost center that is not there any more'
              ) : (
                <>
                  cost center <RecordLink model="cost_centers" id={id} text={called} />
                </>
              )}
            </>
          )}
          .{' '}
        </Fragment>
      ))}
      {others.length > 0 &&
        `${clouds.length === 0 ? 'Reservations and savings plans' : 'Those'} of ${listed(others.map((cloud) => PROVIDERS[cloud]))} are charged to the buyer, as they are billed.`}
    </>
  );
}
