import {
  addLine as addLineCall,
  removeLine as removeLineCall,
  stateTotal as stateTotalCall,
} from '#calls/invoices.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serveChange } from '#server/platform/http/serve.ts';
import type { BillingParts } from '../../runs/parts.ts';
import { ALLOCATION } from '../../runs/job-kinds.ts';
import { aroundJob, changeRun } from '../../runs/reallocate.ts';
import { addLine, removeLine, stateTotal } from './change-invoice.ts';

/** The calls for what an invoice has beside its file: lines of tax, credit and adjustment, and a total that somebody states. */
export function additionRoutes(door: Door, parts: BillingParts): void {
  const around = aroundJob(parts, ALLOCATION);
  serveChange(
    door,
    addLineCall,
    (tx, { params: { id }, body, actor, request }) => {
      const refused = 'no line can be added to it';
      return changeRun(tx, parts, { id, refused, actor, requestId: request.id }, () =>
        addLine(tx, id, body, actor.email),
      );
    },
    around,
  );
  serveChange(
    door,
    removeLineCall,
    (tx, { params: { id, line }, actor, request }) => {
      const refused = 'no line of it can be removed';
      return changeRun(tx, parts, { id, refused, actor, requestId: request.id }, () =>
        removeLine(tx, id, line),
      );
    },
    around,
  );
  serveChange(
    door,
    stateTotalCall,
    (tx, { params: { id }, body, actor, request }) => {
      const refused = 'no total of it can be stated';
      return changeRun(tx, parts, { id, refused, actor, requestId: request.id }, () =>
        stateTotal(tx, id, body, actor.email),
      );
    },
    around,
  );
}
