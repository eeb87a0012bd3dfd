import { useComputedColorScheme } from '@mantine/core';
import { PieChart as Pie } from 'echarts/charts';
import { TooltipComponent } from 'echarts/components';
import { init, use as register, type EChartsType } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import { lookOf } from '#web/ui/chart-look.ts';
import { grouped } from '#web/ui/grouped.ts';
import { percent, type Slice } from './estate.ts';
import classes from './statistics.module.css';

register([Pie, CanvasRenderer, TooltipComponent]);

interface PieChartProps {
  slices: readonly Slice[];
  /** What it shows, in a sentence. */
  label: string;
  /** The slice that stands out, by its place; null for none. */
  lit: number | null;
  /** Told of the slice that is pointed at. */
  onPoint: (at: number | null) => void;
}

/** A ring of slices, in the colours of the page. It is loaded after the page that shows it. */
export default function PieChart({ slices, label, lit, onPoint }: PieChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(null);
  const point = useRef(onPoint);
  const scheme = useComputedColorScheme('light');

  useEffect(() => {
    point.current = onPoint;
  });
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const made = init(element);
    chart.current = made;
    made.on('finished', () => element.setAttribute('aria-busy', 'false'));
    made.on('mouseover', ({ dataIndex }) => point.current(dataIndex));
    made.on('mouseout', () => point.current(null));
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.dispose();
    };
  }, []);
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const look = lookOf(element, scheme, false);
    element.setAttribute('aria-busy', 'true');
    chart.current?.setOption(
      {
        animation: look.moves,
        animationDuration: 300,
        tooltip: {
          // Drawn, so that no text of a person ever becomes markup.
          renderMode: 'richText',
          confine: true,
          backgroundColor: look.surface,
          borderColor: look.edge,
          textStyle: { color: look.ink, fontFamily: look.font, fontSize: 13 },
          formatter: ({ dataIndex }: { dataIndex: number }) => numbersOf(slices[dataIndex]),
        },
        series: [
          {
            type: 'pie',
            radius: ['54%', '88%'],
            label: { show: false },
            itemStyle: { borderColor: look.surface, borderWidth: 2 },
            emphasis: { scaleSize: 5 },
            data: slices.map(({ name, count, key }, at) => ({
              name,
              value: count,
              itemStyle: { color: key === null ? look.other : look.series[at % look.series.length] },
            })),
          },
        ],
      },
      true,
    );
  }, [slices, scheme]);
  useEffect(() => {
    chart.current?.dispatchAction({ type: 'downplay', seriesIndex: 0 });
    if (lit !== null) chart.current?.dispatchAction({ type: 'highlight', seriesIndex: 0, dataIndex: lit });
  }, [lit, slices, scheme]);
  return <div ref={host} className={classes.pie} role="img" aria-label={label} />;
}

const numbersOf = (slice: Slice | undefined) =>
  slice ? `${slice.name}\n${grouped(slice.count)} · ${percent(slice.share)}` : '';
