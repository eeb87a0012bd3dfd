import { Link } from '@tanstack/react-router';
import type { AnswerOf } from '#calls/call.ts';
import type { listRuns, Run } from '#calls/runs.ts';
import type { RunState } from '#kernel/billing/runs.ts';
import { SearchedList } from '#web/generic/list/searched-list.tsx';
import { listParams, useListState, type ListState } from '#web/generic/list-state.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Pages, StateBadge } from '#web/ui/entries.tsx';
import { grouped } from '#kernel/written.ts';
import { dataOf } from '#web/ui/pages/loaded.tsx';
import { formatMoment, formatMonth } from '#web/ui/moments.ts';
import { isZero } from '../amounts.ts';
import { kindOf, PROVIDERS, RUN_STATES, runAddress, runsQuery } from '../billing.ts';
import { Cell, Money } from '../cell.tsx';
import { TableFrame } from '../table-frame.tsx';
import tables from '../tables.module.css';

/** The rest of the page's address. */
const BESIDE = ['tab'] as const;

const EMPTY = {
  none: { title: 'No billing runs yet', text: 'Process an invoice, and its run is listed here.' },
  matches: { title: 'No billing run matches', text: 'Clear the filters to see all of them.' },
};

const isState = (state = ''): state is RunState => Object.hasOwn(RUN_STATES, state);

/** How many runs of a state there are, behind its word. */
function statesOf(answer: AnswerOf<typeof listRuns> | undefined) {
  const counts: Record<string, number> = answer?.meta.states ?? {};
  return Object.entries(RUN_STATES).map(([value, { word }]) => {
    const count = counts[value] ?? 0;
    return { value, label: count > 0 ? `${word} (${grouped(count)})` : word };
  });
}

const queryOf = (state: ListState, chosen: RunState | null) =>
  listParams({ ...state, filters: chosen ? { state: chosen } : {} });

/** The billing runs, the newest first; the filters are in the address. */
export function RunList() {
  const [state, change] = useListState(BESIDE);
  const chosen = isState(state.filters.state) ? state.filters.state : null;
  const load = useLoad(runsQuery(queryOf(state, chosen)));
  return (
    <SearchedList
      label="Billing Runs"
      state={state}
      change={change}
      choices={[{ key: 'state', label: 'State', choices: statesOf(dataOf(load)), value: chosen ?? '' }]}
      load={load}
      failed="The billing runs could not be loaded"
      empty={EMPTY}
    >
      {({ data }, pages) => (
        <>
          <Runs runs={data} />
          <Pages {...pages} />
        </>
      )}
    </SearchedList>
  );
}

function Runs({ runs }: { runs: readonly Run[] }) {
  return (
    <TableFrame>
      <table className={tables.table} aria-label="Billing Runs">
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col">State</th>
            <th scope="col">Provider</th>
            <th scope="col">Month</th>
            <th scope="col" className={tables.number}>
              Invoice
            </th>
            <th scope="col" className={tables.number}>
              Unallocated
            </th>
            <th scope="col" className={tables.number}>
              Exceptions
            </th>
            <th scope="col">Begun</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <RunRow key={run.id} run={run} />
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

function RunRow({ run }: { run: Run }) {
  const { id, state, provider, month, totals, exceptions } = run;
  const open = totals.filter(({ unallocated }) => !isZero(unallocated));
  return (
    <tr>
      <th scope="row">
        <Link to={runAddress(id)}>Run {id}</Link>
        <span className={tables.soft}>
          {kindOf(run)}
          {run.file_name}
        </span>
      </th>
      <Cell label="State" whole>
        <StateBadge {...RUN_STATES[state]} />
      </Cell>
      <Cell label="Provider">{PROVIDERS[provider]}</Cell>
      <Cell label="Month" whole>
        {formatMonth(month)}
      </Cell>
      <Cell label="Invoice" number>
        {totals.map(({ currency, invoice }) => (
          <Money key={currency} amount={invoice} currency={currency} />
        ))}
      </Cell>
      <Cell label="Unallocated" number>
        {open.map(({ currency, unallocated }) => (
          <Money key={currency} amount={unallocated} currency={currency} tone="warning" />
        ))}
      </Cell>
      <Cell label="Exceptions" number>
        {exceptions > 0 && grouped(exceptions)}
      </Cell>
      <Cell label="Begun" whole>
        {formatMoment(run.created_at)}
        <span className={tables.soft}>{run.created_by}</span>
      </Cell>
    </tr>
  );
}
