import { schedule, webAddress, withoutSlash, type SettingsOf } from './setting-kinds.ts';

/** How GitHub is reached. */
export interface GitHubConfig {
  /** Without a slash at the end; null: the portal's own simulator. */
  api: string | null;
}

/** Where the seats of Copilot are, and when they are read. */
export const githubSettings = {
  GITHUB_API: webAddress
    .refine(
      isApi,
      'must be https://api.github.com or, for GHE.com, https://api.SUBDOMAIN.ghe.com; GitHub Enterprise Server has no seats of Copilot',
    )
    .optional()
    .describe(
      "Address of GitHub's API for the seats of Copilot: https://api.github.com, or https://api.SUBDOMAIN.ghe.com of an enterprise with data residency. Without it a simulator stands for GitHub, never under NODE_ENV=production.",
    ),
  COPILOT_SYNC: schedule('0 4 * * *')
    .prefault('off')
    .describe('When the seats of Copilot are read, as five fields in UTC such as 0 4 * * *, or off.'),
};

/**
 * Whether an address may be that of GitHub's API, and not that of its pages: on github.com and GHE.com the API has a host
 * of its own, on a GitHub Enterprise Server it lies below /api/v3.
 */
function isApi(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, pathname } = new URL(address);
  if (/^\/api\b/.test(pathname)) return false;
  if (!/(?:^|\.)(?:github|ghe)\.com$/.test(hostname)) return true;
  return protocol === 'https:' && /^api\.(?:github|[a-z\d-]+\.ghe)\.com$/.test(hostname) && pathname === '/';
}

/** Without an address a simulator takes the place of GitHub, but in production it must be named. */
export function githubOf(
  settings: SettingsOf<typeof githubSettings>,
  production: boolean,
): GitHubConfig | null {
  const api = withoutSlash(settings.GITHUB_API);
  return api === null && production ? null : { api };
}
