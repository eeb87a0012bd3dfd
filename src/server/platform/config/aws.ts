import { z } from 'zod';
import { together, webAddress, withoutSlash, type Environment, type SettingsOf } from './setting-kinds.ts';

/** How AWS is reached, and what new accounts have beside the request. */
export interface AwsConfig {
  /** The organization whose accounts these are; null: a simulator takes its place. */
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
  /** The organizational unit that frozen accounts lie in. */
  quarantine: string;
}

/** The organization that accounts are made in, and what new ones get. */
export const awsSettings = {
  AWS_ORGANIZATION_ID: z
    .string()
    .regex(/^o-[a-z0-9]{10,32}$/, 'must be the id of an organization, such as o-a1b2c3d4e5')
    .optional()
    .describe(
      'Organization of AWS in which accounts are made, with what the machine is signed in as in its management account. Without it a simulator stands for AWS, never under NODE_ENV=production.',
    ),
  AWS_REGION: z
    .string()
    .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be a region of AWS, such as us-east-1')
    .prefault('us-east-1')
    .describe('Region of IAM Identity Center, of the service catalog and of the AWS Config aggregator.'),
  AWS_CONTACT_TITLE: z
    .string()
    .max(50, 'must have at most 50 characters')
    .prefault('Cloud contact')
    .describe('Title of the alternate contacts of new AWS accounts.'),
  AWS_CONTACT_PHONE: z
    .string()
    .regex(/^[\s0-9()+-]{1,25}$/, 'must have 1 to 25 digits, spaces and + - ( )')
    .prefault('+1 555 0100')
    .describe('Phone number of the alternate contacts of new AWS accounts, which AWS demands.'),
  AWS_PERMISSION_SET: z
    .string()
    .regex(/^[\w+=,.@-]{1,32}$/, 'must be the name of a permission set')
    .optional()
    .describe(
      'Permission set that AWS_ASSIGNED_GROUP gets in new AWS accounts; without both none is assigned.',
    ),
  AWS_ASSIGNED_GROUP: z
    .string()
    .regex(
      /^([0-9a-f]{10}-)?[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/,
      'must be the id of a group',
    )
    .optional()
    .describe('Id of the group of IAM Identity Center that gets AWS_PERMISSION_SET in new AWS accounts.'),
  AWS_CATALOG_ROLE: z
    .string()
    .regex(/^[\w+=,.@-]{1,64}$/, 'must be the name of a role')
    .prefault('OrganizationAccountAccessRole')
    .describe('Role that the portal takes on in accounts to update what they have of the service catalog.'),
  AWS_CONFIG_AGGREGATOR: z
    .string()
    .regex(/^[\w-]{1,256}$/, 'must be the name of an aggregator')
    .optional()
    .describe('Aggregator of AWS Config that sees all accounts; without it no machines of AWS are read.'),
  AWS_QUARANTINE_OU: z
    .string()
    .min(1, 'must be the name of an organizational unit')
    .max(128, 'must have at most 128 characters')
    .prefault('Quarantine')
    .describe(
      'Organizational unit that accounts of AWS are moved into when they are frozen; its policies stop what they do.',
    ),
  AWS_API: webAddress
    .optional()
    .describe("Address of another server that speaks AWS's protocols, such as a simulator."),
};

/** The contradictions of AWS's settings, one sentence each. */
export function awsContradictions(env: Environment): string[] {
  return together(env, 'AWS_PERMISSION_SET', 'AWS_ASSIGNED_GROUP');
}

/** Without an organization a simulator takes the place of AWS, but in production one must be named. */
export function awsOf(settings: SettingsOf<typeof awsSettings>, production: boolean): AwsConfig | null {
  const { AWS_ORGANIZATION_ID: organization = null, AWS_PERMISSION_SET: permissionSet } = settings;
  const { AWS_ASSIGNED_GROUP: group, AWS_CONFIG_AGGREGATOR: aggregator = null } = settings;
  if (organization === null && production) return null;
  return {
    organization,
    api: withoutSlash(settings.AWS_API),
    region: settings.AWS_REGION,
    contact: { title: settings.AWS_CONTACT_TITLE, phone: settings.AWS_CONTACT_PHONE },
    access: permissionSet && group ? { permissionSet, group } : null,
    catalogRole: settings.AWS_CATALOG_ROLE,
    aggregator,
    quarantine: settings.AWS_QUARANTINE_OU,
  };
}
