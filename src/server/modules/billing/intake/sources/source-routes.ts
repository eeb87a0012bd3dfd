import { billWanted, fetchBill, listSources, type SourceOfBills } from '#calls/sources.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serve, serveChange } from '#server/platform/http/serve.ts';
import { presentJob } from '#server/platform/jobs/store.ts';
import { monthToClose } from '../../runs/months.ts';
import type { BillingParts } from '../../runs/parts.ts';
import { aroundJob } from '../../runs/reallocate.ts';
import { enqueueFetch } from './enqueue-fetch.ts';
import { demandSource, FETCH } from './fetch-job.ts';
import { listFetched } from './fetched.ts';
import type { SourceAtHand } from './source.ts';

/** The call with what only the server knows: which month is over, in the requester's calendar. */
const fetchOver: typeof fetchBill = {
  ...fetchBill,
  body: billWanted.extend({
    month: billWanted.shape.month.refine((month) => month <= monthToClose(), {
      error: () => `must be one that is over: ${monthToClose()} or before.`,
    }),
  }),
};

/** Where the bills of a cloud are, and which of them were fetched. */
async function readSource(db: Database, source: SourceAtHand): Promise<SourceOfBills> {
  const { provider } = source;
  if ('missing' in source)
    return { provider, place: null, amortised: null, simulated: false, missing: source.missing, fetched: [] };
  const { place, simulated, amortised = null } = source;
  return {
    provider,
    place,
    amortised: amortised && amortised.place,
    simulated,
    missing: null,
    fetched: await listFetched(db, source),
  };
}

/** From where bills are fetched, and the fetching of one. */
export function sourceRoutes(door: Door, parts: BillingParts, sources: readonly SourceAtHand[]): void {
  const { db, jobs } = parts;
  const around = aroundJob(parts, FETCH);
  serve(door, listSources, async () => {
    const found: SourceOfBills[] = [];
    for (const source of sources) found.push(await readSource(db, source));
    return found;
  });
  serveChange(
    door,
    fetchOver,
    async (tx, { body, actor, request }) => {
      const job = await enqueueFetch(tx, jobs, { ...body, by: actor.email, requestId: request.id });
      return { job: presentJob(job) };
    },
    async (change, { body: { provider } }) => {
      demandSource(sources, provider);
      return around(change);
    },
  );
}
