import { copilotOfRun, decideCopilot, listBearers } from '#calls/copilot.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serve, serveChange, serveWhole } from '#server/platform/http/serve.ts';
import type { BillingParts } from '../../runs/parts.ts';
import { ALLOCATION } from '../../runs/job-kinds.ts';
import { aroundJob, changeRun } from '../../runs/reallocate.ts';
import { demandRun } from '../../runs/run.ts';
import { decide } from './decide.ts';
import { readDoubled } from './doubled.ts';
import { readPools } from './read-pools.ts';
import { readBearers } from './read-seats.ts';

/** The charges of a run for GitHub: by organization, by seat, and what another run charges as well. */
export function copilotRunRoutes(door: Door, parts: BillingParts): void {
  const { db } = parts;
  serve(door, copilotOfRun, async ({ params: { id } }) => {
    await demandRun(db, id);
    const doubled = await readDoubled(db, id);
    const billed_twice = doubled.map(({ cloud: _cloud, lines: _lines, ...one }) => one);
    return { accounts: await readPools(db, id), billed_twice };
  });
  serveWhole(door, listBearers, async ({ params: { id }, query }) => {
    const { page, per_page, by_posting, by_identifier, by_charged } = query;
    await demandRun(db, id);
    const filter = {
      posting: by_posting ?? null,
      account: by_identifier ?? null,
      charged: by_charged ?? null,
    };
    const { rows, total } = await readBearers(db, id, filter, { page, per_page });
    return { data: rows, meta: { total, page, per_page } };
  });
  serveChange(
    door,
    decideCopilot,
    async (tx, { params: { id }, body, actor, request }) => {
      const refused = 'nothing can be decided in it';
      return changeRun(tx, parts, { id, refused, actor, requestId: request.id }, () =>
        decide(tx, id, body, actor.email),
      );
    },
    aroundJob(parts, ALLOCATION),
  );
}
