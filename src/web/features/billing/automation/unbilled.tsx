import { Text } from '@mantine/core';
import { unbilledQuery } from '#web/data/unbilled.ts';
import type { UnbilledCost, UnbilledMonth } from '#calls/dashboard.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { grouped } from '#kernel/written.ts';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { formatMoment, formatMonth } from '#web/ui/moments.ts';
import { formatMoney } from '../amounts.ts';
import { Cell, Money } from '../cell.tsx';
import { RecordLink } from '../chain.tsx';
import { Part } from '../part.tsx';
import runClasses from '../run.module.css';
import statementsClasses from '../run/statements.module.css';
import { TableFrame } from '../table-frame.tsx';
import tables from '../tables.module.css';

const LARGEST = 50;

/** The cost of the running month so far by project, which no bill has yet. */
export function Unbilled() {
  const load = useLoad(unbilledQuery(LARGEST));
  return (
    <Loaded load={load} failed="The unbilled costs could not be loaded" height={80}>
      {({ data, meta: { reason, unbilled, total } }) =>
        unbilled === null ? (
          <Text size="sm" c="dimmed">
            {reason ?? 'No unbilled costs were read yet. Update Dashboard reads those of the running month.'}
          </Text>
        ) : (
          <Part title={`Unbilled: ${formatMonth(unbilled.month)} So Far`} count={total}>
            <About unbilled={unbilled} />
            {data.length === 0 ? (
              <p className={runClasses.nothing}>Nothing was counted in this month yet.</p>
            ) : (
              <Costs costs={data} />
            )}
            {total > data.length && (
              <p className={tables.below}>
                The largest {data.length} of {grouped(total)}.
              </p>
            )}
          </Part>
        )
      }
    </Loaded>
  );
}

function About({ unbilled: { source, read_at: at, read_by: by, totals } }: { unbilled: UnbilledMonth }) {
  return (
    <>
      {totals.map(({ currency, amount, cost, credits }) => (
        <p key={currency} className={statementsClasses.statementTotal}>
          <b>{formatMoney(amount, currency)}</b>
          <span className={tables.soft}>
            {formatMoney(cost, currency)} with credits of {formatMoney(credits, currency)}
          </span>
        </p>
      ))}
      <Text size="sm" c="dimmed" mb="sm">
        No bill yet: it comes with the invoice of the month. Read {formatMoment(at)} from {source}, requested
        by {by}.
      </Text>
    </>
  );
}

function Costs({ costs }: { costs: readonly UnbilledCost[] }) {
  return (
    <TableFrame>
      <table className={tables.table} aria-label="Unbilled Costs">
        <thead>
          <tr>
            <th scope="col">Project</th>
            <th scope="col">Cost Center</th>
            <th scope="col">Owner</th>
            <th scope="col" className={tables.number}>
              Credits
            </th>
            <th scope="col" className={tables.number}>
              Unbilled
            </th>
          </tr>
        </thead>
        <tbody>
          {costs.map((cost) => (
            <tr key={`${cost.identifier} ${cost.currency}`}>
              <th scope="row">
                {cost.identifier === null ? (
                  'No project'
                ) : (
                  <RecordLink
                    model="cloud_parents"
                    id={cost.cloud_parent_id}
                    text={cost.name ?? cost.identifier}
                  />
                )}
                <span className={tables.soft}>{cost.identifier ?? 'Tax, support and the like'}</span>
              </th>
              <Cell label="Cost Center">{cost.cost_center}</Cell>
              <Cell label="Owner" address>
                {cost.owner_email}
              </Cell>
              <Cell label="Credits" number>
                <Money amount={cost.credits} currency={cost.currency} />
              </Cell>
              <Cell label="Unbilled" number>
                <Money amount={cost.amount} currency={cost.currency} />
              </Cell>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
