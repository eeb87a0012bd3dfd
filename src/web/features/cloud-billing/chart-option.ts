import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts';
import type { ComposeOption } from 'echarts/core';
import type {
  GridComponentOption,
  LegendComponentOption,
  TitleComponentOption,
  TooltipComponentOption,
} from 'echarts/components';
import type { Spend } from '#calls/spend.ts';
import { formatDay } from '#kernel/dates.ts';
import type { ChartLook } from '#web/ui/chart-look.ts';
import { grouped } from '#kernel/written.ts';
import type { BudgetLine } from './budget-lines.tsx';
import { formatAmount } from './spend.ts';

export type ChartOption = ComposeOption<
  | BarSeriesOption
  | LineSeriesOption
  | GridComponentOption
  | LegendComponentOption
  | TitleComponentOption
  | TooltipComponentOption
>;

export const CHART_TITLE = 'Spend per Cost Center';
export const OTHER = 'Other';

/** Days that are all the first of a month are bills by the month. */
const dayNames = (days: readonly string[]) =>
  days.every((day) => day.endsWith('-01')) ? days.map((day) => formatDay(day).slice(3)) : days.map(formatDay);

/** Amounts of an axis have no cents, and large ones few digits. */
const onAxis = (currency: string) => (value: number) => {
  const short = { notation: 'compact', maximumFractionDigits: 1 } as const;
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency, ...short }).format(value);
  } catch {
    return `${new Intl.NumberFormat('en', short).format(value)} ${currency}`;
  }
};

/** A sum as a bar; `spend` is the sum. */
const barOf = (spend: Spend) => ({ value: Number(spend.amount), spend });

/** The subject of a bar, by the text that the chart has of it. */
export function spendOf(data: unknown): Spend | null {
  return typeof data === 'object' && data !== null && 'spend' in data ? (data.spend as Spend) : null;
}

const nameOf = ({ identifier }: Spend) => identifier ?? OTHER;

/**
 * The chart of sums in one currency, which come by day, the largest first. Of one day there is a bar for each
 * identifier; of several days one for each day, in which the identifiers lie on each other, and a line for each budget where there
 * is one day a month.
 */
export function chartOption(
  sums: readonly Spend[],
  budgets: readonly BudgetLine[],
  currency: string,
  look: ChartLook,
): ChartOption {
  const days = [...new Set(sums.map(({ date }) => date))];
  return {
    animation: look.moves,
    animationDuration: 300,
    textStyle: { fontFamily: look.font, color: look.ink },
    tooltip: tooltipOf(currency, look),
    ...(days.length === 1
      ? chartOfOneDay(sums, currency, look)
      : chartOfDays(sums, days, budgets, currency, look)),
  };
}

function tooltipOf(currency: string, look: ChartLook): TooltipComponentOption {
  return {
    // Drawn, so that no text of a person ever becomes markup.
    renderMode: 'richText',
    confine: true,
    backgroundColor: look.surface,
    borderColor: look.edge,
    textStyle: { color: look.ink, fontFamily: look.font, fontSize: 13 },
    formatter: (params) => {
      const spend = spendOf(Array.isArray(params) ? params[0]?.data : params.data);
      if (!spend) return '';
      // Of what is not billed yet there is none.
      const bills =
        spend.bills === 0 ? '' : ` · ${grouped(spend.bills)} ${spend.bills === 1 ? 'bill' : 'bills'}`;
      return `${nameOf(spend)}\n${formatDay(spend.date)}\n${formatAmount(spend.amount, currency)}${bills}`;
    },
  };
}

/** The axis of amounts. */
const amountAxis = (currency: string, look: ChartLook) =>
  ({
    type: 'value',
    axisLabel: { color: look.inkSoft, formatter: onAxis(currency), hideOverlap: true },
    splitLine: { lineStyle: { color: look.edge } },
  }) as const;

/** The axis of what the bars are named for. */
const nameAxis = (look: ChartLook) =>
  ({
    type: 'category',
    axisTick: { show: false },
    axisLine: { lineStyle: { color: look.edge } },
  }) as const;

/** A bar for each identifier, with its sum beside it. */
function chartOfOneDay(sums: readonly Spend[], currency: string, look: ChartLook): ChartOption {
  return {
    grid: { left: 8, right: look.narrow ? 76 : 120, top: 8, bottom: 8, outerBoundsMode: 'same' },
    xAxis: amountAxis(currency, look),
    yAxis: {
      ...nameAxis(look),
      data: sums.map(nameOf),
      inverse: true,
      axisLabel: { color: look.ink, width: look.narrow ? 96 : 180, overflow: 'truncate' },
    },
    series: [
      {
        type: 'bar',
        barMaxWidth: 30,
        cursor: 'pointer',
        data: sums.map((spend) => ({
          ...barOf(spend),
          itemStyle: {
            color: spend.identifier === null ? look.other : look.series[0],
            borderRadius: [0, 4, 4, 0],
          },
        })),
        label: {
          show: true,
          position: 'right',
          color: look.ink,
          formatter: ({ data }) => {
            const spend = spendOf(data);
            return spend ? formatAmount(spend.amount, currency, look.narrow ? 0 : undefined) : '';
          },
        },
      },
    ],
  };
}

/** A bar for each day, in which the identifiers lie on each other. */
function chartOfDays(
  sums: readonly Spend[],
  days: readonly string[],
  budgets: readonly BudgetLine[],
  currency: string,
  look: ChartLook,
): ChartOption {
  return {
    grid: { left: 8, right: 16, top: 16, bottom: look.narrow ? 64 : 76, outerBoundsMode: 'same' },
    legend: {
      type: 'scroll',
      bottom: 0,
      icon: 'roundRect',
      itemWidth: 12,
      itemHeight: 12,
      textStyle: { color: look.ink, width: 150, overflow: 'truncate' },
      pageTextStyle: { color: look.inkSoft },
      pageIconColor: look.ink,
      pageIconInactiveColor: look.edge,
    },
    xAxis: {
      ...nameAxis(look),
      data: dayNames(days),
      axisLabel: { color: look.inkSoft, hideOverlap: true },
    },
    yAxis: amountAxis(currency, look),
    series: [
      ...byTotal(sums).map((identifier, at) => barsOf(identifier, at, sums, days, look)),
      ...linesOf(budgets, days, look),
    ],
  };
}

/** The part of each day's bar that belongs to an identifier, which is at that place among all. */
function barsOf(
  identifier: string | null,
  at: number,
  sums: readonly Spend[],
  days: readonly string[],
  look: ChartLook,
): BarSeriesOption {
  const own = new Map(
    sums.filter((one) => one.identifier === identifier).map((one) => [one.date, one] as const),
  );
  return {
    type: 'bar',
    name: identifier ?? OTHER,
    stack: 'spend',
    cursor: 'pointer',
    barMaxWidth: 56,
    emphasis: { focus: 'series' },
    itemStyle: {
      color: identifier === null ? look.other : look.series[at % look.series.length],
      borderColor: look.surface,
      borderWidth: 1,
    },
    data: days.map((day) => {
      const spend = own.get(day);
      return spend ? barOf(spend) : '-';
    }),
  };
}

/** The budget of each month, across bars that each are a month. */
function linesOf(
  budgets: readonly BudgetLine[],
  days: readonly string[],
  look: ChartLook,
): LineSeriesOption[] {
  if (new Set(days.map((day) => day.slice(0, 7))).size < days.length) return [];
  return budgets.map(({ name, amount }) => ({
    type: 'line',
    name: `Budget ${name}`,
    symbol: 'none',
    silent: true,
    tooltip: { show: false },
    itemStyle: { color: look.ink },
    lineStyle: { color: look.ink, type: 'dashed', width: 2 },
    data: days.map(() => Number(amount)),
  }));
}

/** Identifiers by what they were charged in all days, the largest first and the rest last. */
function byTotal(sums: readonly Spend[]): (string | null)[] {
  const totals = new Map<string | null, number>();
  for (const { identifier, amount } of sums)
    totals.set(identifier, (totals.get(identifier) ?? 0) + Number(amount));
  return [...totals]
    .toSorted(([one, a], [other, b]) => Number(one === null) - Number(other === null) || b - a)
    .map(([identifier]) => identifier);
}
