import { randomUUID } from 'node:crypto';
import { Refusal } from '#kernel/errors.ts';
import type { DirectoryFailure } from '#calls/directory.ts';
import type { Background } from '#server/engine/background.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { beginSoleJob, type SoleJob } from '#server/engine/sole-job.ts';
import type { Log } from '#server/platform/log/log.ts';
import { syncActor } from './job.ts';

interface FirstReadingParts extends Pick<Background, 'queue' | 'jobs'> {
  services: Pick<EngineServices, 'db'>;
  log: Log;
}

/** Enqueues a reading where nothing was ever read, so that a portal that is looked at has something to show. */
export class FirstReading {
  readonly #parts: FirstReadingParts;
  readonly #reading: SoleJob;
  #failure: DirectoryFailure | null = null;

  constructor(parts: FirstReadingParts, reading: SoleJob) {
    this.#parts = parts;
    this.#reading = reading;
  }

  /** Why it was not enqueued; null where it was. */
  get failure(): DirectoryFailure | null {
    return this.#failure;
  }

  /** Never throws, as nobody waits for it: what went wrong is logged and kept as `failure`. */
  async begin(): Promise<void> {
    const { services, log } = this.#parts;
    try {
      const { rows } = await services.db.query({ text: 'SELECT 1 FROM ad_sources LIMIT 1' });
      if (rows.length > 0) return;
      const requester = { createdBy: syncActor.email, requestId: `first-${randomUUID()}` };
      await beginSoleJob(this.#parts, this.#reading, requester);
    } catch (error) {
      log.warn({ err: error }, 'the first reading of the directory was not requested');
      const reason = error instanceof Refusal ? ` ${error.message}` : ' The log says why.';
      this.#failure = {
        at: new Date().toISOString(),
        error: `The first reading could not be requested.${reason} Refresh requests it again, and so does the next start.`,
        losses: [],
      };
    }
  }
}
