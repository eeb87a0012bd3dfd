import type { EngineServices } from '#server/engine/services.ts';
import type { Examination, Finding } from '#server/platform/process/finding.ts';
import { findingsAbout } from '#server/platform/process/findings-about.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { GitHub } from '#server/providers/github/interface.ts';
import { copilotApps, unlocked, type OrganizationApp } from './apps.ts';

const { ok, warning, failed, tried } = findingsAbout('GitHub', ProviderFailure);

/**
 * For the command `doctor`: whether GitHub takes the key of each App of an organization with Copilot, and what it lets the
 * App do there. Nothing is made or changed.
 */
export async function examineApps(services: EngineServices, github: GitHub): Promise<Examination> {
  const apps = await copilotApps(services.db);
  if (apps.length === 0)
    return {
      findings: [{ state: 'skipped', what: 'GitHub', message: 'No organization has Copilot Enabled.' }],
    };
  return { findings: await Promise.all(apps.map((app) => examineApp(services, github, app))) };
}

async function examineApp(services: EngineServices, github: GitHub, app: OrganizationApp): Promise<Finding> {
  const found = await tried(async () => github.right(await unlocked(services, app), app.name));
  if (found.failure !== null) return failed(found.failure);
  const permission = "the organization permission 'GitHub Copilot Business'";
  if (found.value === 'write') return ok(`The App of ${app.name} may read and change seats of Copilot.`);
  return found.value === 'read'
    ? warning(
        `The App of ${app.name} may read seats of Copilot only. To change them, give it ${permission} with write.`,
      )
    : failed(`The App of ${app.name} may not read seats of Copilot. Give it ${permission} (read and write).`);
}
