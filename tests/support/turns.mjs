/**
 * Watches how much processor time this thread spends in one turn. Unlike the time of the clock, it is the same on a
 * busy machine.
 * @returns {() => number} the longest turn since this was asked last, in ms
 */
export function watchTurns() {
  let longest = 0;
  let before = process.threadCpuUsage();
  setInterval(() => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, now.user + now.system - before.user - before.system);
    before = now;
  }, 1).unref();
  return () => {
    const told = Math.round(longest / 1000);
    longest = 0;
    return told;
  };
}
