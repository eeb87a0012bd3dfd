import type { FastifyInstance } from 'fastify';
import type { Queue } from '#server/platform/jobs/queue.ts';
import { lookRegularly } from '#server/platform/process/look-regularly.ts';
import { Courier, type CourierParts } from './courier.ts';
import { isAnyDue } from './deliveries.ts';

/** Under this name the queue gives the work to one process. */
const WORK = 'webhook_deliveries';
const LOOK_MS = 1000;

/**
 * Has this process deliver to webhooks. Deliveries are written by whatever happens, in SQL as well, so the table is
 * polled: a portal in which nothing is due runs one short query each second.
 */
export function registerWebhooks(app: FastifyInstance, parts: CourierParts & { queue: Queue }): void {
  const { queue, db } = parts;
  const courier = new Courier(parts);
  queue.handle(WORK, ({ signal }) => courier.work(signal), 'alone');
  // A failure needs no word here: a database that is away is reported by others.
  lookRegularly(app, {
    everyMs: LOOK_MS,
    look: async () => {
      if (await isAnyDue(db)) await queue.sendAlone(WORK);
    },
  });
}
