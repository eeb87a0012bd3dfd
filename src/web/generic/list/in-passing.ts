/** What is in sight is told once in this time while one scrolls, and so long after one has stopped scrolling fast. */
const PAUSE_MS = 50;
/** Rows that pass faster than this many per second are gone before an answer to them would come. */
const FAST = 500;

export interface InPassing {
  /** Notes what is in sight now. */
  see: (first: number, last: number) => void;
  /** Forgets what was not told yet. */
  stop: () => void;
}

/**
 * Tells which rows are in sight while one scrolls, so that they can be asked for: slowly passed ones again and again,
 * those that one flings past not at all.
 * @param tell takes the first and the last row
 */
export function inPassing(tell: (first: number, last: number) => void): InPassing {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let seen = { first: 0, last: 0, at: -Infinity };
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    see(first, last) {
      const at = performance.now();
      const passed = Math.abs(first - seen.first);
      if (passed * 1000 > FAST * (at - seen.at)) stop();
      seen = { first, last, at };
      timer ??= setTimeout(() => {
        timer = undefined;
        tell(seen.first, seen.last);
      }, PAUSE_MS);
    },
    stop,
  };
}
