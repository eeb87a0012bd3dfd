import { z } from 'zod';
import type { JobKind } from '#server/platform/jobs/kind.ts';
import type { Pace } from '#server/platform/jobs/pace.ts';
import { summarize } from '../access/summarize.ts';
import { holdChange, SPINCO_SG_CHANGE, tellChange } from './changes.ts';
import { directoryOf, type ChangeParts } from './parts.ts';
import { ChangeRun } from './run.ts';

/** So often a process may die, or fault, while it works on one between two pauses. */
const ATTEMPTS = 20;
/** How many are made at a time, in all processes together. */
const TOGETHER = 3;

const inputOf = z.object({ change: z.int(), group: z.string() });

/** Adds or removes the users of a change, each once, and keeps what became of each. */
export function changeJob({ db, at }: ChangeParts, pace: Pace): JobKind {
  return {
    name: SPINCO_SG_CHANGE,
    attempts: ATTEMPTS,
    concurrency: TOGETHER,
    // Its patience is counted by its pauses, and not by a clock that may jump.
    patienceHours: Number.POSITIVE_INFINITY,
    run: async (context) => {
      const { change: id, group } = inputOf.parse(context.input);
      const change = await db.transaction(async (tx) => {
        await context.save({ ...context.reached }, tx);
        const held = await holdChange(tx, id);
        // The job itself was tried again.
        if (held.state === 'failed') await tellChange(tx, id, 'running', null);
        return held;
      });
      return new ChangeRun({ db, directory: directoryOf(at), pace }, change, group, context).run();
    },
    failed: async (tx, { input }, reason) => {
      await summarize(tx);
      await tellChange(tx, inputOf.parse(input).change, 'failed', reason);
    },
  };
}
