import { median } from './figures.ts';

/** What was there at a moment, in any unit; `at` in seconds. */
export interface Sample {
  at: number;
  value: number;
}

/**
 * By how much the samples grew from the first to the last, after Theil and Sen: the middle of the slopes between any two of
 * them, times the time between. A few peaks, as a long file makes them, do not move it; what is lost bit by bit does.
 * @returns in the unit of the values; 0 for fewer than two moments
 */
export function growthOf(samples: readonly Sample[]): number {
  const slopes = samples.flatMap((one, index) =>
    samples
      .slice(index + 1)
      .filter(({ at }) => at > one.at)
      .map(({ at, value }) => (value - one.value) / (at - one.at)),
  );
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || slopes.length === 0) return 0;
  return median(slopes) * (last.at - first.at);
}
