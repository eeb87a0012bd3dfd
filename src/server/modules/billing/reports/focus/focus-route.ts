import { focusCsv } from '#calls/focus.ts';
import { asDownload } from '#server/platform/files/download.ts';
import { fairUse } from '#server/platform/http/request-limits.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serveFile } from '#server/platform/http/serve.ts';
import { monthToClose } from '../../runs/months.ts';
import { workFolder, type BillingParts } from '../../runs/parts.ts';
import { copyCosts, runsOfCosts } from './allocated-costs.ts';
import { spooled } from './spool.ts';

const heavy = fairUse({ atOnce: 2, perMinute: 60, noun: 'exports' });

/** `GET /api/focus/cost_and_usage.csv`: what final runs of a month charge, as other tools of FinOps read costs. */
export function focusRoute(door: Door, { db, config }: BillingParts): void {
  const folder = workFolder(config);
  serveFile({ ...door, heavy }, focusCsv, async ({ query: { month = monthToClose(), provider } }, reply) => {
    const name = ['focus', ...(provider === null ? [] : [provider]), month].join('_');
    const runs = await runsOfCosts(db, { month, provider });
    const file = await spooled(db, folder, copyCosts(runs));
    return asDownload(reply, `${name}.csv`, 'text/csv; charset=utf-8').send(file);
  });
}
