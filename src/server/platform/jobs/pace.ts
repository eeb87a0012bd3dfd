/** How patient work is with a provider; tests have less. */
export interface Pace {
  /** The pause after a first failure; it doubles up to `longestSeconds`. */
  firstSeconds: number;
  /** No pause is shorter: nobody is called again at once. */
  leastSeconds: number;
  /** No pause is longer, whatever a provider wants: it is called again, and says so again. */
  longestSeconds: number;
  /** So often it is tried while the provider fails or cannot be reached. */
  tries: number;
  /** So long one step, or one change, waits for a provider in all, counted by its pauses: a clock that jumps changes nothing. */
  patienceSeconds: number;
}

export const usualPace: Pace = {
  firstSeconds: 1,
  leastSeconds: 1,
  longestSeconds: 300,
  tries: 8,
  patienceSeconds: 24 * 3600,
};

/** The pause before a further attempt; `count` is that of the attempts that did not go well. */
export const pauseAfter = ({ firstSeconds, longestSeconds }: Pace, count: number): number =>
  Math.min(longestSeconds, firstSeconds * 2 ** Math.min(count - 1, 20));

/** A time in words for people. */
export function timeInWords(seconds: number): string {
  const [size, unit] = seconds >= 3600 ? [3600, 'hour'] : seconds >= 60 ? [60, 'minute'] : [1, 'second'];
  const count = Math.round(seconds / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
