import type { CloudRequest, TagName } from '#kernel/cloud/cloud-request.ts';
import type { Values } from '#kernel/input.ts';
import { cloudRequests } from '#resources/cloud-requests/all.ts';
import { textOf } from '#resources/cloud-requests/parts.ts';
import { requestTemplates, type RequestTemplate } from '#resources/request-templates.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { hasBaseline } from '../baseline/read.ts';
import type { Source } from './source.ts';

/** The names in a template of the tags of a request. */
const TAGS = {
  cost_center: 'cost_center',
  owner: 'cloud_contact_email',
  department: 'department',
  business_unit: 'business_unit_name',
  project_name: 'project_name',
} as const satisfies Record<TagName, keyof RequestTemplate>;

/** The names in a template of what only some requests have, by their fields. */
const OWN = {
  ou: 'placed_in',
  group_id: 'placed_in',
  folder_id: 'placed_in',
  billingContact: 'billing_contact',
  operationsContact: 'operations_contact',
  securityContact: 'security_contact',
  missingTagsEmails: 'missing_tags_emails',
  regions: 'regions',
} as const satisfies Record<string, keyof RequestTemplate>;

/**
 * A template, as a request that is copied from it.
 * @returns null where there is none
 */
export async function likeTemplate(runner: Runner, id: number): Promise<Source | null> {
  const { rows } = await runner.query<{ template: RequestTemplate }>({
    name: 'template of a request',
    text: `SELECT to_jsonb(t) - 'search' || jsonb_build_object('budget_amount', t.budget_amount::text) AS template
      FROM ${requestTemplates.name} t WHERE t.id = $1`,
    values: [id],
  });
  const template = rows[0]?.template;
  const request = cloudRequests.find(({ name }) => name === template?.kind);
  if (!template || !request) return null;
  return { request, name: template.name, values: requestedBy(request, template) };
}

/** The values of a template, by field of the request. */
function requestedBy({ tags, fields, budget, baseline }: CloudRequest, template: RequestTemplate): Values {
  const known = Object.entries({ ...OWN }).filter(([field]) => Object.hasOwn(fields, field));
  const tagged = Object.entries(TAGS).flatMap(([tag, property]) => {
    const field = tags[tag as TagName];
    return field === undefined ? [] : [[field, property] as const];
  });
  const values = {
    ...Object.fromEntries([...tagged, ...known].map(([field, property]) => [field, template[property]])),
    ...(hasBaseline(template) && { [baseline]: template.name }),
  };
  // A currency and thresholds alone ask for no budget.
  if (textOf(template, 'budget_amount') === '') return values;
  return {
    ...values,
    [budget.amount]: template.budget_amount,
    [budget.currency]: template.budget_currency,
    [budget.thresholds]: template.budget_thresholds,
  };
}
