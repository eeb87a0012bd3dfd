import { listCommitments, removeAmortised } from '#calls/commitments.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serveChange, serveWhole } from '#server/platform/http/serve.ts';
import { presentJob } from '#server/platform/jobs/store.ts';
import type { BillingParts } from '../../runs/parts.ts';
import { INTAKE } from '../../runs/job-kinds.ts';
import { aroundJob } from '../../runs/reallocate.ts';
import { removeAddition } from '../../intake/begin/remove-addition.ts';
import { demandRun, readRun } from '../../runs/run.ts';
import { readCommitments } from './read-commitments.ts';

/** Who bears reservations and savings plans, why what is billed is not what is amortised, and what they are split by. */
export function commitmentsRoutes(door: Door, parts: BillingParts): void {
  const { db, jobs } = parts;
  serveWhole(door, listCommitments, async ({ params: { id }, query }) => {
    await demandRun(db, id);
    return readCommitments(db, id, query);
  });
  serveChange(
    door,
    removeAmortised,
    async (tx, { params: { id, addition }, actor, request }) => {
      const job = await removeAddition(tx, jobs, id, addition, { by: actor.email, requestId: request.id });
      return { billing_run: await readRun(tx, id), job: presentJob(job) };
    },
    aroundJob(parts, INTAKE),
  );
}
