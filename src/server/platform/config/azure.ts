import { z } from 'zod';
import { guid, webAddress, withoutSlash, type Environment, type SettingsOf } from './setting-kinds.ts';

/** How Azure is reached, and what new subscriptions have beside the request. */
export interface AzureConfig {
  /** Whose subscriptions these are, and what they are charged to; null: a simulator takes its place. */
  tenant: { id: string; billingScope: string } | null;
  /** Without a slash at the end; null: Azure itself, or the portal's own simulator. */
  api: string | null;
  /** Ids or names of the management groups whose subscriptions are for production. */
  productionGroups: string[];
  /** The group that gets a role on new subscriptions; null: none. */
  owner: { role: string; group: string } | null;
}

/** `one, another` → ['one', 'another']. */
const twoNames = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  )
  .refine(
    (names) => names.length === 2,
    'must be two names separated by a comma, such as production, online',
  );

/** The tenant that subscriptions are made in, and what new ones get. */
export const azureSettings = {
  AZURE_TENANT_ID: guid
    .optional()
    .describe(
      'Tenant of Azure in which subscriptions are made, with what the machine or AZURE_CLIENT_ID signs in as. Without it and AZURE_BILLING_SCOPE a simulator stands for Azure, never under NODE_ENV=production.',
    ),
  AZURE_BILLING_SCOPE: z
    .string()
    .regex(
      /^\/providers\/Microsoft\.Billing\/billingAccounts\/[^/]+\/.+[^/]$/,
      'must be the id of an enrollment account or of an invoice section, such as /providers/Microsoft.Billing/billingAccounts/1234567/enrollmentAccounts/7654321',
    )
    .optional()
    .describe('What new subscriptions of Azure are charged to: an enrollment account or an invoice section.'),
  AZURE_PRODUCTION_GROUPS: twoNames
    .prefault('production, online')
    .describe(
      'The two management groups, by id or name, whose subscriptions are of the type Production; all others are DevTest.',
    ),
  AZURE_OWNER_GROUP: guid
    .optional()
    .describe(
      'Object id of the group that gets AZURE_OWNER_ROLE on new subscriptions; without it none does.',
    ),
  AZURE_OWNER_ROLE: z
    .string()
    .regex(/^[^<>%&\\?/]{1,128}$/, 'must be the name of a role')
    .prefault('Owner')
    .describe('Role that AZURE_OWNER_GROUP gets on new subscriptions of Azure.'),
  AZURE_API: webAddress
    .optional()
    .describe(
      "Address of another server that speaks Azure Resource Manager's protocol, such as a simulator.",
    ),
};

/** The contradictions of Azure's settings, one sentence each. */
export function azureContradictions(env: Environment): string[] {
  const { AZURE_TENANT_ID: tenant, AZURE_BILLING_SCOPE: scope, AZURE_API: api = '' } = env;
  const found: string[] = [];
  if (scope && !tenant) found.push('AZURE_TENANT_ID must name the tenant of AZURE_BILLING_SCOPE.');
  if (scope && tenant && /^http:/i.test(api)) {
    found.push(
      'AZURE_API must be an https:// address where AZURE_TENANT_ID and AZURE_BILLING_SCOPE are set.',
    );
  }
  return found;
}

/** Without a tenant a simulator takes the place of Azure, but in production one must be named. */
export function azureOf(settings: SettingsOf<typeof azureSettings>, production: boolean): AzureConfig | null {
  const { AZURE_TENANT_ID: id, AZURE_BILLING_SCOPE: billingScope, AZURE_OWNER_GROUP: group } = settings;
  const tenant = id !== undefined && billingScope !== undefined ? { id, billingScope } : null;
  if (tenant === null && production) return null;
  return {
    tenant,
    api: withoutSlash(settings.AZURE_API),
    productionGroups: settings.AZURE_PRODUCTION_GROUPS,
    owner: group === undefined ? null : { role: settings.AZURE_OWNER_ROLE, group },
  };
}
