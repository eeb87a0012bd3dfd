import type { FastifyInstance } from 'fastify';
import { roles, rightsOfRoles, type Role } from '#kernel/rights.ts';
import { askedBy, schemasOnlyTell } from '#server/platform/http/asked-by.ts';
import { answers, arrayOf, object, orNull, text, textOrNull } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import type { Known } from './authenticate.ts';
import { groupsOfSession } from './sessions.ts';

const flag = { type: 'boolean' };
const role = { type: 'string', enum: roles };
const rights = object({ read: flag, edit_reference_data: flag, operate: flag, administer: flag });

const schema = {
  tags: ['Sessions'],
  summary: 'Which roles there are, who has them, and which one has oneself',
  response: answers(
    200,
    'The roles',
    object({
      data: object({
        mapped: {
          ...flag,
          description: 'Whether roles are mapped; without that everybody may do everything.',
        },
        attribute: { ...textOrNull, description: 'What of the provider’s answer has the groups.' },
        groups: arrayOf(object({ group: text('A value of that attribute'), role })),
        roles: arrayOf(object({ role, rights })),
        own: object({
          roles: arrayOf(role),
          groups: {
            ...orNull(arrayOf({ type: 'string' })),
            description: 'By which groups of the last sign-in; null where that is not known.',
          },
        }),
      }),
    }),
  ),
};

/** Who may do what, as it is configured. */
export async function registerRoleRoutes(app: FastifyInstance, { config, db }: Known): Promise<void> {
  schemasOnlyTell(app);
  const { roleMap, rolesAttribute } = config.saml;
  const mapped: [string, Role][] = Object.entries(roleMap ?? {});
  const order = (one: Role) => roles.indexOf(one);
  const groups = mapped
    .map(([group, mappedTo]) => ({ group, role: mappedTo }))
    .toSorted((a, b) => order(a.role) - order(b.role) || (a.group < b.group ? -1 : 1));

  app.get('/api/auth/roles', { schema }, async (request) => {
    noQuery(request);
    const actor = askedBy(request);
    const known = request.sessionId === null ? null : await groupsOfSession(db, request.sessionId);
    // A group that is mapped no longer gave the role when the person signed in, and says nothing now.
    const own = known?.filter((group) => roleMap && Object.hasOwn(roleMap, group)) ?? null;
    return {
      data: {
        mapped: roleMap !== null,
        attribute: roleMap === null ? null : rolesAttribute,
        groups,
        roles: roles.map((one) => ({ role: one, rights: rightsOfRoles([one]) })),
        own: { roles: actor.roles, groups: own },
      },
    };
  });
}
