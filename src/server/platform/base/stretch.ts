import { setImmediate } from 'node:timers/promises';

/** How long a loop may keep the process to itself, in milliseconds; other requests wait that long at most. */
const STRETCH_MS = 15;

/** A stretch of work within a long loop. Once it is over, others are served before the next one begins. */
export class Stretch {
  #since = performance.now();

  /** Whether the loop has kept the process long enough; looking at the clock costs as much as a short step. */
  get isOver(): boolean {
    return performance.now() - this.#since >= STRETCH_MS;
  }

  /** Serves others, and begins the next stretch. */
  async rest(): Promise<void> {
    await setImmediate();
    this.#since = performance.now();
  }
}
