import { Button, Pagination } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ListAnswer } from '#web/data/queries.ts';
import { ChoiceFilter, SearchFilter } from '#web/generic/list/filter-bar.tsx';
import { listParams, useListState, type ListState } from '#web/generic/list-state.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { EntryFilters, StateBadge } from '#web/ui/entries.tsx';
import { dataOf, Loaded } from '#web/ui/loaded.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { EmptyState } from '#web/ui/states.tsx';
import { isZero } from './amounts.ts';
import {
  formatMonth,
  PROVIDERS,
  RUN_STATES,
  runAddress,
  runsQuery,
  type Run,
  type RunState,
} from './billing.ts';
import { Cell, Money } from './cell.tsx';
import tables from './tables.module.css';

/** What else of the page stands in its address. */
const BESIDE = ['tab'] as const;

const isState = (state = ''): state is RunState => Object.hasOwn(RUN_STATES, state);

/** How many runs of a state there are, behind its word. */
function statesOf(answer: ListAnswer<Run> | undefined) {
  const counts = (answer?.meta['states'] ?? {}) as Record<string, number>;
  return Object.entries(RUN_STATES).map(([value, { word }]) => {
    const count = counts[value] ?? 0;
    return { value, label: count > 0 ? `${word} (${count.toLocaleString('en')})` : word };
  });
}

const queryOf = (state: ListState, chosen: RunState | null) =>
  listParams({ ...state, filters: chosen ? { state: chosen } : {} });

/** The billing runs, the newest first; the filters stand in the address. */
export function RunList() {
  const [state, change] = useListState(BESIDE);
  const chosen = isState(state.filters.state) ? state.filters.state : null;
  const load = useLoad(runsQuery(queryOf(state, chosen)));
  const filtered = state.q !== '' || chosen !== null;
  return (
    <>
      <EntryFilters label="Billing Runs">
        <SearchFilter value={state.q} onChange={change.setQ} />
        <ChoiceFilter
          label="State"
          choices={statesOf(dataOf(load))}
          value={chosen ?? ''}
          onChange={(value) => change.setFilter('state', value)}
        />
        {filtered && (
          <Button variant="subtle" color="gray" onClick={change.clearFilters}>
            Clear filters
          </Button>
        )}
      </EntryFilters>
      <Loaded load={load} failed="The billing runs could not be loaded">
        {({ data, meta: { total } }) =>
          total === 0 ? (
            <EmptyState title={filtered ? 'No billing run matches' : 'No billing runs yet'}>
              {filtered
                ? 'Clear the filters to see all of them.'
                : 'Process an invoice, and its run is listed here.'}
            </EmptyState>
          ) : (
            <>
              <Runs runs={data} />
              {total > state.perPage && (
                <Pagination
                  mt="md"
                  total={Math.ceil(total / state.perPage)}
                  value={state.page}
                  onChange={change.setPage}
                  getControlProps={(control) => ({ 'aria-label': `${control} page` })}
                  getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
                />
              )}
            </>
          )
        }
      </Loaded>
    </>
  );
}

function Runs({ runs }: { runs: readonly Run[] }) {
  return (
    <div className={tables.frame}>
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
    </div>
  );
}

function RunRow({ run }: { run: Run }) {
  const { id, state, provider, month, totals, exceptions } = run;
  const open = totals.filter(({ unallocated }) => !isZero(unallocated));
  return (
    <tr>
      <th scope="row">
        <Link to={runAddress(id)}>Run {id}</Link>
        <span className={tables.soft}>{run.file_name}</span>
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
        {exceptions > 0 && exceptions.toLocaleString('en')}
      </Cell>
      <Cell label="Begun" whole>
        {formatMoment(run.created_at)}
        <span className={tables.soft}>{run.created_by}</span>
      </Cell>
    </tr>
  );
}
