import { githubCopilotUsers } from '#resources/github-copilot-users.ts';
import { githubOrganizationApps } from '#resources/github-organization-apps.ts';
import type { Runner } from '#server/platform/database/database.ts';
import type { SimulatedOrganization, SimulatedSeat } from '#simulators/github/state.ts';

const DAY_MS = 86_400_000;

/**
 * The first content of the simulator of GitHub: the seats that the records name, and in each organization a few that nobody
 * entered, of which one was not used for long and one ends with the month.
 */
export async function simulatedOrganizations(db: Runner, now = new Date()): Promise<SimulatedOrganization[]> {
  const { rows } = await db.query<{ name: string; copilot: boolean; logins: string[] }>({
    text: `SELECT btrim(a.name) AS name, a.copilot_enabled AS copilot,
        array(SELECT btrim(u.github_username) FROM ${githubCopilotUsers.name} u
          WHERE lower(btrim(u.github_organization)) = lower(btrim(a.name)) ORDER BY u.id) AS logins
      FROM ${githubOrganizationApps.name} a ORDER BY a.id`,
  });
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
  const used = (login: string, days: number): SimulatedSeat => ({
    login,
    plan: 'business',
    createdAt: ago(200),
    lastActivityAt: ago(days),
    lastEditor: EDITORS[days % EDITORS.length] ?? null,
    pendingCancellation: null,
    team: null,
  });
  const cycle = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 10);
  return rows.map(({ name, copilot, logins }) => {
    const unknown: SimulatedSeat[] = [
      used(`${name}-contractor`.slice(0, 39), 3),
      { ...used(`${name}-leaver`.slice(0, 39), 12), pendingCancellation: cycle },
      {
        ...used(`${name}-dormant`.slice(0, 39), 0),
        lastActivityAt: null,
        lastEditor: null,
        createdAt: ago(120),
      },
    ];
    // Every third one was not used for more than two months.
    const known = logins.map((login, at) => used(login, at % 3 === 2 ? 75 + at : at % 14));
    return { name, copilot, seats: copilot ? [...known, ...unknown] : [] };
  });
}

const EDITORS = ['vscode/1.103.0/copilot/1.340.0', 'JetBrains-IU/252.1/copilot', 'Neovim/0.11/copilot'];
