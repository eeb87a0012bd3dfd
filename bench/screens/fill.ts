import { registry } from '#resources/registry.ts';
import { resourcePath, type Resource } from '#kernel/resource.ts';
import type { Api, Row } from '#tests/support/api.ts';
import { makeRun } from '#tests/support/billing/billing-journey.ts';
import { Factory } from '#tests/support/factories.ts';
import { fillDirectory } from '#tests/support/small-directory.ts';
import { fillWebhooks } from '#tests/support/small-webhooks.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { IdOf } from './addresses.ts';

/** More than a page of a list. */
const ROWS = 30;

/** Has every list of the portal begin with a page full of rows, and the pages of billing with a run. */
export async function fillScreens(api: Api, db: Database): Promise<void> {
  if ((await totalOf(api, '/ad_groups')) === 0) await fillDirectory(db);
  if ((await totalOf(api, '/webhooks')) === 0) await fillWebhooks(db);
  const factory = new Factory(api, registry, db);
  for (const model of registry.all)
    if (model.source === 'table')
      for (let count = await totalOf(api, resourcePath(model.name)); count < ROWS; count += 1)
        await factory.create(model, begunWith(model));
  if ((await totalOf(api, '/billing_runs')) === 0) {
    const lines = Array.from({ length: ROWS }, (_, at) => ({ account: `bench-${at}`, amount: '12.50' }));
    await makeRun(api, 'BENCH', lines);
  }
}

/** A list that begins with a filter shows what is of now. */
const begunWith = ({ begins = {} }: Resource) => {
  const today = new Date().toISOString().slice(0, 10);
  return Object.fromEntries(Object.keys(begins).map((key) => [key, today]));
};

async function totalOf(api: Api, collection: string): Promise<number> {
  const { status, body, text } = await api.get(`${collection}?page=1&per_page=1`);
  if (status !== 200) throw new Error(`${collection}: ${status} ${text}`);
  return body.meta.total;
}

/** The id of the first record of a list; null of an empty one. */
export const firstIn =
  (api: Api): IdOf =>
  async (collection) => {
    const { body } = await api.get<Row[]>(`${collection}?page=1&per_page=1`);
    return body.data?.[0]?.id ?? null;
  };
