import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { fetchInputs } from '#web/generic/kinds/editing.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { fetchWhenQuiet, lateDialog } from '#web/ui/late.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import type { Run } from './billing.ts';
import { Cell, Money } from './cell.tsx';
import { Chain } from './chain.tsx';
import { byAccount, exceptionsQuery, type AccountProblem } from './details.ts';
import { Part } from './part.tsx';
import tables from './tables.module.css';

const Assign = lateDialog(
  async () => (await Promise.all([import('./assign.tsx'), fetchInputs()]))[0],
  ({ onClose }) => onClose(),
);
fetchWhenQuiet(Assign.fetch);

/** What a group of exceptions is called. */
const nameOf = ({ identifier }: AccountProblem) => identifier ?? 'What belongs to no account';

/** What found no place, account by account, and the way to say where it belongs. */
export function Exceptions({ run, mayAssign }: { run: Run; mayAssign: boolean }) {
  const load = useLoad(exceptionsQuery(run));
  const [assigned, setAssigned] = useState<AccountProblem | null>(null);
  return (
    <Part title="Exceptions" count={run.exceptions}>
      <Loaded load={load} failed="The exceptions could not be loaded" height={120}>
        {({ data, meta: { total } }) => (
          <>
            <div className={tables.frame}>
              <table className={tables.table} aria-label="Exceptions">
                <thead>
                  <tr>
                    <th scope="col">Account</th>
                    <th scope="col">Reason</th>
                    <th scope="col" className={tables.number}>
                      Lines
                    </th>
                    <th scope="col" className={tables.number}>
                      Amount
                    </th>
                    {mayAssign && <th aria-label="Assign" />}
                  </tr>
                </thead>
                <tbody>
                  {byAccount(data).map((problem) => (
                    <ProblemRow
                      key={`${problem.identifier} ${problem.message}`}
                      problem={problem}
                      onAssign={mayAssign ? () => setAssigned(problem) : null}
                    />
                  ))}
                </tbody>
              </table>
            </div>
            {total > data.length && (
              <p className={tables.soft}>
                There are {(total - data.length).toLocaleString('en')} more with smaller amounts.
              </p>
            )}
          </>
        )}
      </Loaded>
      <Suspense>
        {assigned && <Assign run={run} problem={assigned} onClose={() => setAssigned(null)} />}
      </Suspense>
    </Part>
  );
}

interface ProblemRowProps {
  problem: AccountProblem;
  /** Null where nothing can be assigned. */
  onAssign: (() => void) | null;
}

function ProblemRow({ problem, onAssign }: ProblemRowProps) {
  const { message, chain, named, cloud_parent_id: cloudParent, lines, amounts } = problem;
  const [suggestion] = problem.suggestions;
  return (
    <tr>
      <th scope="row">
        {nameOf(problem)}
        {problem.owner_email && <span className={tables.soft}>{problem.owner_email}</span>}
      </th>
      <Cell label="Reason">
        {message}
        {chain.length > 0 && (
          <Chain identifier={problem.identifier} cloudParent={cloudParent} named={named} chain={chain} />
        )}
        {suggestion && (
          <span className={tables.soft}>
            Suggested: {suggestion.cost_center}. {suggestion.message}
          </span>
        )}
      </Cell>
      <Cell label="Lines" number>
        {lines.toLocaleString('en')}
      </Cell>
      <Cell label="Amount" number>
        {amounts.map(({ reference, currency, amount }) => (
          <Money key={`${reference} ${currency}`} amount={amount} currency={currency} />
        ))}
      </Cell>
      {onAssign && (
        <td className={tables.number}>
          <Button size="xs" variant="default" aria-label={`Assign ${nameOf(problem)}`} onClick={onAssign}>
            Assign
          </Button>
        </td>
      )}
    </tr>
  );
}
