import type { Settings } from './settings.ts';

/** How Azure is reached, and what new subscriptions have beside what is asked for. */
export interface AzureConfig {
  /** Whose subscriptions these are, and what they are charged to; null: a simulator stands for it. */
  tenant: { id: string; billingScope: string } | null;
  /** Without a slash at the end; null: Azure itself, or the portal's own simulator. */
  api: string | null;
  /** Ids or names of the management groups whose subscriptions are for production. */
  productionGroups: string[];
  /** The group that gets a role on new subscriptions; null: none. */
  owner: { role: string; group: string } | null;
}

/** Without a tenant a simulator stands for Azure, but in production one must be named. */
export function azureOf(settings: Settings): AzureConfig | null {
  const { AZURE_TENANT_ID: id, AZURE_BILLING_SCOPE: billingScope, AZURE_OWNER_GROUP: group } = settings;
  const tenant = id !== undefined && billingScope !== undefined ? { id, billingScope } : null;
  if (tenant === null && settings.NODE_ENV === 'production') return null;
  return {
    tenant,
    api: settings.AZURE_API?.replace(/\/+$/, '') ?? null,
    productionGroups: settings.AZURE_PRODUCTION_GROUPS,
    owner: group === undefined ? null : { role: settings.AZURE_OWNER_ROLE, group },
  };
}
