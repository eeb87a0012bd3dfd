import type { PoolClient } from 'pg';
import { answerExisting, compareExisting } from '#calls/existing.ts';
import type { Begun } from '#calls/runs.ts';
import { invalid } from '#kernel/errors.ts';
import { WAITING_STATES } from '#kernel/billing/runs.ts';
import { longWork } from '#server/platform/database/limits.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serve, serveChange, WithStatus } from '#server/platform/http/serve.ts';
import { presentJob } from '#server/platform/jobs/store.ts';
import type { BillingParts } from '../../runs/parts.ts';
import type { AddedBy } from './add-files.ts';
import {
  bookDifference,
  demandOpen,
  demandUndecided,
  joinRuns,
  leaveOut,
  replaceExisting,
  runThatGoesOn,
} from './answer-existing.ts';
import { figuresOf } from './figures.ts';
import { ALLOCATION, INTAKE } from '../../runs/job-kinds.ts';
import { aroundJob, changeRun } from '../../runs/reallocate.ts';
import { demandState, holdRun, readRun } from '../../runs/run.ts';

/** The calls about an open run with an invoice of another one: both sides, and the answer. */
export function existingRoutes(door: Door, parts: BillingParts): void {
  serve(door, compareExisting, ({ params: { id } }) =>
    longWork(() =>
      parts.db.transaction(async (tx) => {
        await readRun(tx, id);
        const { id: other, booked } = await demandUndecided(tx, id);
        return { file: await figuresOf(tx, id), billing_run: await figuresOf(tx, other), booked };
      }),
    ),
  );
  serveChange(
    door,
    answerExisting,
    async (tx, { params: { id }, body: { existing, split }, actor, request }) => {
      if (split !== undefined && existing !== 'add')
        throw invalid([{ field: 'split', message: 'split goes with existing=add alone.' }]);
      const change = { id, actor, requestId: request.id };
      if (existing === 'replace')
        return changeRun(tx, parts, { ...change, refused: 'it replaces no other run' }, () =>
          replaceExisting(tx, id),
        );
      if (existing === 'difference')
        return changeRun(tx, parts, { ...change, refused: 'it books no difference' }, () =>
          bookDifference(tx, id),
        );
      const amortised = split !== undefined;
      return settle(tx, parts, id, existing, { by: actor.email, requestId: request.id, amortised });
    },
    aroundJob(parts, ALLOCATION, INTAKE),
  );
}

/** Ends a run whose files are left out, or are parts of the other run from now on. */
async function settle(
  tx: PoolClient,
  { jobs }: BillingParts,
  id: number,
  answer: 'add' | 'leave',
  by: AddedBy & { amortised: boolean },
): Promise<Begun | WithStatus<Begun>> {
  const held = await holdRun(tx, id);
  demandState(held, WAITING_STATES, 'nothing is decided of it');
  if (answer === 'leave') {
    const other = await runThatGoesOn(tx, id);
    await leaveOut(tx, held, other, by.by);
    return new WithStatus(200, { billing_run: await readRun(tx, other), job: null });
  }
  const other = demandOpen(await demandUndecided(tx, id));
  const job = await joinRuns(tx, jobs, id, other, by);
  return { billing_run: await readRun(tx, other), job: presentJob(job) };
}
