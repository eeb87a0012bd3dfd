import type { FastifyInstance } from 'fastify';
import type { ChangedUser } from '#resources/spinco-sg-changes.ts';
import { spincoSgChanges, userStates } from '#resources/spinco-sg-changes.ts';
import type { ChangeableMeta } from '#kernel/directory/security-groups.ts';
import { refuseOtherMethods } from '#server/engine/other-methods.ts';
import { noRecord, readId } from '#server/engine/records.ts';
import { askedBy } from '#server/platform/http/asked-by.ts';
import {
  answers,
  arrayOf,
  integer,
  object,
  pageMeta,
  text,
  textOrNull,
} from '#server/platform/http/describe.ts';
import { limitOf, oneOf, pageOf, pageParameters, readTexts } from '#server/platform/http/query.ts';
import { listChangeable } from './groups.ts';
import { tags, type ChangeParts } from './parts.ts';

const GROUPS = '/api/spinco_sgs';

const group = object({
  id: integer,
  name: text('Name'),
  description: textOrNull,
  member_count: integer,
  dynamic: { type: 'boolean', description: 'A rule of the directory says who is in it' },
  synced_elsewhere: { type: 'boolean', description: 'Another directory alone changes it' },
  refused: { ...textOrNull, description: 'Why its members cannot be changed here, with where they can' },
});
const meta = object({
  total: integer,
  page: integer,
  per_page: integer,
  prefixes: arrayOf(text('With what the names of groups begin that may be changed')),
  read_at: { type: ['string', 'null'], format: 'date-time', description: 'When the directory was last read' },
  simulated: { type: 'boolean', description: 'Whether nothing is changed outside of the portal' },
  missing: { ...textOrNull, description: 'Why nothing can be changed at all' },
});

/** `GET /api/spinco_sgs`: the groups that may be asked to be changed, with why one refuses it. */
export function registerGroups(scope: FastifyInstance, { db, at, prefixes }: ChangeParts): void {
  scope.get(
    GROUPS,
    {
      onRequest: async (request) => void askedBy(request),
      schema: {
        tags,
        summary: 'List the security groups whose members may be changed here',
        querystring: object({ q: text('Part of a name or a description'), ...pageParameters }, [
          'q',
          'page',
          'per_page',
        ]),
        response: answers(200, 'By name', object({ data: arrayOf(group), meta })),
      },
    },
    async (request) => {
      const texts = readTexts(request.query, ['q', 'page', 'per_page']);
      const page = pageOf(texts);
      const { groups, total } = await listChangeable(db, prefixes, texts.get('q') ?? '', page);
      const { rows } = await db.query<{ read_at: string | null }>(
        'SELECT max(read_at) AS read_at FROM ad_sources',
      );
      const told: ChangeableMeta = {
        total,
        prefixes,
        read_at: rows[0]?.read_at ?? null,
        simulated: at.directory?.reached.simulated ?? false,
        missing: at.directory === null ? at.missing : null,
      };
      return { data: groups, meta: { ...told, ...page } };
    },
  );
  refuseOtherMethods(scope, GROUPS, ['GET']);
}

/** `GET /api/spinco_sg_changes/{id}/users`: what became of each user, in the order in which they were given. */
export function registerChangedUsers(scope: FastifyInstance, { db, services }: ChangeParts): void {
  const resource = services.registry.get(spincoSgChanges.name);
  const url = `/api/${resource.name}/:id/users`;
  scope.get<{ Params: { id: string } }>(
    url,
    {
      onRequest: async (request) => void services.guard(request, 'read', resource),
      schema: {
        tags,
        summary: 'List what became of each user of a change of a security group',
        params: object({ id: text('The id of the change.') }),
        querystring: object(
          { by_state: { type: 'string', enum: ['All', ...userStates] }, ...pageParameters },
          ['by_state', 'page', 'per_page'],
        ),
        response: answers(
          200,
          'In the order in which they were given',
          object({
            data: arrayOf(
              object({
                user: text('As it was given'),
                name: textOrNull,
                state: { type: 'string', enum: [...userStates] },
                message: { ...textOrNull, description: 'Why it failed' },
              }),
            ),
            meta: pageMeta,
          }),
          [404],
        ),
      },
    },
    async (request) => {
      services.guard(request, 'read', resource);
      const id = readId(resource, request.params.id);
      const texts = readTexts(request.query, ['by_state', 'page', 'per_page']);
      const page = pageOf(texts);
      const state = oneOf('by_state', texts.get('by_state'), userStates);
      const { rows: found } = await db.query<{ total: number }>(
        `SELECT (SELECT count(*) FROM spinco_sg_change_users u
           WHERE u.change_id = c.id AND u.state = coalesce($2, u.state))::integer AS total
         FROM spinco_sg_changes c WHERE c.id = $1`,
        [id, state],
      );
      if (!found[0]) throw noRecord(resource, request.params.id);
      const { rows: data } = await db.query<ChangedUser>(
        `SELECT "user", name, state, message FROM spinco_sg_change_users
         WHERE change_id = $1 AND state = coalesce($2, state) ORDER BY place ${limitOf(page)}`,
        [id, state],
      );
      return { data, meta: { total: found[0].total, ...page } };
    },
  );
  refuseOtherMethods(scope, url, ['GET']);
}
