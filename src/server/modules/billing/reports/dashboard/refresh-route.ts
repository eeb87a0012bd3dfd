import { randomUUID } from 'node:crypto';
import { refreshDashboard } from '#calls/dashboard.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serveChange } from '#server/platform/http/serve.ts';
import { presentJob } from '#server/platform/jobs/store.ts';
import type { BillingParts } from '../../runs/parts.ts';
import { aroundJob } from '../../runs/reallocate.ts';
import { REFRESH } from './refresh.ts';

/** `POST /api/cloud_bills/update_dashboard` refreshes what the dashboard and the chart sum up. */
export function refreshRoute(door: Door, parts: BillingParts): void {
  const { jobs } = parts;
  serveChange(
    door,
    refreshDashboard,
    async (tx, { actor: { email: createdBy }, request: { id: requestId } }) => {
      const job = { kind: REFRESH, title: 'Refresh of the dashboard', input: {}, createdBy, requestId };
      return { job: presentJob(await jobs.enqueue(tx, job, randomUUID())) };
    },
    aroundJob(parts, REFRESH),
  );
}
