import { Button } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { MONTH } from '#kernel/dates.ts';
import { board, type Board } from '#calls/close.ts';
import { queryOf } from '#web/data/call.ts';
import { FileButton } from '#web/generic/list/download-button.tsx';
import { textOf } from '#web/generic/list-state.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { ChoiceSelect } from '#web/ui/menus/choice-select.tsx';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { EmptyState, ErrorState } from '#web/ui/pages/states.tsx';
import { formatMonth } from '#web/ui/moments.ts';
import { listBudgetsReached } from '#calls/budgets.ts';
import { forecastWords } from '#resources/budgets.ts';
import { PageFilters } from '../page-filters.tsx';
import { lastMonths, LIST } from '../billing.ts';
import { CloseGrid } from './close-grid.tsx';
import { MonthPart } from './month-part.tsx';
import { formatMoney } from '../amounts.ts';
import { Part } from '../part.tsx';
import classes from './close.module.css';

const MONTHS_OFFERED = 25;

/** /auth/month-close: how far each provider's months are, and what is missing until they are closed. */
export function ClosePage() {
  const address: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const wanted = textOf(address['month']);
  const month = MONTH.test(wanted) ? wanted : (lastMonths(2)[1] ?? '');
  const load = useLoad(queryOf(board, { month }, { keeps: true }));
  const months = [...new Set([...lastMonths(MONTHS_OFFERED), month])].toSorted().toReversed();
  return (
    <>
      <PageHeader
        title="Month Close"
        description="How far the bills of each provider are, month by month, and what is missing until a month is closed."
        actions={
          <>
            <FileButton path="/focus/cost_and_usage.csv" query={{ month }} label="FOCUS Export" />
            <Button component={Link} to={LIST} variant="default">
              Billing Automation
            </Button>
          </>
        }
      />
      <PageFilters label="Month Close">
        <ChoiceSelect
          label="Month"
          choices={months.map((value) => ({ value, label: formatMonth(value) }))}
          value={month}
          onChange={(next) =>
            next &&
            void navigate({ to: '.', search: { month: next } as never, replace: true, resetScroll: false })
          }
        />
      </PageFilters>
      <Loaded load={load} failed="The months could not be loaded" height={240}>
        {(board) => <Months board={board} month={board.months.at(-1) ?? month} />}
      </Loaded>
    </>
  );
}

function Months({ board, month }: { board: Board; month: string }) {
  if (board.providers.length === 0)
    return (
      <EmptyState title="No bill has come yet">
        A provider stands here from its first bill on. Begin a <Link to={LIST}>billing run</Link> with it.
      </EmptyState>
    );
  return (
    <>
      <CloseGrid board={board} />
      <ReachedBudgets month={month} />
      {board.providers.map(({ provider, cells }) => {
        const cell = cells.find((one) => one.month === month);
        return cell && <MonthPart key={`${provider} ${month}`} provider={provider} cell={cell} />;
      })}
    </>
  );
}

/** The budgets that a month has brought to a threshold; nothing where there is none. */
function ReachedBudgets({ month }: { month: string }) {
  const load = useLoad(queryOf(listBudgetsReached, { month }, { keeps: true }));
  if (load.is === 'failed')
    return <ErrorState error={load.error} title="The budgets could not be loaded" onRetry={load.retry} />;
  if (load.is === 'loading' || load.data.length === 0) return null;
  return (
    <Part title={`Budgets Reached in ${formatMonth(month)}`} count={load.data.length}>
      <ul className={classes.missing} aria-label="Budgets Reached">
        {load.data.map(({ id, name, threshold, spent, amount, currency, period, forecast }) => (
          <li key={id}>
            <span>
              {name}: <b>{threshold}%</b> {forecast ? 'forecast' : 'reached'},{' '}
              {formatMoney(forecast?.amount ?? spent, currency)} of {formatMoney(amount, currency)}
              {forecast && ` ${forecastWords(period, forecast.by)}`}
            </span>
            <Link
              to="/auth/$action/$model/$modelId"
              params={{ action: 'view', model: 'budgets', modelId: String(id) }}
              aria-label={`See Budget ${name}`}
            >
              See Budget
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  );
}
