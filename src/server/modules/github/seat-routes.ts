import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import { conflict, invalid, Refusal, type FieldError } from '#kernel/errors.ts';
import { inputJsonSchema, type Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import { githubCopilotUsers, type GithubCopilotUser } from '#resources/github-copilot-users.ts';
import { parseRow, readId } from '#server/engine/records.ts';
import { demandNoFields, readBody } from '#server/engine/request-body.ts';
import { checkBody } from '#server/engine/writes/write-errors.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import { answers, keyHeader, object, text } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { copilotAppOf, type OrganizationApp } from './apps.ts';
import { giveSeat, holdSeat, keepSeat, takeSeat, type SeatParts } from './change-seat.ts';
import { guardSeats, type GitHubParts } from './parts.ts';
import { MISSING } from './sync-job.ts';

/** Changes that wait for GitHub at the same time: each holds a connection of the database. */
const MOST_AT_ONCE = 4;
/** As GitHub takes the name of a user. */
const LOGIN = /^[a-z\d](?:[a-z\d_-]{0,38})$/i;

/** `POST …/add_seat` and `POST …/{id}/remove_seat`: GitHub and the record are changed as one. */
export function registerSeats(scope: FastifyInstance, parts: GitHubParts): void {
  const { services, github } = parts;
  const resource = services.registry.get(githubCopilotUsers.name);
  const row = { $ref: `${resource.singular}#` };
  const tags = [resource.label[1]];
  const input = inputJsonSchema(resource, 'create');
  const nothing = object({});
  let underWay = 0;

  const once = async (
    request: FastifyRequest,
    reply: FastifyReply,
    work: (tx: PoolClient, seats: SeatParts) => Promise<{ status: number; id: number }>,
  ) => {
    if (!github) throw new Refusal(503, MISSING);
    if (underWay >= MOST_AT_ONCE)
      throw new Refusal(503, 'Other seats are being changed just now. Try again in a moment.', {
        headers: { 'retry-after': '5' },
      });
    underWay += 1;
    try {
      return await services.once(request, reply, async (tx) => {
        const { status, id } = await work(tx, { services, github });
        return { status, body: { data: await services.find(tx, resource.name, id) } };
      });
    } finally {
      underWay -= 1;
    }
  };

  scope.post(
    `/api/${resource.name}/add_seat`,
    {
      onRequest: async (request) => void guardSeats(request),
      schema: {
        tags,
        summary: 'Give a user a seat of Copilot in an organization',
        description:
          'GitHub is looked at before it is asked, so that nothing is asked for twice. The record of the seat is made, or it is the one that is there. A seat that was to be cancelled stays then.',
        headers: keyHeader,
        body: { anyOf: [input, object({ [resource.singular]: input })] },
        response: {
          ...answers(
            201,
            'The seat is added, and its record is made',
            object({ data: row }),
            [409, 422, 503],
          ),
          200: { description: 'The seat is added to the record that is there', ...object({ data: row }) },
        },
      },
    },
    async (request, reply) => {
      const who = guardSeats(request);
      noQuery(request);
      const body = readBody(resource, request.body);
      return once(request, reply, async (tx, seats) => {
        const { values, app, login } = await readSeat(tx, resource, body, who);
        await holdSeat(tx, { app, login });
        const known = await recordOf(tx, app, login);
        const isKnown = known?.seat_state === 'assigned' && known.pending_cancellation === null;
        // Before GitHub is asked: what the database refuses is never paid for, and what GitHub refuses is rolled back.
        const id = await writeRecord(tx, known?.id ?? null, values, body);
        const seat = await giveSeat(tx, seats, { app, login }, isKnown);
        await keepSeat(tx, seats, { id, app, login }, seat ?? unseen(login), who);
        return { status: known ? 200 : 201, id };
      });

      async function writeRecord(tx: PoolClient, known: number | null, values: Values, given: Values) {
        if (known === null) return (await services.create(resource.name, values, who, tx)).id;
        // What the request leaves out stays as people wrote it.
        const {
          github_username: _,
          github_organization: __,
          github_organization_app_id: ___,
          ...more
        } = given;
        if (Object.keys(more).length > 0) await services.update(resource.name, known, more, who, tx);
        return known;
      }
    },
  );

  scope.post<{ Params: { id: string } }>(
    `/api/${resource.name}/:id/remove_seat`,
    {
      onRequest: async (request) => void guardSeats(request),
      schema: {
        tags,
        summary: 'Take the seat of a user away at the end of the billing cycle',
        description:
          'The seat is theirs until then; its record stays. Adding the seat again before that day takes it back.',
        params: object({ id: text('The id of the record.') }),
        headers: keyHeader,
        body: { anyOf: [nothing, object({ [resource.singular]: nothing })] },
        response: answers(200, 'It ends with the billing cycle', object({ data: row }), [404, 409, 422, 503]),
      },
    },
    async (request, reply) => {
      const who = guardSeats(request);
      noQuery(request);
      const id = readId(resource, request.params.id);
      demandNoFields(resource, request.body);
      return once(request, reply, async (tx, seats) => {
        const record = parseRow(await services.writer(resource).read(id, tx)) as unknown as GithubCopilotUser;
        const { github_username: login, github_organization: organization } = record;
        const app = organization === null ? null : await copilotAppOf(tx, organization);
        if (!app) throw conflict(noApp(organization));
        await holdSeat(tx, { app, login });
        const seat = await takeSeat(tx, seats, { app, login });
        await keepSeat(tx, seats, { id, app, login }, seat, who);
        return { status: 200, id };
      });
    },
  );
}

const noApp = (organization: string | null): string =>
  organization === null
    ? 'The record names no organization of GitHub. Enter it, and try again.'
    : `${organization} is none of the organizations with Copilot here. Set Copilot Enabled of its GitHub App, or correct the organization of the record.`;

/**
 * What a new seat is made of, checked as a new record is.
 * @throws {Refusal} 422 that names every wrong field
 */
async function readSeat(
  tx: PoolClient,
  resource: Resource,
  body: Values,
  who: Who,
): Promise<{ values: Values; app: OrganizationApp; login: string }> {
  const errors: FieldError[] = [];
  let values: Values = {};
  try {
    values = await checkBody(tx, resource, body, 'create', who.zone);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 422) throw error;
    errors.push(...error.errors);
  }
  const isFine = (field: string) => !errors.some((one) => one.field === field);
  const login = values['github_username'] ?? body['github_username'];
  if (isFine('github_username') && !(typeof login === 'string' && LOGIN.test(login.trim())))
    errors.push({
      field: 'github_username',
      message: 'GitHub Username must be as GitHub has it: letters, digits and hyphens, 39 at most.',
    });
  const named = values['github_organization'] ?? body['github_organization'];
  const app = typeof named === 'string' && named.trim() !== '' ? await copilotAppOf(tx, named) : null;
  if (!app && isFine('github_organization') && isFine('github_organization_app_id'))
    errors.push({
      field: 'github_organization',
      message:
        typeof named === 'string' && named.trim() !== ''
          ? noApp(named.trim())
          : 'GitHub Organization is required.',
    });
  if (errors.length > 0 || !app) throw invalid(errors);
  return { values: { ...values, github_organization: app.name }, app, login: String(login).trim() };
}

interface KnownRecord {
  id: number;
  seat_state: string | null;
  pending_cancellation: string | null;
}

async function recordOf(tx: PoolClient, app: OrganizationApp, login: string): Promise<KnownRecord | null> {
  const { rows } = await tx.query<KnownRecord>(
    `SELECT id, seat_state, pending_cancellation FROM ${githubCopilotUsers.name}
     WHERE lower(btrim(github_username)) = lower($1) AND lower(btrim(github_organization)) = lower($2)
     FOR NO KEY UPDATE`,
    [login, app.name],
  );
  return rows[0] ?? null;
}

/** A seat that GitHub has taken on and does not tell yet. */
const unseen = (login: string) => ({
  login,
  plan: null,
  lastActivityAt: null,
  lastActivityEditor: null,
  pendingCancellation: null,
  team: null,
  createdAt: new Date().toISOString(),
});
