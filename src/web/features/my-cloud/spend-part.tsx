import { Suspense, useMemo, useState } from 'react';
import type { MySpend } from '#calls/my-cloud.ts';
import { sumOfDecimals } from '#kernel/decimal-sum.ts';
import { money } from '#kernel/written.ts';
import { Card } from '#web/ui/card.tsx';
import { ChartTools, type ChartView } from '#web/ui/chart-tools.tsx';
import { formatMonth } from '#web/ui/moments.ts';
import { Loaded, type Load } from '#web/ui/pages/loaded.tsx';
import { LoadingState } from '#web/ui/pages/states.tsx';
import { asSums, monthsOf, type SpendChart } from './my-cloud.ts';
import { rowsOf } from './sums.ts';
import classes from './my-cloud.module.css';

const CHART_HEIGHT = 420;

interface SpendPartProps {
  load: Load<MySpend[]>;
  Chart: SpendChart;
}

/** What was charged to one's cost centers by month and service, as a chart and as a table. */
export function SpendPart({ load, Chart }: SpendPartProps) {
  return (
    <Loaded load={load} failed="The spend could not be loaded" height={CHART_HEIGHT}>
      {(spend) =>
        spend.length === 0 ? (
          <Card title="Spend">
            <p className={classes.none}>
              No final billing run has charged your cost centers in the last twelve months. Runs that are
              open, and estimates, are not counted.
            </p>
          </Card>
        ) : (
          <Spent spend={spend} Chart={Chart} />
        )
      }
    </Loaded>
  );
}

function Spent({ spend, Chart }: { spend: readonly MySpend[]; Chart: SpendChart }) {
  const currencies = useMemo(() => [...new Set(spend.map(({ currency }) => currency))], [spend]);
  const [wanted, setWanted] = useState(currencies[0] ?? '');
  const [view, setView] = useState<ChartView>('chart');
  const currency = currencies.includes(wanted) ? wanted : (currencies[0] ?? '');
  const sums = useMemo(() => asSums(spend, currency), [spend, currency]);
  const total = sumOfDecimals(sums.map(({ amount }) => amount));
  const tools = (
    <div className={classes.tools}>
      <ChartTools
        currencies={currencies}
        currency={currency}
        onCurrency={setWanted}
        view={view}
        onView={setView}
      />
    </div>
  );
  return (
    <Card title="Spend by month and service" head={tools}>
      <p className={classes.none}>
        <strong>{money(total, currency)}</strong> in the last twelve months: what final billing runs charged
        to your cost centers.
      </p>
      {view === 'table' ? (
        <SpendTable spend={spend} currency={currency} />
      ) : (
        <Suspense fallback={<LoadingState height={CHART_HEIGHT} />}>
          <Chart
            sums={sums}
            currency={currency}
            label={`Spend by month and service: ${money(total, currency)}. The table says the same in words.`}
            onPick={() => setView('table')}
          />
        </Suspense>
      )}
    </Card>
  );
}

/** A row for each service, a column for each month, and what each month comes to. */
function SpendTable({ spend, currency }: { spend: readonly MySpend[]; currency: string }) {
  const months = monthsOf(spend.filter((one) => one.currency === currency));
  const rows = rowsOf(spend, currency);
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label="Spend by month and service">
        <thead>
          <tr>
            <th scope="col">Service</th>
            {months.map((month) => (
              <th key={month} scope="col" className={classes.number}>
                {formatMonth(month)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, amounts }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {months.map((month) => (
                <td key={month} className={classes.number}>
                  {amounts.has(month) ? money(amounts.get(month) ?? '', currency) : <Pale />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            {months.map((month) => (
              <td key={month} className={classes.number}>
                {money(sumOfDecimals(rows.flatMap(({ amounts }) => amounts.get(month) ?? [])), currency)}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

const Pale = () => <span className={classes.soft}>–</span>;
