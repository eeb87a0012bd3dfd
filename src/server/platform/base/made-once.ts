interface UnderWay<T> {
  made: Promise<T>;
  /** How many wait for it. */
  askers: number;
  gone: AbortController;
}

/** Makes something once for all who want it at the same time, by a key that identifies it completely. */
export class MadeOnce<T> {
  readonly #underWay = new Map<string, UnderWay<T>>();

  /**
   * @param make its signal is aborted once everybody who waits has gone
   * @param gone aborted when this one has; without it nobody ever goes
   * @throws what `make` throws, or why this one has gone
   */
  async get(key: string, make: (gone: AbortSignal) => Promise<T>, gone?: AbortSignal): Promise<T> {
    gone?.throwIfAborted();
    const work = this.#underWay.get(key) ?? this.#begin(key, make);
    work.askers += 1;
    const left = Promise.withResolvers<never>();
    const leave = () => left.reject(gone?.reason);
    gone?.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([work.made, left.promise]);
    } finally {
      gone?.removeEventListener('abort', leave);
      work.askers -= 1;
      if (work.askers === 0) {
        // A caller from now on begins anew.
        if (this.#underWay.get(key) === work) this.#underWay.delete(key);
        work.gone.abort();
      }
    }
  }

  #begin(key: string, make: (gone: AbortSignal) => Promise<T>): UnderWay<T> {
    const gone = new AbortController();
    const made = make(gone.signal);
    made.catch(() => undefined);
    const work = { made, askers: 0, gone };
    this.#underWay.set(key, work);
    return work;
  }
}
