import { z } from 'zod';
import { together, webAddress, withoutSlash, type Environment, type SettingsOf } from './setting-kinds.ts';

/** How Google Cloud is reached. */
export interface GcpConfig {
  /** The number of the organization whose projects these are, and who pays for them; null: a simulator takes their place. */
  real: { organization: string; billingAccount: string } | null;
  /** Without a slash at the end; null: Google itself, or the portal's own simulator. */
  api: string | null;
}

/** The organization that projects are made in, and who pays for them. */
export const gcpSettings = {
  GCP_ORGANIZATION_ID: z
    .string()
    .regex(/^\d{1,20}$/, 'must be the number of an organization of Google Cloud')
    .optional()
    .describe(
      'Organization of Google Cloud in whose folders projects are made, with what the machine is signed in as. Without it and GCP_BILLING_ACCOUNT a simulator stands for Google Cloud, never under NODE_ENV=production.',
    ),
  GCP_BILLING_ACCOUNT: z
    .string()
    .transform((value) => value.replace(/^billingAccounts\//, ''))
    .refine(
      (value) => /^[0-9A-F]{6}(-[0-9A-F]{6}){2}$/.test(value),
      'must be a billing account of Google Cloud, such as 01A2B3-C4D5E6-F7A8B9',
    )
    .optional()
    .describe('Billing account that pays for new projects of Google Cloud.'),
  GCP_API: webAddress
    .optional()
    .describe("Address of another server that speaks Google Cloud's protocols, such as a simulator."),
};

/** The contradictions of Google Cloud's settings, one sentence each. */
export function gcpContradictions(env: Environment): string[] {
  return together(env, 'GCP_ORGANIZATION_ID', 'GCP_BILLING_ACCOUNT');
}

/** Without an organization a simulator takes the place of Google, but in production one must be named. */
export function gcpOf(settings: SettingsOf<typeof gcpSettings>, production: boolean): GcpConfig | null {
  const { GCP_ORGANIZATION_ID: organization, GCP_BILLING_ACCOUNT: account } = settings;
  const real =
    organization && account ? { organization, billingAccount: `billingAccounts/${account}` } : null;
  if (!real && production) return null;
  return { real, api: withoutSlash(settings.GCP_API) };
}
