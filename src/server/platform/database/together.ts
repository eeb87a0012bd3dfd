/** A key that is wanted while a look-up is under way waits no longer than this for its end. */
const PATIENCE_MS = 10;

interface Waiting<Value> {
  key: string;
  resolve: (value: Value | null) => void;
  reject: (reason: unknown) => void;
}

/**
 * Looks things up together that are wanted at the same time: what is requested while a look-up is under way is looked up
 * by one further statement when that ends. Nothing is kept, and each look-up begins after the request for it, so that a
 * value is never older than its request.
 */
export class Together<Value> {
  readonly #lookUp: (keys: string[]) => Promise<Map<string, Value>>;
  #waiting: Waiting<Value>[] = [];
  #underWay = 0;
  #soon: NodeJS.Immediate | undefined;
  #late: NodeJS.Timeout | undefined;

  /** @param lookUp finds the values of several keys, which are all different; a key that has none is left out */
  constructor(lookUp: (keys: string[]) => Promise<Map<string, Value>>) {
    this.#lookUp = lookUp;
  }

  /** The value of a key; null where there is none. Rejects with what the look-up throws. */
  get(key: string): Promise<Value | null> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, resolve, reject });
      if (this.#underWay === 0) this.#beginSoon();
      else this.#late ??= setTimeout(() => void this.#begin(), PATIENCE_MS);
    });
  }

  /** Keys that arrive in the same turn go along. */
  #beginSoon(): void {
    this.#soon ??= setImmediate(() => void this.#begin());
  }

  async #begin(): Promise<void> {
    clearImmediate(this.#soon);
    clearTimeout(this.#late);
    this.#soon = this.#late = undefined;
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    this.#underWay += 1;
    try {
      const found = await this.#lookUp([...new Set(waiting.map(({ key }) => key))]);
      for (const { key, resolve } of waiting) resolve(found.get(key) ?? null);
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    } finally {
      this.#underWay -= 1;
      if (this.#waiting.length > 0) this.#beginSoon();
    }
  }
}
