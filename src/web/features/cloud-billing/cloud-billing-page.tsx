import { Button, Text, Title } from '@mantine/core';
import { IconPhotoDown, IconUpload } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useMemo, useRef } from 'react';
import type { Spend } from '#calls/spend.ts';
import { formatDay, parseIsoDay } from '#kernel/dates.ts';
import { cloudBills } from '#resources/cloud-bills.ts';
import { billsExport, billsReport, ownersBillsReport } from '#resources/reports.ts';
import { saveFile } from '#web/data/save-file.ts';
import { thisMonth } from '#web/generic/filters/day-span.ts';
import { textOf } from '#web/generic/list-state.ts';
import { ReportChoiceButton } from '#web/generic/report/report-choice-button.tsx';
import { useLoad } from '#web/generic/use-load.ts';
import { useMay } from '#web/generic/use-may.ts';
import { grouped } from '#kernel/written.ts';
import { ChartTools } from '#web/ui/chart-tools.tsx';
import { late } from '#web/ui/pages/late.tsx';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { EmptyState, LoadingState } from '#web/ui/pages/states.tsx';
import { BudgetNotes, useBudgetLines } from './budget-lines.tsx';
import { CHART_TITLE } from './chart-option.ts';
import { SearchForm } from './search-form.tsx';
import { billsBehind, formatAmount, spendQuery, type SpendAnswer, type SpendSearch } from './spend.ts';
import type { ChartHandle } from './spend-chart.tsx';
import { SpendTable } from './spend-table.tsx';
import { UnbilledNote } from './unbilled-note.tsx';
import classes from './cloud-billing.module.css';

/** The library of charts comes with the first chart, and with no other screen. */
const SpendChart = late(() => import('./spend-chart.tsx'));
const TABLE = 'table';

type Address = Readonly<Record<string, unknown>>;

/** Changes the address; what is undefined goes out of it. `replace`: no step of its own for Back. */
type Go = (change: Record<string, string | undefined>, replace?: boolean) => void;

/** The search in the address; this month where it names no days. */
function readSearch(address: Address): SpendSearch {
  const [first, last] = thisMonth();
  return {
    key: textOf(address['key']),
    startDate: parseIsoDay(textOf(address['startDate'])) ?? first,
    endDate: parseIsoDay(textOf(address['endDate'])) ?? last,
  };
}

/** /auth/cloud-billing: what was spent per cost center, as a chart and as a table. */
export function CloudBillingPage() {
  const address: Address = useSearch({ strict: false });
  const navigate = useNavigate();
  const search = readSearch(address);
  const view = address['view'] === TABLE ? TABLE : 'chart';
  const may = useMay(cloudBills);
  const spend = useLoad(spendQuery(search));
  const go: Go = (change, replace = false) =>
    void navigate({
      to: '.',
      search: ((now: Address) => ({ ...now, ...change })) as never,
      resetScroll: false,
      replace,
    });
  const days = { start_date: search.startDate, end_date: search.endDate };
  return (
    <>
      <PageHeader
        title="Cloud Billing"
        actions={
          <>
            <Button component={Link} to="/auth/running-costs" variant="default">
              Running Month
            </Button>
            <ReportChoiceButton
              {...billsExport}
              start={{ ...days, identifier: search.key }}
              first={search.key === '' ? ownersBillsReport : billsReport}
            />
            {may.create && (
              <Button
                component={Link}
                to="/auth/create/cloud_bills"
                variant="default"
                leftSection={<IconUpload size={16} aria-hidden />}
              >
                Upload
              </Button>
            )}
          </>
        }
      />
      <SearchForm
        search={search}
        busy={spend.is === 'loaded' && spend.previous}
        onSearch={(next) => go({ ...next, key: next.key || undefined, page: undefined })}
      />
      <UnbilledNote />
      <Loaded load={spend} failed="The spend could not be loaded" height={600}>
        {(answer) =>
          answer.meta.currencies.length === 0 ? (
            <EmptyState title="No bills in this range">
              {search.key === '' ? 'Nothing was charged' : `${search.key} was charged nothing`} from{' '}
              {formatDay(search.startDate)} to {formatDay(search.endDate)}. Choose other days, or upload a
              workbook.
            </EmptyState>
          ) : (
            <SpendView
              answer={answer}
              search={search}
              view={view}
              currency={textOf(address['currency'])}
              find={textOf(address['find'])}
              page={Number(/^[1-9]\d{0,5}$/.exec(textOf(address['page']))?.[0] ?? 1)}
              onChange={go}
            />
          )
        }
      </Loaded>
    </>
  );
}

interface SpendViewProps {
  answer: SpendAnswer;
  search: SpendSearch;
  view: 'chart' | 'table';
  /** The one that the address names. */
  currency: string;
  /** The search of the table, and its page. */
  find: string;
  page: number;
  onChange: Go;
}

/** The spend of one currency; currencies are never summed together. */
function SpendView({ answer, search, view, currency, find, page, onChange }: SpendViewProps) {
  const { currencies } = answer.meta;
  const navigate = useNavigate();
  const chart = useRef<ChartHandle>(null);
  const total = currencies.find((one) => one.currency === currency) ?? currencies[0];
  const chosen = total?.currency ?? '';
  const sums = useMemo(() => answer.data.filter((one) => one.currency === chosen), [answer, chosen]);
  const budgets = useBudgetLines(search, chosen);
  if (!total) return null;
  const range = `${formatDay(search.startDate)} – ${formatDay(search.endDate)}`;
  const pick = (spend: Spend) => {
    // Those that are not named are looked for in the table.
    if (spend.identifier === null) return onChange({ view: TABLE });
    void navigate({
      to: '/auth/$action/$model',
      params: { action: 'view', model: cloudBills.name },
      search: billsBehind(spend) as never,
    });
  };
  const save = () => {
    const picture = chart.current?.picture();
    if (picture) saveFile(`cloud-billing_${search.startDate}_${search.endDate}_${chosen}.png`, picture);
  };
  return (
    <section className={classes.panel} aria-labelledby="spend-title">
      <header className={classes.head}>
        <div>
          <Title order={2} size="h4" id="spend-title">
            {CHART_TITLE}
          </Title>
          <Text size="sm" c="dimmed">
            {range} · {grouped(total.identifiers)} {total.identifiers === 1 ? 'identifier' : 'identifiers'},{' '}
            {grouped(total.bills)} {total.bills === 1 ? 'bill' : 'bills'}
          </Text>
          <p className={classes.total}>{formatAmount(total.amount, total.currency)}</p>
          <BudgetNotes budgets={budgets} currency={chosen} />
        </div>
        <SpendTools
          currencies={currencies.map((one) => one.currency)}
          currency={chosen}
          view={view}
          onChange={onChange}
          onSave={save}
        />
      </header>
      {view === TABLE ? (
        <SpendTable
          search={search}
          total={total}
          find={find}
          page={page}
          onFind={(text) => onChange({ find: text || undefined, page: undefined }, true)}
          onPage={(next) => onChange({ page: next === 1 ? undefined : String(next) })}
        />
      ) : (
        <Suspense fallback={<LoadingState height={600} />}>
          <SpendChart
            ref={chart}
            sums={sums}
            budgets={budgets}
            currency={chosen}
            label={`${CHART_TITLE}, ${range}: ${formatAmount(total.amount, chosen)} of ${total.identifiers} identifiers. The table says the same in words.`}
            onPick={pick}
          />
        </Suspense>
      )}
    </section>
  );
}

interface SpendToolsProps {
  currencies: readonly string[];
  currency: string;
  view: 'chart' | 'table';
  onChange: Go;
  /** Saves the chart as a picture. */
  onSave: () => void;
}

function SpendTools({ currencies, currency, view, onChange, onSave }: SpendToolsProps) {
  return (
    <div className={classes.tools}>
      <ChartTools
        currencies={currencies}
        currency={currency}
        onCurrency={(value) => onChange({ currency: value, page: undefined })}
        view={view}
        onView={(value) => onChange({ view: value === TABLE ? TABLE : undefined })}
      />
      {view === 'chart' && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPhotoDown size={14} aria-hidden />}
          onClick={onSave}
        >
          Save Picture
        </Button>
      )}
    </div>
  );
}
