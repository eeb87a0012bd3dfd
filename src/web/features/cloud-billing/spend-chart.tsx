import { useComputedColorScheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TitleComponent, TooltipComponent } from 'echarts/components';
import { init, use as register, type EChartsType } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react';
import type { Spend } from '#calls/spend.ts';
import { NARROW } from '#web/ui/breakpoints.ts';
import { type ChartLook, lookOf } from '#web/ui/chart-look.ts';
import { usePrinting } from '#web/ui/use-printing.ts';
import type { BudgetLine } from './budget-lines.tsx';
import { CHART_TITLE, chartOption, spendOf, type ChartOption } from './chart-option.ts';
import classes from './cloud-billing.module.css';

register([
  BarChart,
  LineChart,
  CanvasRenderer,
  GridComponent,
  LegendComponent,
  TitleComponent,
  TooltipComponent,
]);

/** The size of a saved picture, in pixels. */
const PICTURE = { width: 1000, height: 600 };

/** The actions of a chart for the page around it. */
export interface ChartHandle {
  picture: () => Blob;
}

interface SpendChartProps {
  sums: readonly Spend[];
  /** The budget of each month; keep the array the same. */
  budgets: readonly BudgetLine[];
  currency: string;
  /** The content of the chart, in a sentence. */
  label: string;
  onPick: (spend: Spend) => void;
  ref?: Ref<ChartHandle>;
}

/** The bar chart, in the colours of the page. It is loaded with the page that shows it. */
export default function SpendChart({ sums, budgets, currency, label, onPick, ref }: SpendChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(null);
  const pick = useRef(onPick);
  const scheme = useComputedColorScheme('light');
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const printing = usePrinting();

  useEffect(() => {
    pick.current = onPick;
  });
  useEffect(() => {
    if (!host.current) return;
    const made = init(host.current);
    chart.current = made;
    const element = host.current;
    made.on('finished', () => element.setAttribute('aria-busy', 'false'));
    made.on('click', ({ data }) => {
      const spend = spendOf(data);
      if (spend) pick.current(spend);
    });
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(host.current);
    return () => {
      observer.disconnect();
      made.dispose();
    };
  }, []);
  useEffect(() => {
    if (!host.current) return;
    host.current.setAttribute('aria-busy', 'true');
    const look = lookOf(host.current, scheme, narrow);
    const option = chartOption(sums, budgets, currency, { ...look, moves: look.moves && !printing });
    chart.current?.setOption(option, true);
    // Paper takes what is drawn at this moment.
    if (printing) chart.current?.getZr().flush();
  }, [sums, budgets, currency, scheme, narrow, printing]);
  useImperativeHandle(ref, () => ({
    picture: () => {
      const look = lookOf(document.body, scheme, false);
      return pictureOf(chartOption(sums, budgets, currency, look), look);
    },
  }));
  return <div ref={host} className={classes.chart} role="img" aria-label={label} />;
}

/** The chart as a PNG, with its title, as it is on a wide screen. */
function pictureOf(option: ChartOption, look: ChartLook): Blob {
  const made = init(document.createElement('div'), null, PICTURE);
  try {
    const grid = Array.isArray(option.grid) ? option.grid[0] : option.grid;
    made.setOption({
      ...option,
      animation: false,
      title: { text: CHART_TITLE, left: 12, top: 8, textStyle: { color: look.ink, fontFamily: look.font } },
      grid: { ...grid, top: 52 },
    });
    const address = made.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor: look.surface });
    const bytes = Uint8Array.from(atob(address.slice(address.indexOf(',') + 1)), (letter) =>
      letter.charCodeAt(0),
    );
    return new Blob([bytes], { type: 'image/png' });
  } finally {
    made.dispose();
  }
}
