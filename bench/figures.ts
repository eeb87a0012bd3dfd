/** One measured figure beside what it is held against. */
export interface Figure {
  name: string;
  /** As people read it, such as `0.83 (412 of 497 per second)`. */
  measured: string;
  /** As people read it, such as `at least 0.6`; empty for a figure that is only told. */
  bound: string;
  /** Null for a figure that is only told. */
  met: boolean | null;
}

type Told = { unit?: string; digits?: number; beside?: string };

const text = (value: number, { unit = '', digits = 0, beside }: Told) =>
  `${value.toFixed(digits)}${unit && ` ${unit}`}${beside ? ` (${beside})` : ''}`;

/** A figure that must not be smaller than `bound`. */
export function atLeast(name: string, value: number, bound: number, told: Told = {}): Figure {
  const unit = told.unit ? ` ${told.unit}` : '';
  return { name, measured: text(value, told), bound: `at least ${bound}${unit}`, met: value >= bound };
}

/** A figure that must not be greater than `bound`. */
export function atMost(name: string, value: number, bound: number, told: Told = {}): Figure {
  const unit = told.unit ? ` ${told.unit}` : '';
  return { name, measured: text(value, told), bound: `at most ${bound}${unit}`, met: value <= bound };
}

/** A figure that stands beside another for comparison. */
export const onlyTold = (name: string, value: number, told: Told = {}): Figure => ({
  name,
  measured: text(value, told),
  bound: '',
  met: null,
});

/** A part that breaks off is a bound that was not met; the other parts go on. */
export function unmeasured(part: string, error: unknown): Figure[] {
  console.error(error);
  const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  return [{ name: part, measured: `not measured: ${reason}`, bound: '', met: false }];
}

/** The value in the middle; of an even number the mean of the two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1] ?? Number.NaN, sorted[Math.floor(middle)] ?? Number.NaN];
  return (low + high) / 2;
}

/** The table that ends a run: figure, measured, bound, met or missed. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, measured, bound, met }) => [
    name,
    measured,
    bound,
    met === null ? '' : met ? 'met' : 'MISSED',
  ]);
  const lines = [['figure', 'measured', 'bound', ''], ...rows];
  const widths = [0, 1, 2].map((at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
