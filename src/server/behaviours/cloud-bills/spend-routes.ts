import type { FastifyInstance } from 'fastify';
import { listIdentifiers, listSpend } from '#calls/spend.ts';
import { DEFAULT_PAGE_SIZE } from '#calls/shapes.ts';
import { openDoor } from '#server/engine/door.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { serveJson } from '#server/platform/http/serve.ts';
import { readChargedIdentifiers, readSpend } from './spend.ts';

/** `GET …/spend` sums bills per identifier, day and currency; `GET …/identifiers` names what was charged. */
export function spendRoutes(scope: FastifyInstance, services: EngineServices): void {
  const door = openDoor(scope, services);
  serveJson(door, listSpend, ({ query }) => {
    const { key, startDate: start, endDate: end, largest, page, per_page = DEFAULT_PAGE_SIZE } = query;
    const { currency, q } = query;
    const part = page === undefined ? undefined : { page, per_page, currency, q };
    return readSpend(services.db, { key, start, end, largest, part });
  });
  serveJson(door, listIdentifiers, ({ query: { q } }) => readChargedIdentifiers(services.db, q));
}
