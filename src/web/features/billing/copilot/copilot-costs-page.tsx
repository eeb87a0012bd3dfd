import { Button, Group } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { CopilotCost, CopilotRunCosts } from '#calls/copilot.ts';
import { FileButton } from '#web/generic/list/download-button.tsx';
import { textOf } from '#web/generic/list-state.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { ChoiceSelect } from '#web/ui/menus/choice-select.tsx';
import { StateBadge } from '#web/ui/entries.tsx';
import { MONTH } from '#kernel/dates.ts';
import { grouped } from '#kernel/written.ts';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { EmptyState } from '#web/ui/pages/states.tsx';
import { formatMonth } from '#web/ui/moments.ts';
import { formatMoney } from '../amounts.ts';
import { PageFilters } from '../page-filters.tsx';
import { lastMonths, LIST, PROVIDERS, RUN_STATES, runAddress } from '../billing.ts';
import { Cell, Money } from '../cell.tsx';
import { HeadedTable, numbers } from '../headed-table.tsx';
import { Part } from '../part.tsx';
import { useFirst } from '../use-first.tsx';
import runs from '../run.module.css';
import tables from '../tables.module.css';
import { costsQuery, type CopilotCosts } from './copilot.ts';
import { SeatsDialog } from './seats-late.ts';

const MONTHS_OFFERED = 37;

/** The months in the address, the first one first; the one before this where it names none. */
function useMonths(): [from: string, to: string, set: (from: string, to: string) => void] {
  const address: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const preset = lastMonths(2)[1] ?? '';
  const read = (name: string) => (MONTH.test(textOf(address[name])) ? textOf(address[name]) : null);
  const from = read('from') ?? read('to') ?? preset;
  const to = read('to') ?? from;
  const set = (first: string, last: string) =>
    void navigate({ to: '.', search: { from: first, to: last } as never, replace: true, resetScroll: false });
  return from <= to ? [from, to, set] : [to, from, set];
}

/** /auth/copilot-costs: what each cost center is charged for GitHub Copilot, month by month and run by run. */
export function CopilotCostsPage() {
  const [from, to, setMonths] = useMonths();
  const load = useLoad(costsQuery(from, to));
  const [opened, setOpened] = useState<CopilotCost | null>(null);
  const charged = opened?.cost_center ?? opened?.wbs_element ?? null;
  const months = [...new Set([...lastMonths(MONTHS_OFFERED), from, to])].toSorted().toReversed();
  const choices = months.map((month) => ({ value: month, label: formatMonth(month) }));
  return (
    <>
      <PageHeader
        title="Copilot Costs"
        description="What each cost center pays for GitHub Copilot, as the billing runs of a month have it. Tax and what else belongs to no account is not in it."
        actions={
          <>
            <Button component={Link} to="/auth/view/github_copilot_users" variant="default">
              Seats
            </Button>
            <FileButton path="/github/copilot_costs.csv" query={{ from, to }} label="Download CSV" />
          </>
        }
      />
      <PageFilters label="Copilot Costs">
        <ChoiceSelect
          label="From"
          choices={choices}
          value={from}
          onChange={(next) => next && setMonths(next, next > to ? next : to)}
        />
        <ChoiceSelect
          label="To"
          choices={choices}
          value={to}
          onChange={(next) => next && setMonths(next < from ? next : from, next)}
        />
      </PageFilters>
      <Loaded load={load} failed="The costs of Copilot could not be loaded" height={240}>
        {(costs) => <Costs costs={costs} onOpen={setOpened} />}
      </Loaded>
      <Suspense>
        {opened && (
          <SeatsDialog
            run={opened.billing_run.id}
            title={charged === null ? 'Seats that nobody pays for' : `Seats of ${charged}`}
            of={charged === null ? {} : { by_charged: charged }}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </>
  );
}

interface CostsProps {
  costs: CopilotCosts;
  onOpen: (cost: CopilotCost) => void;
}

function Costs({ costs: { data, meta }, onOpen }: CostsProps) {
  if (meta.runs.length === 0)
    return (
      <EmptyState title="No billing run charges Copilot in these months">
        Copilot comes with a bill of Azure or with the usage report of GitHub. Choose other months, or begin a{' '}
        <Link to={LIST}>billing run</Link>.
      </EmptyState>
    );
  const of = Map.groupBy(data, ({ billing_run: { id } }) => id);
  return (
    <>
      <dl className={runs.figures}>
        <div>
          <dt>Total</dt>
          {meta.totals.map(({ currency, amount }) => (
            <dd key={currency} className={runs.sum}>
              {formatMoney(amount, currency)}
            </dd>
          ))}
        </div>
        <div>
          <dt>Billing Runs</dt>
          <dd className={runs.sum}>{grouped(meta.runs.length)}</dd>
        </div>
      </dl>
      {meta.runs.map((run) => (
        <RunCosts key={run.id} run={run} costs={of.get(run.id) ?? []} onOpen={onOpen} />
      ))}
    </>
  );
}

const FIRST = 50;
const HEADS = ['Charged To', 'Company', 'Owner', numbers('Seats'), numbers('Amount')];

function RunCosts({
  run,
  costs,
  onOpen,
}: {
  run: CopilotRunCosts;
  costs: readonly CopilotCost[];
  onOpen: CostsProps['onOpen'];
}) {
  const [shown, more] = useFirst(costs, FIRST, 'cost centers');
  const title = `${formatMonth(run.month)}, ${PROVIDERS[run.provider]}`;
  return (
    <Part
      title={title}
      action={
        <Group gap="xs">
          <StateBadge {...RUN_STATES[run.state]} />
          <Button component={Link} to={runAddress(run.id)} variant="subtle" size="xs">
            Run {run.id}
          </Button>
        </Group>
      }
    >
      <HeadedTable label={`${title}, run ${run.id}`} heads={HEADS}>
        {shown.map((cost) => (
          <CostRow
            key={`${cost.company_code} ${cost.cost_center} ${cost.wbs_element}`}
            cost={cost}
            onOpen={() => onOpen(cost)}
          />
        ))}
        <tr>
          <th scope="row">Total of the run</th>
          <Cell label="Company" />
          <Cell label="Owner" />
          <Cell label="Seats" number>
            {grouped(run.seats)}
          </Cell>
          <Cell label="Amount" number>
            {run.totals.map((one) => (
              <Money key={one.currency} {...one} />
            ))}
          </Cell>
        </tr>
      </HeadedTable>
      {more}
    </Part>
  );
}

function CostRow({ cost, onOpen }: { cost: CopilotCost; onOpen: () => void }) {
  const charged = cost.cost_center ?? cost.wbs_element;
  return (
    <tr>
      <th scope="row">
        {charged === null ? (
          <span className={tables.amount} data-tone="warning">
            Nobody pays for it yet
          </span>
        ) : (
          <>
            <button type="button" className={tables.open} data-read onClick={onOpen}>
              {charged}
            </button>
            <span className={tables.soft}>{cost.cost_center === null ? 'WBS element' : 'Cost center'}</span>
          </>
        )}
      </th>
      <Cell label="Company">{cost.company_code}</Cell>
      <Cell label="Owner" address>
        {cost.owner_email}
        {cost.business_unit && <span className={tables.soft}>{cost.business_unit}</span>}
      </Cell>
      <Cell label="Seats" number>
        {grouped(cost.seats)}
        {cost.fallback_seats > 0 && (
          <span className={tables.soft}>{grouped(cost.fallback_seats)} by their organization</span>
        )}
      </Cell>
      <Cell label="Amount" number>
        {cost.amounts.map((one) => (
          <Money key={one.currency} {...one} />
        ))}
      </Cell>
    </tr>
  );
}
