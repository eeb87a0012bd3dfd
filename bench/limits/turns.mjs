/** A text whose parsing tells how fast a processor is. */
const YARDSTICK = JSON.stringify(
  Array.from({ length: 2_000 }, (_, at) => ({
    at,
    name: `Department ${at}`,
    tags: ['a', 'b', `${at}`],
    of: { at },
  })),
);
/** So often that the steps of 4 ms matter little in which the time of a processor is told. */
const PARSED = 40;
/** How much a processor of usual speed parses in a millisecond, in characters; the bounds of turns are meant for one. */
const USUAL_SPEED = 100_000;

/**
 * How many times slower this processor is now than a usual one.
 * @returns {number} at least 1
 */
export function slowness() {
  const before = process.threadCpuUsage();
  for (let at = 0; at < PARSED; at += 1) JSON.parse(YARDSTICK);
  const { user, system } = process.threadCpuUsage(before);
  return Math.max(1, (user + system) / 1000 / ((PARSED * YARDSTICK.length) / USUAL_SPEED));
}

/**
 * Watches how much processor time this thread spends in one turn. Unlike the time of the clock, it is the same on a
 * busy machine, and unlike that of the processor, on a slow one.
 * @returns {() => number} the longest turn since this was asked last, in ms of a processor of usual speed
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
    const told = Math.round(longest / 1000 / slowness());
    longest = 0;
    before = process.threadCpuUsage();
    return told;
  };
}
