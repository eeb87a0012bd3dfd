import { randomUUID } from 'node:crypto';
import { countTags } from '#calls/untagged.ts';
import { conflict } from '#kernel/errors.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serveChange } from '#server/platform/http/serve.ts';
import { presentJob } from '#server/platform/jobs/store.ts';
import { monthWords } from '../../runs/months.ts';
import type { BillingParts } from '../../runs/parts.ts';
import { aroundJob } from '../../runs/reallocate.ts';
import { COUNT_TAGS, uncountedRuns } from './count-again.ts';

/** `POST /api/untagged_spend/count` has the files of a month read again that were read before tags were counted. */
export function countRoute(door: Door, parts: BillingParts): void {
  const { jobs } = parts;
  serveChange(
    door,
    countTags,
    async (tx, { body: { month }, actor, request }) => {
      if ((await uncountedRuns(tx, month)).length === 0)
        throw conflict(`There is no billing run of ${monthWords(month)} whose tags are still to be counted.`);
      const job = {
        kind: COUNT_TAGS,
        title: `Count of the tags of ${monthWords(month)}`,
        input: { month },
        createdBy: actor.email,
        requestId: request.id,
      };
      return { job: presentJob(await jobs.enqueue(tx, job, randomUUID())) };
    },
    aroundJob(parts, COUNT_TAGS),
  );
}
