import { Suspense, useMemo, useState } from 'react';
import type { DayCost } from '#calls/running-costs.ts';
import { formatDay } from '#kernel/dates.ts';
import { sumOfDecimals } from '#kernel/decimal-sum.ts';
import { money } from '#kernel/written.ts';
import { ChartTools, type ChartView } from '#web/ui/chart-tools.tsx';
import { LoadingState } from '#web/ui/pages/states.tsx';
import { Cell, Money } from '../cell.tsx';
import { HeadedTable, numbers } from '../headed-table.tsx';
import { Part } from '../part.tsx';
import tables from '../tables.module.css';
import { asSums, type DayChart } from './running.ts';

const CHART_HEIGHT = 420;

interface DaysPartProps {
  days: readonly DayCost[];
  currencies: readonly string[];
  Chart: DayChart;
  onService: (service: string) => void;
}

/** What each day costs by service, in one currency at a time: as a chart, or as a table of days. */
export function DaysPart({ days, currencies, Chart, onService }: DaysPartProps) {
  const [wanted, setWanted] = useState('');
  const [view, setView] = useState<ChartView>('chart');
  const currency = currencies.includes(wanted) ? wanted : (currencies[0] ?? '');
  const sums = useMemo(() => asSums(days, currency), [days, currency]);
  const undated = days.filter((one) => one.currency === currency && one.day === null);
  const total = sumOfDecimals(sums.map(({ amount }) => amount));
  const tools = (
    <ChartTools
      currencies={currencies}
      currency={currency}
      onCurrency={setWanted}
      view={view}
      onView={setView}
    />
  );
  return (
    <Part title="By Day" action={tools}>
      {view === 'table' ? (
        <DayTable sums={sums} currency={currency} />
      ) : (
        <Suspense fallback={<LoadingState height={CHART_HEIGHT} />}>
          <Chart
            sums={sums}
            currency={currency}
            label={`Costs by day and service, not final: ${money(total, currency)}. The table says the same in words.`}
            onPick={({ identifier }) => identifier !== null && onService(identifier)}
          />
        </Suspense>
      )}
      {undated.length > 0 && (
        <p className={tables.soft}>
          {money(sumOfDecimals(undated.map(({ amount }) => amount)), currency)} have no day, and are not in
          it.
        </p>
      )}
    </Part>
  );
}

function DayTable({ sums, currency }: { sums: ReturnType<typeof asSums>; currency: string }) {
  return (
    <HeadedTable label="Costs by day" heads={['Day', numbers('Cost')]}>
      {[...Map.groupBy(sums, ({ date }) => date)].toReversed().map(([date, all]) => (
        <tr key={date}>
          <th scope="row">{formatDay(date)}</th>
          <Cell label="Cost" number>
            <Money amount={sumOfDecimals(all.map(({ amount }) => amount))} currency={currency} />
          </Cell>
        </tr>
      ))}
    </HeadedTable>
  );
}
