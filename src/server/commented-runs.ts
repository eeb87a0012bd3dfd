import { actorOf } from './platform/http/request-actor.ts';
import type { EngineServices } from './engine/services.ts';
import { demandRun } from './modules/billing/runs/run.ts';
import type { Subject } from './modules/comments/subjects.ts';

/** Billing runs as something that has comments. They are no model, and so have no history: a comment that is deleted says by whom. */
export const billingRunSubject = (services: EngineServices): Subject => ({
  read: async (runner, request, id) => {
    services.demand(actorOf(request), 'see_billing');
    await demandRun(runner, id);
    const path = `/auth/billing-automation/runs/${id}`;
    return { called: `Billing Run ${id}`, path, isThere: true, isForAll: true };
  },
  // No run is ever deleted.
  hold: async () => undefined,
  note: async () => undefined,
});
