import type { Job, PgBoss } from 'pg-boss';

/** Work of other processes, and work that another one has given back, is found within this time. */
const POLL_SECONDS = 2;

export type QueuedWork = Job<Record<string, unknown> | null>;

/** The workers of this process for one queue of pg-boss, each of which has one piece of work at a time. */
export class Workers {
  readonly #boss: PgBoss;
  readonly #workers: { id: string; isBusy: boolean }[] = [];

  private constructor(boss: PgBoss) {
    this.#boss = boss;
  }

  /** @param count how many pieces of work this process does at a time */
  static async start(
    boss: PgBoss,
    queue: string,
    count: number,
    deliver: (work: QueuedWork) => Promise<void>,
    pollSeconds = POLL_SECONDS,
  ): Promise<Workers> {
    const workers = new Workers(boss);
    for (let n = 0; n < count; n += 1) await workers.#add(queue, deliver, pollSeconds);
    return workers;
  }

  /** Has one that is idle look for work at once. */
  wake(): void {
    const idle = this.#workers.find(({ isBusy }) => !isBusy);
    if (idle) this.#boss.notifyWorker(idle.id);
  }

  /** pg-boss wakes a worker by its id, and of several that are started at once it wakes only one. */
  async #add(
    queue: string,
    deliver: (work: QueuedWork) => Promise<void>,
    pollingIntervalSeconds: number,
  ): Promise<void> {
    const worker = { id: '', isBusy: false };
    worker.id = await this.#boss.work(queue, { pollingIntervalSeconds }, async (jobs: QueuedWork[]) => {
      worker.isBusy = true;
      // Where there was some, there may be more.
      this.wake();
      try {
        for (const job of jobs) await deliver(job);
      } finally {
        worker.isBusy = false;
        // Once this piece has ended, what waits for it can be taken.
        this.#boss.notifyWorker(worker.id);
      }
    });
    this.#workers.push(worker);
  }
}
