import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment, Suspense, useMemo, useState } from 'react';
import type { Run } from '#calls/runs.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { isPool } from '#kernel/billing/places.ts';
import { grouped } from '#kernel/written.ts';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { AccountName, Assign, ASSIGN, AssignButton, Suggested } from './account-parts.tsx';
import { Cell, Money } from '../cell.tsx';
import { Chain } from '../chain.tsx';
import { ChargeBothButton } from '../copilot/charge-both-button.tsx';
import { byAccount, exceptionsQuery, type AccountProblem } from '../details.ts';
import { PoolHelp } from './pool-help.tsx';
import { HeadedTable, numbers } from '../headed-table.tsx';
import { PLACES } from '../run/places.ts';
import { InvoiceHelp } from '../run/invoice-help.tsx';
import { Part } from '../part.tsx';
import { QUEUE } from './unallocated.ts';
import { useFirst } from '../use-first.tsx';
import tables from '../tables.module.css';

interface ExceptionsProps {
  run: Run;
  /** Whether anything can still be assigned, by who may. */
  open: boolean;
  mayAssign: boolean;
}

/** The amounts that found no place, account by account, with a dialog to assign each. */
export function Exceptions({ run, open, mayAssign }: ExceptionsProps) {
  const load = useLoad(exceptionsQuery(run));
  const [assigned, setAssigned] = useState<AccountProblem | null>(null);
  const { id, posting_day } = run;
  const runs = useMemo(() => [{ id, posting_day }], [id, posting_day]);
  return (
    <Part
      title="Exceptions"
      place={PLACES.exceptions}
      count={run.exceptions}
      action={
        open && (
          <Button component={Link} to={QUEUE} variant="subtle" size="xs">
            Those of all open runs
          </Button>
        )
      }
    >
      <Loaded load={load} failed="The exceptions could not be loaded" height={120}>
        {({ data, meta: { total } }) => (
          <>
            <Table run={run} problems={byAccount(data)} onAssign={mayAssign ? setAssigned : null} />
            {total > data.length && (
              <p className={tables.soft}>
                There are {grouped(total - data.length)} more with smaller amounts.
              </p>
            )}
          </>
        )}
      </Loaded>
      <Suspense>
        {assigned && <Assign runs={runs} problem={assigned} onClose={() => setAssigned(null)} />}
      </Suspense>
    </Part>
  );
}

/** The number of accounts that are shown at first: the total of the run is below them. */
const FIRST = 10;

const HEADS = ['Account', 'Reason', numbers('Lines'), numbers('Amount')];

interface TableProps {
  run: Run;
  problems: readonly AccountProblem[];
  /** Null where nothing can be assigned. */
  onAssign: ((problem: AccountProblem) => void) | null;
}

function Table({ run, problems, onAssign }: TableProps) {
  const [shown, more] = useFirst(problems, FIRST, 'exceptions');
  return (
    <>
      <HeadedTable label="Exceptions" heads={onAssign ? [...HEADS, ASSIGN] : HEADS}>
        {shown.map((problem) => (
          <ProblemRow
            key={`${problem.identifier} ${problem.message}`}
            run={run}
            problem={problem}
            onAssign={onAssign && (() => onAssign(problem))}
          />
        ))}
      </HeadedTable>
      {more}
    </>
  );
}

interface ProblemRowProps {
  run: Run;
  problem: AccountProblem;
  /** Null where nothing can be assigned. */
  onAssign: (() => void) | null;
}

/** Each amount of an account, with its invoice where several of them charge in one currency. */
function Amounts({ of: { amounts } }: { of: AccountProblem }) {
  const isReferenceShown = new Set(amounts.map(({ currency }) => currency)).size < amounts.length;
  return amounts.map(({ reference, currency, amount }) => (
    <Fragment key={`${reference} ${currency}`}>
      <Money amount={amount} currency={currency} />
      {isReferenceShown && <span className={tables.soft}>{reference}</span>}
    </Fragment>
  ));
}

/** Whether an exception is about invoices as a whole, and no account. */
const isOfInvoice = ({ problem }: AccountProblem): boolean =>
  problem === 'total_differs' || problem === 'amortised_differs';

/** The invoices that an exception is about as a whole. */
const invoicesOf = ({ amounts }: AccountProblem): string =>
  [...new Set(amounts.map(({ reference }) => reference))].join(', ');

function ProblemRow({ run, problem, onAssign }: ProblemRowProps) {
  const { message, chain, named, cloud_parent_id: cloudParent, lines } = problem;
  return (
    <tr>
      <th scope="row" className={isOfInvoice(problem) ? undefined : tables.beside}>
        {isOfInvoice(problem) ? invoicesOf(problem) : <AccountName of={problem} />}
      </th>
      <Cell label="Reason" sentence>
        {message}
        {chain.length > 0 && problem.problem !== 'billed_twice' && (
          <Chain
            identifier={problem.identifier}
            name={problem.account_name}
            cloudParent={cloudParent}
            named={named}
            chain={chain}
          />
        )}
        {problem.assignable && <Suggested of={problem.suggestions} />}
      </Cell>
      <Cell label="Lines" number>
        {grouped(lines)}
      </Cell>
      <Cell label="Amount" number>
        <Amounts of={problem} />
      </Cell>
      {onAssign && (
        <td className={tables.number}>
          {problem.assignable && <AssignButton of={problem} onAssign={onAssign} />}
          {isPool(problem.identifier ?? '') && (
            <PoolHelp run={run} problem={problem.problem} identifier={problem.identifier ?? ''} />
          )}
          {problem.problem === 'total_differs' && <InvoiceHelp run={run} problem={problem} />}
          {problem.problem === 'billed_twice' && (
            <ChargeBothButton
              run={run.id}
              organization={problem.identifier?.replace('copilot:', '') ?? '*'}
            />
          )}
        </td>
      )}
    </tr>
  );
}
