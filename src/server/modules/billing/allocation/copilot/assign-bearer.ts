import type { PoolClient } from 'pg';
import { invalid } from '#kernel/errors.ts';
import { githubCopilotUsers } from '#resources/github-copilot-users.ts';
import { githubOrganizationApps } from '#resources/github-organization-apps.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';

/** Whether an account is one of GitHub, for which there is no cloud parent. */
export const isGithubAccount = (identifier: string): boolean => /^(?:copilot|github):/i.test(identifier);

interface Bearer {
  username: string | null;
  organization: string | null;
  /** The record of the seat, or of the organization; null where there is none. */
  id: number | null;
  /** The organization's app, which a seat of its own names. */
  app: number | null;
  named: string | null;
}

/** The bearer $2 of the run $1: a seat, or an organization. */
const BEARER = `
SELECT s.username, s.organization, s.named, a.id AS app, CASE WHEN s.username IS NULL THEN a.id ELSE u.id END AS id
FROM billing_seats s LEFT JOIN github_organization_apps a ON lower(btrim(a.name)) = lower(s.organization)
LEFT JOIN LATERAL (SELECT id FROM github_copilot_users u WHERE lower(btrim(u.github_username)) = lower(s.username)
  ORDER BY coalesce(lower(btrim(u.github_organization)) = lower(s.organization), false) DESC, u.id LIMIT 1) u ON true
WHERE s.run_id = $1 AND s.seat = lower($2) ORDER BY a.id LIMIT 1`;

/**
 * Says of a seat of Copilot, or of an organization of GitHub, which cost center pays: its record gets it, and is made where
 * there is none.
 * @param center the record of the cost center
 * @returns what was done, as a sentence
 * @throws {Refusal} 422 where the run charges nobody of this name
 */
export async function assignBearer(
  tx: PoolClient,
  services: EngineServices,
  run: number,
  { identifier, center }: { identifier: string; center: Readonly<Record<string, unknown>> },
  who: Who,
): Promise<string> {
  const { rows } = await tx.query<Bearer>(BEARER, [run, identifier]);
  const [bearer] = rows;
  const of = (message: string) => invalid([{ field: 'identifier', message }]);
  if (!bearer) throw of(`Nothing of run ${run} is charged to ${identifier.slice(0, 60)}.`);
  const { username, organization, id, app } = bearer;
  if (username !== null) {
    const cost_center = String(center['identifier']);
    if (id !== null) await services.update(githubCopilotUsers.name, id, { cost_center }, who, tx);
    else {
      const seat = { github_username: username, github_organization_app_id: app, cost_center };
      await services.create(githubCopilotUsers.name, seat, who, tx);
    }
    const before = bearer.named === null ? 'named no cost center' : `named ${bearer.named}`;
    return id === null
      ? `${username} had no record among the GitHub Copilot users, and has one now.`
      : `The record of ${username} ${before} before.`;
  }
  if (organization === null) throw of('The file names no organization whose cost center this could be.');
  const values = { cost_centers_id: center['id'] };
  if (id !== null) await services.update(githubOrganizationApps.name, id, values, who, tx);
  else await services.create(githubOrganizationApps.name, { name: organization, ...values }, who, tx);
  return id === null
    ? `${organization} had no record among the GitHub organization apps, and has one now.`
    : `This is the cost center of the GitHub organization ${organization} from now on.`;
}
