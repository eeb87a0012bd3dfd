import { useComputedColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { coloursOf } from '#web/ui/chart-look.ts';
import { grouped, percent } from '#kernel/written.ts';
import type { Slice } from './estate.ts';
import { PieChart } from './pie-chart.tsx';
import classes from './statistics.module.css';

/** Where the records of a slice are listed. */
export interface SliceList {
  model: string;
  search: Record<string, string>;
}

interface PieFigureProps {
  title: string;
  /** The counted things, in the plural: 'accounts'. */
  what: string;
  slices: readonly Slice[];
  /** The text where there are none. */
  nothing: string;
  /** Null for a slice whose records cannot be listed by themselves. */
  listOf?: (slice: Slice) => SliceList | null;
}

/** A whole in its parts: as a ring, and as a table whose lines are its legend and lead to what they count. */
export function PieFigure({ title, what, slices, nothing, listOf }: PieFigureProps) {
  const [lit, setLit] = useState<number | null>(null);
  const id = useId();
  const whole = slices.reduce((sum, { count }) => sum + count, 0);
  return (
    <figure className={classes.figure} aria-labelledby={id}>
      <h3 id={id} className={classes.name}>
        {title}
      </h3>
      {slices.length === 0 ? (
        <p className={classes.nothing}>{nothing}</p>
      ) : (
        <>
          <PieChart
            slices={slices}
            label={`${title}: ${grouped(whole)} ${what} in ${slices.length} parts. The table says the same in words.`}
            lit={lit}
            onPoint={setLit}
          />
          <Numbers slices={slices} whole={whole} lit={lit} onLight={setLit} listOf={listOf} labelledBy={id} />
        </>
      )}
    </figure>
  );
}

interface NumbersProps extends Pick<PieFigureProps, 'slices' | 'listOf'> {
  whole: number;
  lit: number | null;
  onLight: (at: number | null) => void;
  labelledBy: string;
}

function Numbers({ slices, whole, lit, onLight, listOf, labelledBy }: NumbersProps) {
  const { series, other } = coloursOf(useComputedColorScheme('light'));
  return (
    <table className={classes.numbers} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Count</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {slices.map((slice, at) => {
          const colour = slice.key === null ? other : series[at % series.length];
          const list = listOf?.(slice);
          return (
            <tr
              key={slice.name}
              className={classes.row}
              data-lit={lit === at}
              onMouseEnter={() => onLight(at)}
              onMouseLeave={() => onLight(null)}
              onFocus={() => onLight(at)}
              onBlur={() => onLight(null)}
            >
              <th scope="row">
                <span className={classes.swatch} style={{ background: colour }} aria-hidden />
                {list ? (
                  <Link
                    to="/auth/$action/$model"
                    params={{ action: 'view', model: list.model }}
                    search={list.search as never}
                    className={classes.leads}
                  >
                    {slice.name}
                  </Link>
                ) : (
                  slice.name
                )}
              </th>
              <td>{grouped(slice.count)}</td>
              <td>{percent(slice.share)}</td>
            </tr>
          );
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td>{grouped(whole)}</td>
          <td />
        </tr>
      </tfoot>
    </table>
  );
}
