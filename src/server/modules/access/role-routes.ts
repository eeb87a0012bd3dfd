import type { FastifyInstance } from 'fastify';
import { readRoles } from '#calls/sessions.ts';
import { roles, rightsOfRoles, type Role } from '#kernel/rights.ts';
import { serve } from '#server/platform/http/serve.ts';
import type { Known } from './authenticate.ts';
import { accessDoor } from './door.ts';
import { groupsOfSession } from './sessions.ts';

/** Who may do what, as it is configured. */
export function registerRoleRoutes(scope: FastifyInstance, known: Known): void {
  const { config, db } = known;
  const { roleMap, rolesAttribute } = config.saml;
  const mapped: [string, Role][] = Object.entries(roleMap ?? {});
  const order = (one: Role) => roles.indexOf(one);
  const groups = mapped
    .map(([group, mappedTo]) => ({ group, role: mappedTo }))
    .toSorted((a, b) => order(a.role) - order(b.role) || (a.group < b.group ? -1 : 1));

  serve(accessDoor(scope, known), readRoles, async ({ actor, request: { sessionId } }) => {
    const inSession = sessionId === null ? null : await groupsOfSession(db, sessionId);
    // A group that is mapped no longer gave the role when the person signed in, and says nothing now.
    const own = inSession?.groups?.filter((group) => roleMap && Object.hasOwn(roleMap, group)) ?? null;
    return {
      mapped: roleMap !== null,
      attribute: roleMap === null ? null : rolesAttribute,
      groups,
      roles: roles.map((one) => ({ role: one, rights: rightsOfRoles([one]) })),
      own: { roles: actor.roles, groups: own, groups_missing: inSession?.groupsMissing ?? false },
    };
  });
}
