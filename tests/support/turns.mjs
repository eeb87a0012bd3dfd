import { PerformanceObserver } from 'node:perf_hooks';

/**
 * Watches how much processor time this thread spends in one turn. Unlike the time of the clock, it is nearly the same on
 * a busy machine, once collections of garbage are left out: other threads help with them as far as they get a processor.
 * @returns {() => number} the longest turn since this was asked last, in ms
 */
export function watchTurns() {
  /** Those that may be the longest one: when they began and ended, by the clock, and their processor time; all in ms. */
  let turns = [];
  let collections = [];
  new PerformanceObserver((list) => collections.push(...list.getEntries())).observe({ entryTypes: ['gc'] });
  let before = process.threadCpuUsage();
  let began = performance.now();
  setInterval(() => {
    const now = process.threadCpuUsage();
    const ended = performance.now();
    const spent = (now.user + now.system - before.user - before.system) / 1000;
    if (spent > 10) turns.push({ began, ended, spent });
    before = now;
    began = ended;
  }, 1).unref();
  return () => {
    const lengths = turns.map((turn) => {
      const within = collections.filter(
        ({ startTime }) => startTime >= turn.began && startTime <= turn.ended,
      );
      return turn.spent - within.reduce((sum, { duration }) => sum + duration, 0);
    });
    turns = [];
    collections = [];
    return Math.round(Math.max(0, ...lengths));
  };
}
