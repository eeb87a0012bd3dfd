import type { Settings } from './settings.ts';

/** How AWS is reached, and what new accounts have beside what is asked for. */
export interface AwsConfig {
  /** The organization whose accounts these are; null: a simulator stands for it. */
  organization: string | null;
  /** Without a slash at the end; null: AWS itself, or the portal's own simulator. */
  api: string | null;
  region: string;
  contact: { title: string; phone: string };
  /** Which permission set which group gets in new accounts; null: none. */
  access: { permissionSet: string; group: string } | null;
  /** The role that the portal takes on in accounts whose provisioned products it updates. */
  catalogRole: string;
  /** The aggregator of AWS Config that sees all accounts; null: there is none. */
  aggregator: string | null;
}

/** Without an organization a simulator stands for AWS, but in production one must be named. */
export function awsOf(settings: Settings): AwsConfig | null {
  const { AWS_ORGANIZATION_ID: organization = null, AWS_PERMISSION_SET: permissionSet } = settings;
  const { AWS_ASSIGNED_GROUP: group, AWS_CONFIG_AGGREGATOR: aggregator = null } = settings;
  if (organization === null && settings.NODE_ENV === 'production') return null;
  return {
    organization,
    api: settings.AWS_API?.replace(/\/+$/, '') ?? null,
    region: settings.AWS_REGION,
    contact: { title: settings.AWS_CONTACT_TITLE, phone: settings.AWS_CONTACT_PHONE },
    access: permissionSet && group ? { permissionSet, group } : null,
    catalogRole: settings.AWS_CATALOG_ROLE,
    aggregator,
  };
}
