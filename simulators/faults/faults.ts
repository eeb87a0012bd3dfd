/**
 * The faults of a call, whatever the provider; how it looks on the wire is the simulator's own.
 * - `throttled`: called too often, with the provider's own error and Retry-After.
 * - `failing`: 500 before anything was done.
 * - `garbage`: 200 with what no client can read, before anything was done.
 * - `lost`: everything is done, and the connection breaks before the answer.
 * - `lost-garbage`: everything is done, and the answer cannot be read.
 * - `held-before`, `held-after`: the call stays unanswered, before or after everything is done, until `release`.
 * - `expired`: the credentials are too old.
 * - `denied`: the caller has no right to it.
 * - `conflict`: everything is done by an earlier call that nobody heard of, and this one gets 409, or what the
 *   provider says in its place.
 * - `stuck`: what the call begins at the provider never ends.
 * - `none`: nothing, so that what is planned after it meets a later call.
 */
export type Fault =
  | 'throttled'
  | 'failing'
  | 'garbage'
  | 'lost'
  | 'lost-garbage'
  | 'held-before'
  | 'held-after'
  | 'expired'
  | 'denied'
  | 'conflict'
  | 'stuck'
  | 'none';

/** The faults that are planned for the operations of a simulator, and the calls that it had. */
export class Faults {
  readonly #planned = new Map<string, Fault[]>();
  readonly #calls = new Map<string, number>();
  readonly #held = new Set<() => void>();
  readonly #watchers = new Set<() => void>();
  #reached = 0;

  /** Lets the next `times` calls of an operation, such as `CreateAccount`, go wrong. */
  plan(operation: string, fault: Fault, times = 1): void {
    const planned = this.#planned.get(operation) ?? [];
    this.#planned.set(operation, [...planned, ...Array.from({ length: times }, () => fault)]);
  }

  /** For simulators: counts a call, and answers what goes wrong with it. */
  take(operation: string): Exclude<Fault, 'none'> | null {
    this.#calls.set(operation, this.calls(operation) + 1);
    const fault = this.#planned.get(operation)?.shift();
    return fault === undefined || fault === 'none' ? null : fault;
  }

  /** How often an operation was called. */
  calls(operation: string): number {
    return this.#calls.get(operation) ?? 0;
  }

  /** The operations that were called so far. */
  operations(): string[] {
    return [...this.#calls.keys()];
  }

  /** For simulators: waits within a call that is held. */
  async hold(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#held.add(resolve);
      this.#reached += 1;
      for (const notify of this.#watchers) notify();
    });
  }

  /** Resolves once so many calls have been held, those of before included. */
  async held(count = 1): Promise<void> {
    if (this.#reached >= count) return;
    await new Promise<void>((resolve) => {
      const check = () => {
        if (this.#reached < count) return;
        this.#watchers.delete(check);
        resolve();
      };
      this.#watchers.add(check);
    });
  }

  /** Lets every held call go on. */
  release(): void {
    for (const resume of this.#held) resume();
    this.#held.clear();
  }

  /** Forgets what was planned, and lets go what is held. */
  clear(): void {
    this.#planned.clear();
    this.release();
  }
}
