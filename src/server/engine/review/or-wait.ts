import type { FastifyReply } from 'fastify';
import type { PoolClient } from 'pg';
import type { Call } from '#calls/call.ts';
import type { Resource } from '#kernel/resource.ts';
import { OtherAnswer, type Once } from '#server/platform/http/serve.ts';
import type { EngineServices } from '../services.ts';
import type { Who } from '../writes/write-statements.ts';
import { HeldChange, HeldChanges } from './held-change.ts';
import { keepWaiting, type ToChange } from './keep-waiting.ts';

const isHeld = (error: unknown) => error instanceof HeldChange || error instanceof HeldChanges;

/**
 * Makes a change; where a second person approves it, what was begun is undone, and it is kept to wait. Its answer has the records as
 * they are, and what waits.
 * @param items what the change sets; null where it does more than that, and cannot wait
 * @param shown the records as they are, as JSON
 */
export async function orWait<C extends Call, T = never>(
  services: EngineServices,
  resource: Resource,
  once: Once<C>,
  make: () => Promise<T | FastifyReply>,
  waiting: { items: readonly ToChange[] | null; who: Who; shown: (tx: PoolClient) => Promise<string> },
): Promise<T | FastifyReply> {
  const { items, who, shown } = waiting;
  try {
    return await make();
  } catch (error) {
    if (!isHeld(error) || items === null) throw error;
    return once(async (tx) => {
      const waits = await keepWaiting(services, tx, resource, items, who);
      return new OtherAnswer(`{"data":${await shown(tx)},"waits":${JSON.stringify(waits)}}`) as never;
    });
  }
}
