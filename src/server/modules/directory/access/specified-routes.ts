import type { FastifyInstance, FastifyRequest } from 'fastify';
import { malformed } from '#kernel/errors.ts';
import { adGroups, groupClouds, type GroupCloud } from '#resources/ad-groups.ts';
import { adPermissionSets } from '#resources/ad-permission-sets.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { refuseOtherMethods } from '#server/engine/other-methods.ts';
import {
  answers,
  arrayOf,
  integer,
  moment,
  object,
  orNull,
  text,
  textOrNull,
} from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { pageOf, pageParameters, readTexts } from '#server/platform/http/query.ts';
import { answerGroups } from './group-list.ts';
import { READ_AT } from './sql.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const GROUPS = '/api/ad/groups';
const SETS = '/api/ad/permission_sets';

const named = arrayOf(object({ name: text('Name') }));
const readAt = { ...orNull(moment), description: 'When the directory and the clouds were last read.' };
const whether = (cloud: string) => text(`Groups that lead into ${cloud}; as it stands, or 1 or true.`);

const groupSchema = object({
  id: integer,
  name: text('Name'),
  cloud: { ...textOrNull, description: 'aws, azure or gcp, by the beginning of the name.' },
  dormant: { type: 'boolean', description: 'It has no permission set.' },
  pim: { type: 'boolean', description: 'People get into it for a while, on request.' },
  members: { ...named, description: 'People, those of nested groups included.' },
  owners: named,
  cloud_parents: arrayOf(
    object({
      name: text('Name, or the id that the cloud has for it'),
      id: { type: ['integer', 'null'], description: 'The record; null where the inventory has none.' },
    }),
  ),
  ad_permission_set_id: { type: ['integer', 'null'], description: 'The first one by name.' },
  permission_sets: arrayOf(object({ id: integer, name: text('Name') })),
  gcp_ad_permission_set_mappings: {
    type: 'object',
    additionalProperties: integer,
    description: 'By project, the id of the permission set there: the first one by name.',
  },
});

const setSchema = object({
  id: integer,
  name: text('Name'),
  arn: text('ARN, or the id that the cloud has for it'),
  description: textOrNull,
  duration: { ...textOrNull, description: 'A duration of ISO 8601, such as PT8H.' },
  managed_policy: arrayOf(object({ name: text('Name'), arn: text('ARN') })),
  inline_policy: { ...textOrNull, description: 'JSON as text.' },
  relay: { ...textOrNull, description: 'Where people get to when they sign in.' },
});

/** `GET /api/ad/groups` and `GET /api/ad/permission_sets`. */
export function specifiedRoutes(scope: FastifyInstance, services: EngineServices): void {
  const { db } = services;
  scope.get(
    GROUPS,
    {
      onRequest: async (request: FastifyRequest) => void services.guard(request, 'read', adGroups),
      schema: {
        tags: [adGroups.label[1]],
        // The name that would follow from the address is that of the model's own list.
        operationId: 'getGroupsOfDirectory',
        summary: 'Directory groups with their people, cloud parents and permission sets',
        description: 'Without a page the whole list comes. Several clouds list the groups of each of them.',
        querystring: {
          type: 'object',
          properties: {
            aws: whether('AWS'),
            azure: whether('Azure'),
            gcp: whether('Google Cloud'),
            page: { type: 'integer', minimum: 1, description: 'Without it the whole list comes.' },
            per_page: pageParameters.per_page,
          },
        },
        response: answers(
          200,
          'The groups by name',
          object({
            data: arrayOf(groupSchema),
            meta: object({ total: integer, read_at: readAt, page: integer, per_page: integer }, [
              'page',
              'per_page',
            ]),
          }),
        ),
      },
    },
    async (request, reply) => {
      const texts = readTexts(request.query, [...groupClouds, 'page', 'per_page']);
      const clouds = groupClouds.filter((cloud) => isAsked(cloud, texts.get(cloud)));
      const page = texts.has('page') || texts.has('per_page') ? pageOf(texts) : null;
      return reply.type(JSON_TYPE).send(await answerGroups(db, clouds, page));
    },
  );
  scope.get(
    SETS,
    {
      onRequest: async (request: FastifyRequest) => void services.guard(request, 'read', adPermissionSets),
      schema: {
        tags: [adPermissionSets.label[1]],
        operationId: 'getPermissionSetsOfDirectory',
        summary: 'All permission sets with their policies',
        response: answers(
          200,
          'The permission sets by name',
          object({ data: arrayOf(setSchema), meta: object({ total: integer, read_at: readAt }) }),
        ),
      },
    },
    async (request, reply) => {
      noQuery(request);
      const { rows } = await db.query<{ body: string }>({ name: 'ad permission sets', text: ALL_SETS });
      return reply.type(JSON_TYPE).send(rows[0]?.body);
    },
  );
  for (const path of [GROUPS, SETS]) refuseOtherMethods(scope, path, ['GET']);
}

/** @throws {Refusal} 400 for what is neither yes nor no */
function isAsked(cloud: GroupCloud, given: string | undefined): boolean {
  if (given === undefined || given === '0' || given === 'false') return false;
  if (given === '' || given === '1' || given === 'true') return true;
  throw malformed(`${cloud} stands by itself, or is 1 or true.`);
}

const ALL_SETS = `SELECT json_build_object(
    'data', coalesce((SELECT json_agg(row_to_json(s)) FROM (
      SELECT id, name, arn, description, duration, managed_policies AS managed_policy, inline_policy, relay
      FROM ad_permission_sets ORDER BY lower(name), id) s), '[]'),
    'meta', json_build_object('total', (SELECT count(*) FROM ad_permission_sets), 'read_at', ${READ_AT}))::text AS body`;
