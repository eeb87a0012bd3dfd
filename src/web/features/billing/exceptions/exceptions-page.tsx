import { Link } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import type { Unallocated } from '#calls/exceptions.ts';
import { usePerson } from '#web/data/use-session.ts';
import { SearchedList } from '#web/generic/list/searched-list.tsx';
import { lastListSearch, listParams, useListState } from '#web/generic/list-state.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Pages } from '#web/ui/entries.tsx';
import { isPool } from '#kernel/billing/places.ts';
import { grouped } from '#kernel/written.ts';
import { dataOf } from '#web/ui/pages/loaded.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { formatMonth } from '#web/ui/moments.ts';
import { AccountName, Assign, ASSIGN, AssignButton, Suggested } from './account-parts.tsx';
import { isRunUnderWay, LIST, openRunsQuery, PROVIDERS, runAddress } from '../billing.ts';
import { Cell, Money } from '../cell.tsx';
import { HeadedTable, numbers } from '../headed-table.tsx';
import { CLOUDS, PROBLEMS, unallocatedQuery } from './unallocated.ts';
import tables from '../tables.module.css';

const choicesOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
const CLOUD_CHOICES = choicesOf(CLOUDS);
const PROBLEM_CHOICES = choicesOf(PROBLEMS);

const EMPTY = {
  none: {
    title: 'Everything is placed',
    text: 'Every account in the open billing runs has a cost center or WBS element that pays for it.',
  },
  matches: { title: 'No account matches', text: 'Clear the filters to see all of them.' },
};

/** /auth/billing-automation/exceptions: what nobody is charged for, over all open runs, to be worked through. */
export function ExceptionsPage() {
  const [state, change] = useListState();
  const may = usePerson()?.rights.operate ?? false;
  const runs = dataOf(useLoad(openRunsQuery)) ?? [];
  const { run = '', provider, problem } = state.filters;
  const choices = [
    {
      key: 'run',
      label: 'Run',
      // A link may lead to a run that is not among those that are open.
      choices: choicesOf({
        ...(/^\d+$/.test(run) && { [run]: `Run ${run}` }),
        ...Object.fromEntries(
          runs.map((one) => [one.id, `Run ${one.id}, ${PROVIDERS[one.provider]} ${formatMonth(one.month)}`]),
        ),
      }),
      value: /^[1-9]\d{0,8}$/.test(run) ? run : '',
    },
    { key: 'provider', label: 'Cloud', choices: CLOUD_CHOICES, value: known(CLOUD_CHOICES, provider) },
    { key: 'problem', label: 'Reason', choices: PROBLEM_CHOICES, value: known(PROBLEM_CHOICES, problem) },
  ];
  const filters = Object.fromEntries(choices.map(({ key, value }) => [key, value]));
  const load = useLoad(unallocatedQuery(listParams({ ...state, sort: null, filters })));
  const total = dataOf(load)?.meta.total;
  return (
    <>
      <PageHeader
        title="Billing Exceptions"
        crumbs={[{ label: 'Billing Automation', to: LIST, search: lastListSearch(LIST) }]}
        badge={total ? <span className={tables.count}>{grouped(total)}</span> : undefined}
        description="What nobody is charged for in the open billing runs. Assigning an account updates the inventory, and allocates its runs anew."
      />
      <SearchedList
        label="Billing Exceptions"
        state={state}
        change={change}
        choices={choices}
        load={load}
        failed="The exceptions could not be loaded"
        empty={EMPTY}
      >
        {({ data }, pages) => (
          <>
            <Queue accounts={data} may={may} />
            <Pages {...pages} />
          </>
        )}
      </SearchedList>
    </>
  );
}

/** A value of the address that is one of the choices; else empty. */
const known = (choices: readonly { value: string }[], value = '') =>
  choices.find((one) => one.value === value)?.value ?? '';

const HEADS = ['Account', 'Reason', 'Runs', numbers('Lines'), numbers('Amount')];

function Queue({ accounts, may }: { accounts: readonly Unallocated[]; may: boolean }) {
  const [assigned, setAssigned] = useState<Unallocated | null>(null);
  const runs = useMemo(() => assigned?.runs ?? [], [assigned]);
  return (
    <>
      <HeadedTable label="Billing Exceptions" heads={may ? [...HEADS, ASSIGN] : HEADS}>
        {accounts.map((account) => (
          <AccountRow
            key={account.identifier ?? `run ${account.runs[0]?.id}`}
            account={account}
            onAssign={may ? () => setAssigned(account) : null}
          />
        ))}
      </HeadedTable>
      <Suspense>
        {assigned && <Assign runs={runs} problem={assigned} onClose={() => setAssigned(null)} />}
      </Suspense>
    </>
  );
}

interface AccountRowProps {
  account: Unallocated;
  /** Null for who may not. */
  onAssign: (() => void) | null;
}

function AccountRow({ account, onAssign }: AccountRowProps) {
  const { provider, problems, runs, lines, amounts } = account;
  return (
    <tr>
      <th scope="row" className={tables.account}>
        <AccountName of={account} />
        {provider && <span className={tables.soft}>{CLOUDS[provider]}</span>}
      </th>
      <Cell label="Reason" sentence>
        {problems.map(({ problem, message }) => (
          <span key={problem} className={tables.amount}>
            {message}
          </span>
        ))}
        <Suggested of={account.suggestions} />
      </Cell>
      <Cell label="Runs" whole>
        {runs.map((run) => (
          <span key={run.id} className={tables.amount}>
            <Link to={runAddress(run.id)}>Run {run.id}</Link>
            <span className={tables.soft}>
              {isRunUnderWay(run)
                ? 'is allocated anew…'
                : `${PROVIDERS[run.provider]}, ${formatMonth(run.month)}`}
            </span>
          </span>
        ))}
      </Cell>
      <Cell label="Lines" number>
        {grouped(lines)}
      </Cell>
      <Cell label="Amount" number>
        {amounts.map(({ currency, amount }) => (
          <Money key={currency} amount={amount} currency={currency} />
        ))}
      </Cell>
      {onAssign && (
        <td className={tables.number}>
          {!isPool(account.identifier ?? '') && <AssignButton of={account} onAssign={onAssign} />}
        </td>
      )}
    </tr>
  );
}
