import type { Settings } from './settings.ts';

/** How Google Cloud is reached. */
export interface GcpConfig {
  /** The number of the organization whose projects these are, and who pays for them; null: a simulator stands for it. */
  real: { organization: string; billingAccount: string } | null;
  /** Without a slash at the end; null: Google itself, or the portal's own simulator. */
  api: string | null;
}

/** Without an organization a simulator stands for Google, but in production one must be named. */
export function gcpOf(settings: Settings): GcpConfig | null {
  const { GCP_ORGANIZATION_ID: organization, GCP_BILLING_ACCOUNT: account } = settings;
  const real =
    organization && account ? { organization, billingAccount: `billingAccounts/${account}` } : null;
  if (!real && settings.NODE_ENV === 'production') return null;
  return { real, api: settings.GCP_API?.replace(/\/+$/, '') ?? null };
}
