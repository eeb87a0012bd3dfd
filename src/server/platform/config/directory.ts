import { z } from 'zod';
import {
  guid,
  schedule,
  webAddress,
  withoutSlash,
  type Environment,
  type SettingsOf,
} from './setting-kinds.ts';

/** How the directory is read, and which of its groups lead into which cloud. */
export interface DirectoryConfig {
  /** The tenant of Microsoft Entra; null: another server, a simulator or none takes its place. */
  tenant: string | null;
  /** Without a slash at the end; null: Microsoft Graph itself, or the portal's own simulator. */
  api: string | null;
  /** Whether the portal may bring a simulator of its own. */
  simulated: boolean;
  /** Whether a simulator is read once by itself. */
  readsFirst: boolean;
  /** How the names of groups begin that lead into a cloud. */
  prefixes: Readonly<Record<'aws' | 'azure' | 'gcp', readonly string[]>>;
  /** How the names of groups begin in which people are for a while, on request. */
  pimPrefix: string;
  /** When it is read, five fields; null: only on request. */
  cron: string | null;
}

/** Where a directory is configured. */
const EVERY_HOUR = '17 * * * *';

/** `APP_AWS, ROLE_AWS` → ['APP_AWS', 'ROLE_AWS']. */
const beginnings = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((text) => text.trim())
      .filter(Boolean),
  )
  .refine(
    (list) => list.length > 0 && list.every((text) => text.length <= 100),
    'must be beginnings of names separated by commas, such as APP_AWS, ROLE_AWS',
  );

/** The directory of people and groups. */
export const directorySettings = {
  GRAPH_TENANT_ID: guid
    .optional()
    .describe(
      'Tenant of Microsoft Entra whose groups and people are read, with what the machine or AZURE_CLIENT_ID signs in as. Without it a simulator stands for the directory, never under NODE_ENV=production.',
    ),
  GRAPH_API: webAddress
    .optional()
    .describe(
      "Address of another server that speaks Microsoft Graph's protocol: a national cloud's, or a simulator.",
    ),
  DIRECTORY_SYNC: schedule(EVERY_HOUR)
    .optional()
    .describe(
      `When the directory, and who may do what in the clouds, are read, as five fields in UTC, or off. Default: every hour (${EVERY_HOUR}) where GRAPH_TENANT_ID is set; a simulator is read once, at the first start.`,
    ),
  AD_AWS_PREFIXES: beginnings
    .prefault('APP_AWS')
    .describe('How the names of groups begin that lead into AWS, separated by commas.'),
  AD_AZURE_PREFIXES: beginnings
    .prefault('APP_AZURE')
    .describe('How the names of groups begin that lead into Azure.'),
  AD_GCP_PREFIXES: beginnings
    .prefault('APP_GCP')
    .describe('How the names of groups begin that lead into Google Cloud.'),
  AD_PIM_PREFIX: z
    .string()
    .trim()
    .max(100, 'must have 100 characters at most')
    .prefault('APP_AWS_PIM')
    .describe('How the names of groups begin in which people are for a while, on request.'),
};

/** The contradictions of the directory's settings, one sentence each. */
export function directoryContradictions(env: Environment): string[] {
  const { GRAPH_TENANT_ID: tenant, GRAPH_API: api = '' } = env;
  return tenant && /^http:/i.test(api)
    ? ['GRAPH_API must be an https:// address where GRAPH_TENANT_ID is set.']
    : [];
}

/** Without a tenant a simulator takes the place of the directory, but in production one must be named. */
export function directoryOf(
  settings: SettingsOf<typeof directorySettings>,
  production: boolean,
): DirectoryConfig {
  const { GRAPH_TENANT_ID: tenant = null, DIRECTORY_SYNC: sync } = settings;
  return {
    tenant,
    api: withoutSlash(settings.GRAPH_API),
    simulated: tenant === null && !production,
    readsFirst: tenant === null && !production && sync !== 'off',
    prefixes: {
      aws: settings.AD_AWS_PREFIXES,
      azure: settings.AD_AZURE_PREFIXES,
      gcp: settings.AD_GCP_PREFIXES,
    },
    pimPrefix: settings.AD_PIM_PREFIX,
    cron: sync === 'off' ? null : (sync ?? (tenant === null ? null : EVERY_HOUR)),
  };
}
