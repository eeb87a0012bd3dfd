import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  accessJsonSchema,
  accountAccessShape,
  accountGrantShape,
  groupAccessShape,
  groupMemberShape,
  memberCountsShape,
  permissionSetAccessShape,
  personAccessShape,
} from '#kernel/directory/directory-access.ts';
import type { Resource } from '#kernel/resource.ts';
import { adGroups } from '#resources/ad-groups.ts';
import { adPeople } from '#resources/ad-people.ts';
import { adPermissionSets } from '#resources/ad-permission-sets.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { noRecord, readId } from '#server/engine/records.ts';
import { recordParams } from '#server/engine/openapi/route-schemas.ts';
import type { EngineServices } from '#server/engine/services.ts';
import {
  answers,
  arrayOf,
  integer,
  moment,
  object,
  orNull,
  text,
  type JsonSchema,
} from '#server/platform/http/describe.ts';
import { numberOf, oneOf, pageOf, pageParameters, readTexts } from '#server/platform/http/query.ts';
import { accountAccess, accountGrants } from './account.ts';
import type { Asked } from './asked.ts';
import { groupAccess, groupMembers } from './group.ts';
import { permissionSetAccess } from './permission-set.ts';
import { personAccess } from './person.ts';

interface ReachRoute {
  /** Below the address of the record. */
  path: string;
  resource: Resource;
  summary: string;
  /** Beside `q` and the pages. */
  parameters?: Record<string, JsonSchema>;
  data: JsonSchema;
  meta?: Record<string, JsonSchema>;
  /** Null: there is no such record. */
  read: (id: number, asked: Asked, own: ReadonlyMap<string, string>) => Promise<object | null>;
}

const ROLES = ['member', 'owner', 'nested'] as const;
const LARGEST_ID = 2_147_483_647;
const readAt = {
  ...orNull(moment),
  description: 'When the directory and the clouds were last read; null: never.',
};

/** Who gets where: of a person, a group, a permission set and an account. */
export function reachRoutes(scope: FastifyInstance, services: EngineServices): void {
  const { db } = services;
  const idOf = (own: ReadonlyMap<string, string>, name: string) => {
    const given = own.get(name)?.trim();
    return given ? numberOf(name, given, LARGEST_ID) : null;
  };
  const serve = ({ path, resource, summary, parameters = {}, data, meta = {}, read }: ReachRoute) =>
    scope.get<{ Params: { id: string } }>(
      `/api/${resource.name}/:id/${path}`,
      {
        onRequest: async (request: FastifyRequest) => void services.guard(request, 'read', resource),
        schema: {
          tags: [resource.label[1]],
          summary,
          params: recordParams,
          querystring: {
            type: 'object',
            properties: { q: text('Part of a name, an address or an id.'), ...parameters, ...pageParameters },
          },
          response: answers(
            200,
            'A page of them',
            object({
              data,
              meta: object({ total: integer, page: integer, per_page: integer, read_at: readAt, ...meta }),
            }),
            [404],
          ),
        },
      },
      async (request) => {
        const id = readId(resource, request.params.id);
        const texts = readTexts(request.query, ['q', 'page', 'per_page', ...Object.keys(parameters)]);
        const asked = { page: pageOf(texts), q: texts.get('q')?.trim() ?? '' };
        const told = await read(id, asked, texts);
        if (told === null) throw noRecord(resource, id);
        return told;
      },
    );

  serve({
    path: 'access',
    resource: adPeople,
    summary: 'Every group that somebody is in, and a page of the accounts that they reach',
    data: accessJsonSchema(personAccessShape),
    read: async (id, asked) => personAccess(db, id, asked),
  });
  serve({
    path: 'access',
    resource: cloudParents,
    summary: 'A page of the people who reach an account, and how',
    parameters: {
      by_permission_set: { ...integer, description: 'Those alone who reach it by this permission set.' },
      by_group: {
        ...integer,
        description: 'Those alone who reach it by this group, which has something there.',
      },
    },
    data: accessJsonSchema(accountAccessShape),
    read: async (id, asked, own) =>
      accountAccess(db, id, {
        ...asked,
        permissionSet: idOf(own, 'by_permission_set'),
        group: idOf(own, 'by_group'),
      }),
  });
  serve({
    path: 'grants',
    resource: cloudParents,
    summary: 'A page of what groups and people have in an account',
    data: arrayOf(accessJsonSchema(accountGrantShape)),
    read: async (id, asked) => accountGrants(db, id, asked),
  });
  serve({
    path: 'members',
    resource: adGroups,
    summary:
      'A page of who is in a group: owners, nested groups, and people, those of nested groups included',
    parameters: { by_role: { type: 'string', enum: [...ROLES, 'All'] } },
    data: arrayOf(accessJsonSchema(groupMemberShape)),
    meta: { counts: accessJsonSchema(memberCountsShape) },
    read: async (id, asked, own) =>
      groupMembers(db, id, { ...asked, role: oneOf('by_role', own.get('by_role'), ROLES) }),
  });
  serve({
    path: 'access',
    resource: adGroups,
    summary: 'The groups that a group lies in, and a page of the accounts that its people reach',
    data: accessJsonSchema(groupAccessShape),
    read: async (id, asked) => groupAccess(db, id, asked),
  });
  serve({
    path: 'access',
    resource: adPermissionSets,
    summary: 'A page of who has a permission set, and in which accounts',
    data: arrayOf(accessJsonSchema(permissionSetAccessShape)),
    read: async (id, asked) => permissionSetAccess(db, id, asked),
  });
}
