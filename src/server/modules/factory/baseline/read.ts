import type { Cloud, CloudRequest } from '#kernel/cloud/cloud-request.ts';
import type { FieldError } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import { readPolicies } from '#kernel/cloud/azure-policies.ts';
import { readGroupAccess, type Baseline, type GroupAccess } from '#resources/baseline.ts';
import { textOf } from '#resources/cloud-requests/parts.ts';
import { requestTemplates, type RequestTemplate } from '#resources/request-templates.ts';
import type { Runner } from '#server/platform/database/database.ts';

type Declared = Pick<
  RequestTemplate,
  | 'name'
  | 'kind'
  | 'group_access'
  | 'resource_providers'
  | 'azure_policies'
  | 'google_services'
  | 'awaited_webhook'
  | 'answer_hours'
  | 'baseline_required'
>;

/** How each cloud names groups, with what is said of what is none. */
const GROUPS: Readonly<Record<Cloud, { is: RegExp; words: string }>> = {
  aws: {
    is: /^([0-9a-f]{10}-)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    words: 'the id of a group of IAM Identity Center',
  },
  azure: { is: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, words: 'the object id of a group of Entra' },
  gcp: { is: /^[^\s@:]+@[^\s@:]+\.[^\s@:]+$/, words: 'the address of a group of Google' },
};
/** Of Google Cloud a role is named as its API has it. */
const GCP_ROLE = /^((organizations|projects)\/[\w.-]+\/)?roles\/[\w.]+$/;
const NAMESPACE = /^[a-z]\w*(\.\w+)+$/i;
const SERVICE = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+$/i;

/** Whether a template brings a baseline. */
export const hasBaseline = ({
  kind,
  group_access: access,
  resource_providers: namespaces,
  azure_policies: policies,
  google_services: services,
  awaited_webhook: webhook,
}: Omit<Declared, 'name'>): boolean =>
  access.length > 0 ||
  (kind === 'azure_subscription' && (namespaces.length > 0 || Boolean(policies))) ||
  (kind === 'gcp_project' && services.length > 0) ||
  Boolean(webhook);

/**
 * The baseline that a request names by its template, as it is by now; null without one. What is wrong with it is an error of the
 * field that names it.
 */
export async function readBaseline(
  runner: Runner,
  request: CloudRequest,
  values: Values,
): Promise<{ baseline: Baseline | null; errors: FieldError[] }> {
  const name = textOf(values, request.baseline).trim();
  if (name === '') return { baseline: null, errors: [] };
  const refuse = (...messages: string[]) => ({
    baseline: null,
    errors: messages.slice(0, 1).map((message) => ({ field: request.baseline, message })),
  });
  const { rows } = await runner.query<Declared>({
    name: 'baseline of a request',
    text: `SELECT name, kind, group_access, resource_providers, azure_policies, google_services,
        awaited_webhook, answer_hours, baseline_required
      FROM ${requestTemplates.name} WHERE lower(btrim(name)) = lower(btrim($1))`,
    values: [name],
  });
  const [template] = rows;
  // That there is none is said of the field as of any other.
  if (!template) return { baseline: null, errors: [] };
  const called = `The template '${template.name}'`;
  if (template.kind !== request.name) return refuse(`${called} is not one for ${request.label}s.`);
  if (!hasBaseline(template)) return refuse(`${called} brings no baseline. Choose another one, or none.`);
  const namespaces = request.cloud === 'azure' ? template.resource_providers : [];
  const { policies, fault } = readPolicies((request.cloud === 'azure' && template.azure_policies) || '');
  const services = request.cloud === 'gcp' ? template.google_services : [];
  const wrong = [
    ...wrongAccess(request.cloud, template.group_access),
    ...wrongNamespaces(namespaces),
    ...(fault === null ? [] : [`Azure Policies, ${fault.charAt(0).toLowerCase()}${fault.slice(1)}`]),
    ...wrongServices(services),
  ];
  if (wrong[0] !== undefined) return refuse(`${called} cannot be followed: ${wrong[0]}`);
  const webhook = await webhookNamed(runner, template);
  if (template.awaited_webhook && !webhook)
    return refuse(
      `${called} waits for the webhook '${template.awaited_webhook}', which is not there. Correct the template.`,
    );
  const baseline: Baseline = {
    template: template.name,
    required: template.baseline_required,
    access: accessOf(template.group_access),
    resource_providers: [...new Set(namespaces)],
    policies,
    google_services: [...new Set(services.map((one) => one.toLowerCase()))],
    webhook: webhook && { ...webhook, hours: template.answer_hours },
  };
  return { baseline, errors: [] };
}

/** Each entry once; all of them are ones. */
const accessOf = (entries: readonly string[]): GroupAccess[] =>
  [...new Set(entries.map((entry) => entry.trim()))].flatMap((entry) => readGroupAccess(entry) ?? []);

function wrongAccess(cloud: Cloud, entries: readonly string[]): string[] {
  const { is, words } = GROUPS[cloud];
  return entries.flatMap((entry) => {
    const access = readGroupAccess(entry);
    if (!access) return [`'${entry}' says no access. Write a role, 'for' and a group.`];
    if (!is.test(access.group)) return [`'${access.group}' is not ${words}.`];
    return cloud === 'gcp' && !GCP_ROLE.test(access.role)
      ? [`'${access.role}' is no role of Google Cloud, such as roles/viewer.`]
      : [];
  });
}

const wrongNamespaces = (namespaces: readonly string[]): string[] =>
  namespaces
    .filter((one) => !NAMESPACE.test(one))
    .map((one) => `'${one}' is no resource provider, such as Microsoft.Network.`);

const wrongServices = (services: readonly string[]): string[] =>
  services
    .filter((one) => !SERVICE.test(one))
    .map((one) => `'${one}' is no service of Google Cloud, such as compute.googleapis.com.`);

async function webhookNamed(
  runner: Runner,
  { awaited_webhook: name }: Declared,
): Promise<{ id: number; name: string } | null> {
  if (!name) return null;
  const { rows } = await runner.query<{ id: number; name: string }>({
    text: 'SELECT id, name FROM webhooks WHERE lower(btrim(name)) = lower(btrim($1))',
    values: [name],
  });
  return rows[0] ?? null;
}
