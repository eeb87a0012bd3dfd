import type { PoolClient } from 'pg';
import { addSeat, removeSeat } from '#calls/copilot-seats.ts';
import { conflict, invalid, Refusal, type FieldError } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import { githubCopilotUsers, type GithubCopilotUser } from '#resources/github-copilot-users.ts';
import { parseRow } from '#server/engine/records.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { requesterOf } from '#server/engine/requester.ts';
import { checkBody } from '#server/engine/writes/write-errors.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { rehearse } from '#server/platform/database/rehearse.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serveChangeAfter, WithStatus } from '#server/platform/http/serve.ts';
import { copilotAppOf, type OrganizationApp } from './apps.ts';
import { giveSeat, keepSeat, seatLease, takeSeat, type Place, type SeatParts } from './change-seat.ts';
import type { GitHubParts } from './parts.ts';
import { MISSING } from './sync-job.ts';

/** As GitHub takes the name of a user. */
const LOGIN = /^[a-z\d](?:[a-z\d_-]{0,38})$/i;

/** Seats are given and taken: GitHub and the record are changed as one. */
export function seatRoutes(door: Door, { services, github }: GitHubParts): void {
  const resource = services.registry.get(githubCopilotUsers.name);
  const demandGitHub = (): SeatParts => {
    if (!github) throw new Refusal(503, MISSING);
    return { services, github };
  };
  const read = async (tx: PoolClient, id: number) => parseRow(await services.writer(resource).read(id, tx));

  serveChangeAfter(door, addSeat, async (hold, { body, actor, request }) => {
    const seats = demandGitHub();
    const who = requesterOf(request, actor);
    const place = await readSeat(services.db, resource, body, who);
    await hold(...seatLease(place));
    const write = (tx: PoolClient) => writeRecord(services, tx, { ...place, body, who });
    // Before GitHub is called: a seat that the database refuses is never paid for.
    const { isKnown } = await rehearse(services.db, write);
    const seat = (await giveSeat(seats, place, isKnown)) ?? unseen(place.login);
    return async (tx) => {
      const { id, status } = await write(tx);
      await keepSeat(tx, seats, { ...place, id }, seat, who);
      return new WithStatus(status, await read(tx, id));
    };
  });

  serveChangeAfter(door, removeSeat, async (hold, { params: { id }, actor, request }) => {
    const seats = demandGitHub();
    const record = parseRow(await services.writer(resource).read(id)) as unknown as GithubCopilotUser;
    const { github_username: login, github_organization: organization } = record;
    const app = organization === null ? null : await copilotAppOf(services.db, organization);
    if (!app) throw conflict(noApp(organization));
    await hold(...seatLease({ app, login }));
    const seat = await takeSeat(seats, { app, login });
    return async (tx) => {
      await keepSeat(tx, seats, { id, app, login }, seat, requesterOf(request, actor));
      return read(tx, id);
    };
  });
}

/** Makes the record of a seat, or changes the one that is there. */
async function writeRecord(
  services: EngineServices,
  tx: PoolClient,
  { app, login, values, body, who }: NewSeat & { body: Values; who: Who },
): Promise<{ id: number; status: 200 | 201; isKnown: boolean }> {
  const known = await recordOf(tx, app, login);
  if (!known) {
    const { id } = await services.create(githubCopilotUsers.name, values, who, tx);
    return { id, status: 201, isKnown: false };
  }
  // Fields that the request leaves out stay as people wrote them.
  const { github_username: _, github_organization: __, github_organization_app_id: ___, ...more } = body;
  if (Object.keys(more).length > 0) await services.update(githubCopilotUsers.name, known.id, more, who, tx);
  const isKnown = known.seat_state === 'assigned' && known.pending_cancellation === null;
  return { id: known.id, status: 200, isKnown };
}

const noApp = (organization: string | null): string =>
  organization === null
    ? 'The record names no organization of GitHub. Enter it, and try again.'
    : `${organization} is none of the organizations with Copilot here. Set Copilot Enabled of its GitHub App, or correct the organization of the record.`;

interface NewSeat extends Place {
  /** The values of its record. */
  values: Values;
}

/**
 * The values of a new seat, checked as a new record is.
 * @throws {Refusal} 422 that names every wrong field
 */
async function readSeat(runner: Runner, resource: Resource, body: Values, who: Who): Promise<NewSeat> {
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
      message:
        'GitHub Username must be as GitHub has it: letters, digits, hyphens, and an underscore before the short code of an enterprise, 39 at most.',
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

/** A seat that GitHub has accepted and does not list yet. */
const unseen = (login: string) => ({
  login,
  plan: null,
  lastActivityAt: null,
  lastActivityEditor: null,
  pendingCancellation: null,
  team: null,
  createdAt: new Date().toISOString(),
});
