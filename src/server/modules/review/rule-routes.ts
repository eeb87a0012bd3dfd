import type { PoolClient } from 'pg';
import { listRuleEvents, listRules, setRule, type ModelRule } from '#calls/peer-review.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import type { Resource } from '#kernel/resource.ts';
import type { ChangeRule } from '#kernel/review.ts';
import { hasReview, reviewableFields } from '#kernel/reviewable.ts';
import { listed } from '#kernel/written.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import type { Runner } from '#server/platform/database/database.ts';
import type { Door } from '#server/platform/http/door.ts';
import { limitOf } from '#server/platform/http/query.ts';
import { serve, serveChange, serveWhole } from '#server/platform/http/serve.ts';

interface StoredRule extends ChangeRule {
  model: string;
  lock_version: number;
}

/** The routes of what people agreed on about changes: everybody who sees records reads it, administrators change it. */
export function ruleRoutes(door: Door, services: EngineServices): void {
  const { db, registry } = services;

  serve(door, listRules, async ({ request }) => {
    const rules = await readRules(db);
    return services
      .readable(request, hasReview)
      .map((resource) => present(resource, rules.get(resource.name)));
  });

  serveChange(door, setRule, async (tx, { params: { model }, body, actor }) => {
    const resource = registry.find(model);
    if (!resource || !hasReview(resource)) throw notFound(`The model ${model.slice(0, 60)}`);
    const { asks_reason, lock_version: version } = body;
    const fields = demandFields(resource, body.fields);
    await lockRules(tx);
    const before = (await readRules(tx)).get(model);
    if (version !== undefined && version !== (before?.lock_version ?? 0))
      throw conflict(
        'This rule was changed by somebody else meanwhile. Look at it again, and change it then.',
      );
    const rule = { asks_reason, fields };
    if (isSame(before, rule)) return present(resource, before);
    return present(resource, await keepRule(tx, model, before, rule, actor));
  });

  serveWhole(door, listRuleEvents, async ({ query: page, request }) => {
    const models = services.readable(request, hasReview);
    const names = models.map(({ name }) => name);
    const { rows } = await db.query<StoredEvent>({
      text: `SELECT id, model, at, by_email, by_name, asked_reason, asks_reason, fields_before, fields
        FROM change_rule_events WHERE model = ANY ($1) ORDER BY id DESC ${limitOf(page)}`,
      values: [names],
    });
    const counted = await db.query<{ total: number }>({
      text: 'SELECT count(*)::integer AS total FROM change_rule_events WHERE model = ANY ($1)',
      values: [names],
    });
    const data = rows.map((event) => {
      const { id, model, at, by_email: email, by_name: name } = event;
      const resource = registry.get(model);
      return {
        id,
        at,
        by: { email, name },
        model,
        label: resource.label[1],
        changes: wordsOf(resource, event),
      };
    });
    return { data, meta: { total: counted.rows[0]?.total ?? 0, ...page } };
  });
}

interface StoredEvent {
  id: number;
  model: string;
  at: string;
  by_email: string;
  by_name: string | null;
  asked_reason: boolean;
  asks_reason: boolean;
  fields_before: string[];
  fields: string[];
}

/** What a change of a rule did, in words. */
function wordsOf(
  resource: Resource,
  { asked_reason, asks_reason, fields_before, fields }: StoredEvent,
): string[] {
  const labels = (names: readonly string[]) =>
    listed(names.map((name) => resource.fields[name]?.label ?? name));
  const added = fields.filter((name) => !fields_before.includes(name));
  const gone = fields_before.filter((name) => !fields.includes(name));
  return [
    ...(asked_reason === asks_reason
      ? []
      : [asks_reason ? 'A reason is required' : 'No reason is required any more']),
    ...(added.length > 0 ? [`A second person approves ${labels(added)}`] : []),
    ...(gone.length > 0 ? [`No second person approves ${labels(gone)} any more`] : []),
  ];
}

/** Changes of rules follow each other. */
const lockRules = (tx: PoolClient) => tx.query('LOCK TABLE change_rules IN SHARE ROW EXCLUSIVE MODE');

async function readRules(runner: Runner): Promise<Map<string, StoredRule>> {
  const { rows } = await runner.query<StoredRule>({
    name: 'change-rules',
    text: 'SELECT model, asks_reason, fields, lock_version FROM change_rules',
  });
  return new Map(rows.map((rule) => [rule.model, rule]));
}

/** The rule of a model; fields that it has no more are left out. */
function present(resource: Resource, rule?: StoredRule): ModelRule {
  const choices = reviewableFields(resource).map(([field, { label }]) => ({ field, label }));
  const fields = choices.flatMap(({ field }) => (rule?.fields.includes(field) ? [field] : []));
  return {
    model: resource.name,
    label: resource.label[1],
    asks_reason: rule?.asks_reason ?? false,
    fields,
    choices,
    lock_version: rule?.lock_version ?? 0,
  };
}

/** Fields in the order of the declaration. @throws {Refusal} 422 for what is none of the model, or none that can wait */
function demandFields(resource: Resource, given: readonly string[]): string[] {
  const known = reviewableFields(resource).map(([name]) => name);
  const wrong = given.filter((name) => !known.includes(name));
  if (wrong.length > 0)
    throw invalid(
      wrong.map((name) => ({
        field: 'fields',
        message: `${name.slice(0, 60)} is no field of ${resource.label[1]} that a second person can approve.`,
      })),
    );
  return known.filter((name) => given.includes(name));
}

const isSame = (before: ChangeRule | undefined, after: ChangeRule): boolean =>
  (before?.asks_reason ?? false) === after.asks_reason &&
  (before?.fields ?? []).join() === after.fields.join();

async function keepRule(
  tx: PoolClient,
  model: string,
  before: StoredRule | undefined,
  { asks_reason, fields }: ChangeRule,
  { email, name }: Actor,
): Promise<StoredRule | undefined> {
  const { rows } = await tx.query<StoredRule>(
    `INSERT INTO change_rules (model, asks_reason, fields, updated_by) VALUES ($1, $2, $3, $4)
      ON CONFLICT (model) DO UPDATE SET asks_reason = EXCLUDED.asks_reason, fields = EXCLUDED.fields,
        updated_by = EXCLUDED.updated_by, updated_at = now(), lock_version = change_rules.lock_version + 1
      RETURNING model, asks_reason, fields, lock_version`,
    [model, asks_reason, fields, email],
  );
  await tx.query(
    `INSERT INTO change_rule_events (model, by_email, by_name, asked_reason, asks_reason, fields_before, fields)
      VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [model, email, name, before?.asks_reason ?? false, asks_reason, before?.fields ?? [], fields],
  );
  return rows[0];
}
