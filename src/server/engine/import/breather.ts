import { setImmediate } from 'node:timers/promises';

/** How long a loop may keep the process to itself; other requests wait that long at most. */
const STRETCH_MS = 15;
/** How many turns pass between two looks at the clock. */
const TURNS = 50;

/**
 * Lets other requests be served while a long loop runs: `for (…) if (breather.due()) await breather.rest();`
 */
export class Breather {
  #since = performance.now();
  #turns = 0;

  due(): boolean {
    this.#turns += 1;
    return this.#turns % TURNS === 0 && performance.now() - this.#since >= STRETCH_MS;
  }

  async rest(): Promise<void> {
    await setImmediate();
    this.#since = performance.now();
  }
}
