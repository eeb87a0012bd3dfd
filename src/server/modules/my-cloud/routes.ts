import type { FastifyInstance } from 'fastify';
import {
  listMyDue,
  listMyRecords,
  MY_MODELS,
  readMyCloud,
  type Due,
  type MyBudget,
  type MyModel,
} from '#calls/my-cloud.ts';
import { listMyActivity } from '#calls/my-activity.ts';
import { aboutOf } from '#kernel/about.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { readRowsById } from '#server/engine/records.ts';
import { openDoor } from '#server/engine/door.ts';
import { refuseOthersThan } from '#server/engine/other-methods.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Config } from '#server/platform/config/config.ts';
import { serve, serveWhole } from '#server/platform/http/serve.ts';
import { readMyActivity } from './activity.ts';
import { dueOf } from './due.ts';

interface MyCloudParts {
  config: Pick<Config, 'ccoeEmail'>;
  services: EngineServices;
  /** What is known from bills: the budgets of somebody, and their accounts whose lines lack tags. */
  budgetsOf: (services: EngineServices, email: string) => Promise<MyBudget[]>;
  untaggedOf: (services: EngineServices, email: string) => Promise<Due[]>;
}

/** What is in the name of who asks, by names, and what comes due of it. */
export async function registerMyCloud(app: FastifyInstance, parts: MyCloudParts): Promise<void> {
  const { config, services, budgetsOf, untaggedOf } = parts;
  await app.register(async (scope) => {
    const door = openDoor(scope, services);
    serve(door, readMyCloud, async ({ actor: { email } }) => {
      const records = await Promise.all(
        MY_MODELS.map(async (model) => ({ model, total: await countOf(services, model, email) })),
      );
      return { records, budgets: await budgetsOf(services, email), contact: config.ccoeEmail };
    });

    serveWhole(door, listMyRecords, async ({ actor: { email }, query: { model, q, ...page } }) => {
      const { registry } = services;
      const resource = registry.get(model);
      const about = aboutOf(registry, resource);
      const query = { page: String(page.page), per_page: String(page.per_page), ...(q !== '' && { q }) };
      const { ids, meta } = await services.listsOf(email, resource).chosen(query);
      const rows = await readRowsById(services.db, registry, resource, ids.map(Number));
      const data = ids.flatMap((id) => {
        const row = rows.get(Number(id));
        if (!row) return [];
        const facts = about.flatMap(({ name, field }) => {
          const value = row[name] ?? null;
          return value === null
            ? []
            : [kindOf(field).display(value, field)].filter(
                (text) => text !== '' && text.toLowerCase() !== email,
              );
        });
        return [{ id: row.id, title: String(row[resource.title] ?? row.id), about: facts }];
      });
      const { total } = JSON.parse(meta) as { total: number };
      return { data, meta: { total, ...page } };
    });

    serveWhole(door, listMyDue, async ({ actor: { email }, query: { page, per_page } }) => {
      const [own, untagged] = await Promise.all([dueOf(services, email), untaggedOf(services, email)]);
      const dated = own.filter(({ day }) => day !== null);
      const all = [...dated, ...untagged, ...own.filter(({ day }) => day === null)];
      const first = (page - 1) * per_page;
      return { data: all.slice(first, first + per_page), meta: { total: all.length, page, per_page } };
    });
    serveWhole(door, listMyActivity, async ({ actor: { email }, query: page }) => {
      const { rows, total } = await readMyActivity(services, email, page);
      return { data: rows, meta: { total, ...page } };
    });
    refuseOthersThan(scope, [readMyCloud, listMyRecords, listMyDue, listMyActivity]);
  });
}

/** How many records of a model are somebody's. */
async function countOf(services: EngineServices, model: MyModel, email: string): Promise<number> {
  const resource = services.registry.get(model);
  const { meta } = await services.listsOf(email, resource).chosen({ page: '1', per_page: '1' });
  return (JSON.parse(meta) as { total: number }).total;
}
