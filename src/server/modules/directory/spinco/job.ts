import { z } from 'zod';
import type { JobKind } from '#server/platform/jobs/kind.ts';
import type { Pace } from '#server/platform/jobs/pace.ts';
import { summarize } from '../access/summarize.ts';
import { reopenChange, SPINCO_SG_CHANGE, updateChange } from './changes.ts';
import { directoryOf, guardGroups, type ChangeParts } from './parts.ts';
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
    guard: guardGroups,
    again: async (tx, { input }) => {
      const { change, group } = inputOf.parse(input);
      await reopenChange(tx, change, group);
    },
    run: async (context) => {
      const { change: id, group } = inputOf.parse(context.input);
      const change = await db.transaction(async (tx) => {
        await context.save({ ...context.reached }, tx);
        // It has failed where another version of the portal had the job tried again.
        return reopenChange(tx, id, group);
      });
      return new ChangeRun({ db, directory: directoryOf(at), pace }, change, group, context).run();
    },
    failed: async (tx, { input }, reason) => {
      await summarize(tx);
      await updateChange(tx, inputOf.parse(input).change, 'failed', reason);
    },
  };
}
