import type { FastifyInstance } from 'fastify';
import type { Queue } from '#server/platform/jobs/queue.ts';
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
  let isBusy = false;
  queue.handle(WORK, ({ signal }) => courier.work(signal), 'alone');
  const look = async () => {
    if (isBusy) return;
    isBusy = true;
    try {
      if (await isAnyDue(db)) await queue.sendAlone(WORK);
    } catch {
      // A database that is away is reported by others.
    } finally {
      isBusy = false;
    }
  };
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onListen', async () => {
    timer = setInterval(() => void look(), LOOK_MS).unref();
  });
  app.addHook('preClose', async () => clearInterval(timer));
}
