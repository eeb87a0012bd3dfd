import { githubOrganizationApps } from '#resources/github-organization-apps.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { GitHubApp } from '#server/providers/github/interface.ts';

/** The App of an organization as the portal keeps it; the name is that of the organization. */
export interface OrganizationApp {
  id: number;
  name: string;
  app_id: string | null;
  has_key: boolean;
}

/** The Apps of the organizations with Copilot, by name. */
export async function copilotApps(runner: Runner): Promise<OrganizationApp[]> {
  const { rows } = await runner.query<OrganizationApp>({
    text: `SELECT id, btrim(name) AS name, nullif(btrim(app_id), '') AS app_id, private_key IS NOT NULL AS has_key
      FROM ${githubOrganizationApps.name} WHERE copilot_enabled ORDER BY lower(name), id`,
  });
  return rows;
}

/** The App of the organization of this name, where it has Copilot; null otherwise. */
export async function copilotAppOf(runner: Runner, organization: string): Promise<OrganizationApp | null> {
  const wanted = organization.trim().toLowerCase();
  return (await copilotApps(runner)).find(({ name }) => name.toLowerCase() === wanted) ?? null;
}

/**
 * An App with its key in clear text, for one piece of work.
 * @throws {ProviderFailure} refused where the portal has not all of it
 */
export async function unlocked(services: EngineServices, app: OrganizationApp): Promise<GitHubApp> {
  const refused = (what: string) =>
    new ProviderFailure('refused', `${what} Enter it in its record among the GitHub Org Applications.`);
  if (app.app_id === null) throw refused(`The GitHub App of ${app.name} has no App ID.`);
  if (!app.has_key) throw refused(`The GitHub App of ${app.name} has no private key.`);
  let privateKey: string | null;
  try {
    privateKey = await services.secret(githubOrganizationApps.name, app.id, 'private_key');
  } catch {
    throw refused(
      `The private key of the GitHub App of ${app.name} cannot be read: it was kept with another SECRET_KEY.`,
    );
  }
  if (privateKey === null) throw refused(`The GitHub App of ${app.name} has no private key.`);
  return { appId: app.app_id, privateKey };
}
