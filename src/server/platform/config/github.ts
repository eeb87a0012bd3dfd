import { schedule, webAddress, withoutSlash, type SettingsOf } from './setting-kinds.ts';

/** How GitHub is reached. */
export interface GitHubConfig {
  /** Without a slash at the end; null: the portal's own simulator. */
  api: string | null;
}

/** Where the seats of Copilot are, and when they are read. */
export const githubSettings = {
  GITHUB_API: webAddress
    .optional()
    .describe(
      "Address of GitHub's API, https://api.github.com or that of a GitHub Enterprise Server, for the seats of Copilot. Without it a simulator stands for GitHub, never under NODE_ENV=production.",
    ),
  COPILOT_SYNC: schedule('0 4 * * *')
    .prefault('off')
    .describe('When the seats of Copilot are read, as five fields in UTC such as 0 4 * * *, or off.'),
};

/** Without an address a simulator takes the place of GitHub, but in production it must be named. */
export function githubOf(
  settings: SettingsOf<typeof githubSettings>,
  production: boolean,
): GitHubConfig | null {
  const api = withoutSlash(settings.GITHUB_API);
  return api === null && production ? null : { api };
}
