import { Fragment } from 'react';
import { isPlace } from '#kernel/billing/places.ts';
import type { RunningCost } from '#calls/running-costs.ts';
import { cloudName } from '#kernel/clouds.ts';
import { Cell, Money } from '../cell.tsx';
import { RecordLink } from '../chain.tsx';
import { HeadedTable, numbers } from '../headed-table.tsx';
import tables from '../tables.module.css';
import classes from './running.module.css';

const HEADS = ['Account', 'Service', numbers('So Far')];

const keyOf = ({ provider, identifier, currency }: RunningCost) => `${currency} ${provider} ${identifier}`;

/** Accounts by their names with all that they cost, and below each its services. */
export function CostTable({ costs }: { costs: readonly RunningCost[] }) {
  return (
    <HeadedTable label="Costs so far" heads={HEADS} below>
      {[...Map.groupBy(costs, keyOf)].map(([key, all]) =>
        all[0] === undefined ? null : (
          <Fragment key={key}>
            <AccountRow of={all[0]} />
            {all.map((cost) => (
              <tr key={cost.service ?? ''}>
                <th scope="row" className={classes.service} aria-label={nameOf(cost)} />
                <Cell label="Service">{cost.service ?? 'No service'}</Cell>
                <Cell label="So Far" number>
                  <Money amount={cost.amount} currency={cost.currency} />
                </Cell>
              </tr>
            ))}
          </Fragment>
        ),
      )}
    </HeadedTable>
  );
}

/** What an account is called; what belongs to none is tax, support and the like. */
function nameOf({ identifier, name }: RunningCost): string {
  return name ?? identifier ?? 'No account';
}

function AccountRow({ of }: { of: RunningCost }) {
  const { provider, identifier, name, cloud_parent_id: id, owner_email: owner, currency } = of;
  const about = [
    cloudName(provider),
    name !== null && identifier,
    identifier === null && 'Tax, support and the like',
    identifier !== null && id === null && (isPlace(identifier) ? 'No account' : 'Not in the inventory'),
    owner,
  ].filter(Boolean);
  return (
    <tr className={classes.account}>
      <th scope="row">
        {id === null ? <b>{nameOf(of)}</b> : <RecordLink model="cloud_parents" id={id} text={nameOf(of)} />}
        <span className={tables.soft}>{about.join(' · ')}</span>
      </th>
      <Cell label="Service" />
      <Cell label="So Far" number>
        <Money amount={of.account_amount} currency={currency} />
      </Cell>
    </tr>
  );
}
