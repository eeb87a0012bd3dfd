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
import type { Runner } from '#server/platform/database/database.ts';
import { rehearse } from '#server/platform/database/rehearse.ts';
import { answers, keyHeader, object, text } from '#server/platform/http/describe.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { copilotAppOf, type OrganizationApp } from './apps.ts';
import { giveSeat, keepSeat, seatLease, takeSeat, type Place, type SeatParts } from './change-seat.ts';
import { guardSeats, type GitHubParts } from './parts.ts';
import { MISSING } from './sync-job.ts';

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

  /** What GitHub did becomes the record's, in the transaction of the answer. */
  const once = async (
    request: FastifyRequest,
    reply: FastifyReply,
    work: (
      seats: SeatParts,
      hold: (place: Place) => Promise<void>,
    ) => Promise<(tx: PoolClient) => Promise<{ status: number; id: number }>>,
  ) => {
    if (!github) throw new Refusal(503, MISSING);
    return services.onceAfter(request, reply, async (hold) => {
      const keep = await work({ services, github }, (place) => hold(...seatLease(place)));
      return async (tx) => {
        const { status, id } = await keep(tx);
        return { status, body: { data: await services.find(tx, resource.name, id) } };
      };
    });
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
      return once(request, reply, async (seats, hold) => {
        const place = await readSeat(services.db, resource, body, who);
        await hold(place);
        // Before GitHub is asked: what the database refuses is never paid for.
        const { isKnown } = await rehearse(services.db, (tx) => writeRecord(tx, place));
        const seat = (await giveSeat(seats, place, isKnown)) ?? unseen(place.login);
        return async (tx) => {
          const { id, status } = await writeRecord(tx, place);
          await keepSeat(tx, seats, { ...place, id }, seat, who);
          return { status, id };
        };
      });

      /** Makes the record of the seat, or changes the one that is there. */
      async function writeRecord(tx: PoolClient, { app, login, values }: Place & { values: Values }) {
        const known = await recordOf(tx, app, login);
        if (!known) {
          const { id } = await services.create(resource.name, values, who, tx);
          return { id, status: 201, isKnown: false };
        }
        // What the request leaves out stays as people wrote it.
        const {
          github_username: _,
          github_organization: __,
          github_organization_app_id: ___,
          ...more
        } = body;
        if (Object.keys(more).length > 0) await services.update(resource.name, known.id, more, who, tx);
        const isKnown = known.seat_state === 'assigned' && known.pending_cancellation === null;
        return { id: known.id, status: 200, isKnown };
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
      return once(request, reply, async (seats, hold) => {
        const record = parseRow(await services.writer(resource).read(id)) as unknown as GithubCopilotUser;
        const { github_username: login, github_organization: organization } = record;
        const app = organization === null ? null : await copilotAppOf(services.db, organization);
        if (!app) throw conflict(noApp(organization));
        await hold({ app, login });
        const seat = await takeSeat(seats, { app, login });
        return async (tx) => {
          await keepSeat(tx, seats, { id, app, login }, seat, who);
          return { status: 200, id };
        };
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
  runner: Runner,
  resource: Resource,
  body: Values,
  who: Who,
): Promise<{ values: Values; app: OrganizationApp; login: string }> {
  const errors: FieldError[] = [];
  let values: Values = {};
  try {
    values = await checkBody(runner, resource, body, 'create', who.zone);
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
  const app = typeof named === 'string' && named.trim() !== '' ? await copilotAppOf(runner, named) : null;
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
