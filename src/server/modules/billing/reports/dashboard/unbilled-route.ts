import { listUnbilled } from '#calls/dashboard.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serveWhole } from '#server/platform/http/serve.ts';
import type { BillingParts } from '../../runs/parts.ts';
import { readUnbilled } from './unbilled.ts';

const NOT_CONFIGURED = 'No billing export is configured.';

/** `GET /api/unbilled_costs`: what the running month costs so far, which no bill says yet. */
export function unbilledRoute(door: Door, { db, config }: Pick<BillingParts, 'db' | 'config'>): void {
  const reason = config.billingExport === null ? NOT_CONFIGURED : null;
  serveWhole(door, listUnbilled, async ({ query: page }) => {
    const { rows, total, about } = await readUnbilled(db, page);
    return { data: rows, meta: { total, ...page, reason, unbilled: about } };
  });
}
