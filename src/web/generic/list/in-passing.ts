/** How often the rows in sight are reported while one scrolls, and how long after one has stopped scrolling fast. */
const PAUSE_MS = 50;
/** Rows that pass faster than this many per second are gone before an answer to them would come. */
const FAST = 500;

export interface InPassing {
  /** Notes what is in sight now. */
  see: (first: number, last: number) => void;
  /** Forgets what was not reported yet. */
  stop: () => void;
}

/**
 * Reports which rows are in sight while one scrolls, so that they can be fetched: slowly passed ones again and again,
 * those that one flings past not at all.
 * @param report takes the first and the last row
 */
export function inPassing(report: (first: number, last: number) => void): InPassing {
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
        report(seen.first, seen.last);
      }, PAUSE_MS);
    },
    stop,
  };
}
