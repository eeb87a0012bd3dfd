import { assignAccount } from '#calls/assign.ts';
import { requesterOf } from '#server/engine/requester.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serveChange } from '#server/platform/http/serve.ts';
import type { BillingParts } from '../runs/parts.ts';
import { assign } from './assign.ts';
import { ALLOCATION } from '../runs/job-kinds.ts';
import { aroundJob, changeRun } from '../runs/reallocate.ts';

/** `POST …/assign` says where an account belongs: in the inventory, and in the run, which is allocated anew. */
export function assignRoute(door: Door, parts: BillingParts): void {
  serveChange(
    door,
    assignAccount,
    async (tx, { params: { id }, body, actor, request }) => {
      const refused = 'nothing can be assigned in it';
      return changeRun(tx, parts, { id, refused, actor, requestId: request.id }, async (run) => {
        const { center, detail } = await assign(tx, parts.services, run, body, requesterOf(request, actor));
        return { name: `Charge ${body.identifier ?? 'what belongs to no account'} to ${center}`, detail };
      });
    },
    aroundJob(parts, ALLOCATION),
  );
}
