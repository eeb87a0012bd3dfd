import { Button } from '@mantine/core';
import { grouped } from '#kernel/written.ts';
import { FileButton } from '#web/generic/list/download-button.tsx';
import { useLoad } from '#web/generic/use-load.ts';
import { Pages } from '#web/ui/entries.tsx';
import { ChoiceSelect } from '#web/ui/menus/choice-select.tsx';
import { formatMonth } from '#web/ui/moments.ts';
import { dataOf, Loaded } from '#web/ui/pages/loaded.tsx';
import { EmptyState } from '#web/ui/pages/states.tsx';
import type { FetchedCloud } from '#kernel/billing/sources.ts';
import { formatMoney } from '../amounts.ts';
import { PageFilters } from '../page-filters.tsx';
import runs from '../run.module.css';
import tables from '../tables.module.css';
import { CostTable } from './cost-table.tsx';
import { DaysPart } from './days-part.tsx';
import { FindField } from './find-field.tsx';
import { Readings } from './readings.tsx';
import {
  COSTS_PAGE,
  costParams,
  costsQuery,
  daysQuery,
  monthsOffered,
  PROVIDER_CHOICES,
  type CostFilter,
  type DayChart,
  type RunningCosts,
} from './running.ts';

interface CostsTabProps {
  filter: CostFilter;
  /** Changes the address; the first page where it names no other. */
  onChange: (change: Partial<CostFilter>) => void;
  Chart: DayChart;
}

/** What the month costs so far, by day, account and service. */
export function CostsTab({ filter, onChange, Chart }: CostsTabProps) {
  const load = useLoad(costsQuery(filter));
  const months = monthsOffered(dataOf(load)?.meta.months ?? [], filter.month);
  return (
    <>
      <PageFilters label="Running Month">
        <ChoiceSelect
          label="Month"
          choices={months.map((month) => ({ value: month, label: formatMonth(month) }))}
          value={filter.month}
          onChange={(month) => onChange({ month })}
        />
        <ChoiceSelect
          label="Cloud"
          choices={PROVIDER_CHOICES}
          value={filter.provider}
          onChange={(provider) => onChange({ provider: provider as FetchedCloud | '' })}
        />
        <FindField value={filter.q} onFind={(q) => onChange({ q })} />
        <FileButton path="/running_costs.csv" query={costParams(filter)} label="Download CSV" />
      </PageFilters>
      <Loaded load={load} failed="The running month could not be loaded" height={480}>
        {(costs) => <RunningMonth costs={costs} filter={filter} onChange={onChange} Chart={Chart} />}
      </Loaded>
    </>
  );
}

interface RunningMonthProps extends CostsTabProps {
  costs: RunningCosts;
}

function RunningMonth({ costs: { data, meta }, filter, onChange, Chart }: RunningMonthProps) {
  const days = useLoad(daysQuery(filter));
  if (meta.total === 0)
    return (
      <>
        <Readings readings={meta.readings} failed={meta.failed} />
        <Nothing meta={meta} filter={filter} onChange={onChange} />
      </>
    );
  return (
    <>
      <Readings readings={meta.readings} failed={meta.failed} />
      <dl className={runs.figures}>
        {meta.totals.map(({ currency, amount, accounts }) => (
          <div key={currency}>
            <dt>{formatMonth(meta.month)} so far, not final</dt>
            <dd className={runs.sum}>{formatMoney(amount, currency)}</dd>
            <dd className={tables.soft}>
              {grouped(accounts)} {accounts === 1 ? 'account' : 'accounts'}
            </dd>
          </div>
        ))}
      </dl>
      <Loaded load={days} failed="The days could not be loaded" height={480}>
        {(all) => (
          <DaysPart
            days={all}
            currencies={meta.totals.map(({ currency }) => currency)}
            Chart={Chart}
            onService={(q) => onChange({ q })}
          />
        )}
      </Loaded>
      <CostTable costs={data} />
      <Pages
        page={filter.page}
        pages={Math.ceil(meta.total / COSTS_PAGE)}
        onPage={(page) => onChange({ page })}
      />
    </>
  );
}

/** Why there are no costs: no source, nothing read yet, or a filter. */
function Nothing({
  meta,
  filter,
  onChange,
}: Pick<RunningMonthProps, 'filter' | 'onChange'> & { meta: RunningCosts['meta'] }) {
  const { readings } = meta;
  if (filter.q !== '' || filter.provider !== '')
    return (
      <EmptyState
        title="No cost matches"
        action={
          <Button variant="subtle" onClick={() => onChange({ q: '', provider: '' })}>
            Clear filters
          </Button>
        }
      >
        Nothing of {formatMonth(meta.month)} has this in it.
      </EmptyState>
    );
  if (readings.every(({ place }) => place === null))
    return (
      <EmptyState title="No cloud has a source">
        The running month is read from where the bills are fetched from. Set BILL_SOURCE_AWS,
        BILL_SOURCE_AZURE or BILL_SOURCE_GCP, and start the portal again; docs/operating.md says what each of
        them needs.
      </EmptyState>
    );
  return (
    <EmptyState title={`Nothing was read of ${formatMonth(meta.month)} yet`}>
      The exports are read once a day, or as RUNNING_COSTS says. Press Refresh to have them read now.
    </EmptyState>
  );
}
