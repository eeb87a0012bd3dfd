import type { CloudRequest } from '#kernel/cloud/cloud-request.ts';
import type { Values } from '#kernel/input.ts';
import { cloudRequests } from '#resources/cloud-requests/all.ts';
import { cloudDeployments } from '#resources/cloud-deployments.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { providerTypes } from '../provider-types.ts';

/** An account or a deployment that a request is copied from. */
export interface Source {
  request: CloudRequest;
  /** Its name for people. */
  name: string;
  /** Its known values, by field of the request. */
  values: Values;
}

/** The names in the inventory of the tags of a request. */
const INVENTORY = {
  cost_center: 'cost_center',
  owner: 'cloud_contact_email',
  department: 'department',
  business_unit: 'business_unit_name',
} as const;

/**
 * An account as the inventory has it now, and beyond that as it was requested where it was made here.
 * @returns null where there is no such account; a request of null: one of its kind cannot be requested
 */
export async function likeAccount(
  runner: Runner,
  id: number,
): Promise<Source | { request: null; name: string } | null> {
  const { rows } = await runner.query<{
    account: Values;
    requested: { kind: string; request: Values } | null;
  }>({
    name: 'account to copy',
    text: `SELECT to_jsonb(p) - 'search' AS account, (SELECT jsonb_build_object('kind', d.kind, 'request', d.request)
        FROM ${cloudDeployments.name} d WHERE lower(btrim(d.identifier)) = lower(btrim(p.identifier)) AND d.state = 'done'
          AND d.kind = ANY($2) ORDER BY d.id DESC LIMIT 1) AS requested
      FROM ${cloudParents.name} p WHERE p.id = $1`,
    values: [id, cloudRequests.map((one) => one.name)],
  });
  const [found] = rows;
  if (!found) return null;
  const { account, requested } = found;
  const name = textOf(account['name']) || textOf(account['identifier']);
  const request = cloudRequests.find(({ cloud }) => providerTypes[cloud] === account['provider_type']);
  if (!request) return { request: null, name };
  const before = requested?.kind === request.name ? requested.request : {};
  return { request, name, values: { ...before, ...inventoried(request, account) } };
}

/** A deployment as it was requested. As `likeAccount`. */
export async function likeDeployment(
  runner: Runner,
  id: number,
): Promise<Source | { request: null; name: string } | null> {
  const { rows } = await runner.query<{ name: string; kind: string; request: Values }>({
    name: 'deployment to copy',
    text: `SELECT name, kind, request FROM ${cloudDeployments.name} WHERE id = $1`,
    values: [id],
  });
  const [found] = rows;
  if (!found) return null;
  const request = cloudRequests.find(({ name }) => name === found.kind);
  return request ? { request, name: found.name, values: found.request } : { request: null, name: found.name };
}

/** The values that the inventory has of an account, by field of the request. */
function inventoried({ tags, inventory }: CloudRequest, account: Values): Values {
  const tagged = Object.entries(INVENTORY).flatMap(([tag, property]) => {
    const field = tags[tag as keyof typeof INVENTORY];
    return field === undefined ? [] : [[field, property] as const];
  });
  const known = [...tagged, ...Object.entries(inventory)].map(
    ([field, property]) => [field, account[property]] as const,
  );
  return Object.fromEntries(known.filter(([, value]) => textOf(value) !== ''));
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
