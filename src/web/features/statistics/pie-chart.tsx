import { useComputedColorScheme } from '@mantine/core';
import { coloursOf } from '#web/ui/chart-look.ts';
import { grouped, percent } from '#kernel/written.ts';
import type { Slice } from './estate.ts';
import classes from './statistics.module.css';

/** Of the ring, in units of the drawing, which is 200 high and wide. */
const RADIUS = 71;
const THICKNESS = 34;
/** Between two slices, in hundredths of the ring. */
const GAP = 0.5;

interface PieChartProps {
  slices: readonly Slice[];
  /** The content of the chart, in a sentence. */
  label: string;
  /** The highlighted slice, by its index; null for none. */
  lit: number | null;
  /** Called with the slice that is pointed at. */
  onPoint: (at: number | null) => void;
}

/** A ring of slices. A library of charts would take longer to come than all of the page that shows it. */
export function PieChart({ slices, label, lit, onPoint }: PieChartProps) {
  const { series, other } = coloursOf(useComputedColorScheme('light'));
  const gap = slices.length > 1 ? GAP : 0;
  return (
    <svg className={classes.pie} viewBox="0 0 200 200" role="img" aria-label={label}>
      {slices.map(({ key, name, count, share }, at) => {
        const before = slices.slice(0, at).reduce((sum, slice) => sum + slice.share, 0);
        return (
          <circle
            key={name}
            className={classes.slice}
            data-faint={(lit !== null && lit !== at) || undefined}
            cx={100}
            cy={100}
            r={RADIUS}
            fill="none"
            stroke={key === null ? other : series[at % series.length]}
            strokeWidth={THICKNESS}
            pathLength={100}
            strokeDasharray={`${Math.max(share * 100 - gap, gap)} 100`}
            strokeDashoffset={-before * 100}
            transform="rotate(-90 100 100)"
            onMouseEnter={() => onPoint(at)}
            onMouseLeave={() => onPoint(null)}
          >
            <title>{`${name}: ${grouped(count)} · ${percent(share)}`}</title>
          </circle>
        );
      })}
    </svg>
  );
}
