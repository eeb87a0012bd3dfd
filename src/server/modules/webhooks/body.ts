import type { Registry } from '#kernel/registry.ts';
import { ENTRY_COLUMNS, entryOf, type StoredEntry } from '#server/engine/history.ts';
import type { Runner } from '#server/platform/database/database.ts';

/** The source of a delivery's body: a line of history, or stored details of work. */
export interface DeliverySource {
  event: string;
  line: number | null;
  told: ({ at: string; id: number | string } & Record<string, unknown>) | null;
}

/** A body with longer changes than this, in characters, only names the fields. */
const LONGEST_CHANGES = 64_000;

/** Where the portal shows what work is about, by the kind of its events. */
const PAGES: Readonly<Record<string, (id: number | string) => string>> = {
  job: () => '/auth/jobs',
  billing_run: (id) => `/auth/billing-automation/runs/${id}`,
  anomaly: () => '/auth/running-costs?tab=anomalies',
  budget: (id) => `/auth/view/budgets/${id}`,
  cloud_request: (id) => `/auth/view/cloud_deployments/${id}`,
  webhook: (id) => `/auth/view/webhooks/${id}`,
};

/**
 * The body of a delivery, the same whenever it is made: `{ type, timestamp, data }`. Null where the line of history, or
 * its model, is not there any more.
 */
export async function bodyOf(
  runner: Runner,
  registry: Registry,
  publicUrl: string,
  { event: type, line, told: details }: DeliverySource,
): Promise<string | null> {
  if (details) {
    const { at, ...data } = details;
    const page = PAGES[type.slice(0, type.indexOf('.'))]?.(data.id) ?? '';
    const link = `${publicUrl}${page}`;
    return JSON.stringify({ type, timestamp: new Date(at).toISOString(), data: { ...data, link } });
  }
  const { rows } = await runner.query<StoredEntry & { resource: string; record_id: number }>({
    name: 'webhook-line',
    text: `SELECT ${ENTRY_COLUMNS}, h.resource, h.record_id FROM record_history h WHERE h.id = $1`,
    values: [line],
  });
  const [stored] = rows;
  const resource = stored && registry.find(stored.resource);
  if (!resource) return null;
  const { at, by, via, request_id, lock_version, changes } = entryOf(resource, stored);
  const isLong = JSON.stringify(changes).length > LONGEST_CHANGES;
  const data = {
    model: resource.name,
    id: stored.record_id,
    lock_version,
    by,
    via,
    request_id,
    changes: isLong ? changes.map(({ field, label }) => ({ field, label })) : changes,
    changes_shortened: isLong,
    link: `${publicUrl}/auth/view/${resource.name}/${stored.record_id}`,
  };
  return JSON.stringify({ type, timestamp: at, data });
}
