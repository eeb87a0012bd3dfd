import type { PoolClient } from 'pg';
import { conflict, Refusal } from '#kernel/errors.ts';
import { githubCopilotUsers } from '#resources/github-copilot-users.ts';
import { changesSql, historySql } from '#server/engine/writes/changes.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { keptWays, type Who } from '#server/engine/writes/write-statements.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { FoundSeat, GitHub, GitHubApp } from '#server/providers/github/interface.ts';
import type { OrganizationApp } from './apps.ts';
import { unlocked } from './apps.ts';
import { factsOf } from './read-seats.ts';

/** A seat of one user in one organization. */
export interface Place {
  app: OrganizationApp;
  login: string;
}

/** The parts that change a seat. */
export interface SeatParts {
  services: EngineServices;
  github: GitHub;
}

const key = (text: string) => text.trim().toLowerCase();

/** The name of the lease on a seat, and the message for others meanwhile. */
export const seatLease = ({ app, login }: Place): [name: string, busy: string] => [
  `seat of ${key(app.name)}/${key(login)}`,
  `The seat of ${login} in ${app.name} is being changed just now. Try again in a moment.`,
];

/**
 * Sees to it that the user has a seat that stays, and answers it as GitHub returns it. The seat is read before it is
 * added, and again where the answer was lost: a seat that an earlier try added is not added a second time.
 * @param isKnown the record says that it is there, which is believed where GitHub says so, too
 * @throws {Refusal} 409 where it was there and known, or with GitHub's sentence
 */
export const giveSeat = (
  { services, github }: SeatParts,
  { app, login }: Place,
  isKnown: boolean,
): Promise<FoundSeat | null> =>
  explained(async () => {
    const open = await unlocked(services, app);
    const isThere = (seat: FoundSeat | null) => seat !== null && seat.pendingCancellation === null;
    const before = await github.seat(open, app.name, login);
    if (isThere(before)) {
      if (isKnown) throw hasSeat();
      return before;
    }
    return changed(
      github,
      { open, app, login },
      (organization) => github.addSeat(open, organization, login),
      isThere,
    );
  });

const HAS_SEAT = 'This GitHub username has a seat already.';
const hasSeat = () => conflict(HAS_SEAT, { errors: [{ field: 'github_username', message: HAS_SEAT }] });

/**
 * Sees to it that the seat ends with the billing cycle, in the same way; null where there is none any more.
 * @throws {Refusal} 409 for a seat by a team, or with GitHub's sentence
 */
export const takeSeat = ({ services, github }: SeatParts, { app, login }: Place): Promise<FoundSeat | null> =>
  explained(async () => {
    const open = await unlocked(services, app);
    const isEnding = (seat: FoundSeat | null) => seat === null || seat.pendingCancellation !== null;
    const before = await github.seat(open, app.name, login);
    if (isEnding(before)) return before;
    if (before?.team)
      throw conflict(
        `${login} has the seat by the team '${before.team}' of ${app.name}. Take them out of that team in GitHub, and the seat goes.`,
      );
    return changed(
      github,
      { open, app, login },
      (organization) => github.removeSeat(open, organization, login),
      isEnding,
    );
  });

async function changed(
  github: GitHub,
  { open, app, login }: Place & { open: GitHubApp },
  change: (organization: string) => Promise<void>,
  isDone: (seat: FoundSeat | null) => boolean,
): Promise<FoundSeat | null> {
  try {
    await change(app.name);
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.kind !== 'ambiguous') throw error;
    const after = await github.seat(open, app.name, login);
    if (isDone(after)) return after;
    throw error;
  }
  return github.seat(open, app.name, login);
}

const STATUS = { refused: 409, busy: 503, away: 503, ambiguous: 503 } as const;

/** @throws {Refusal} for what GitHub does not do */
async function explained<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const { kind, message, retryAfterSeconds } = error;
    const headers: Record<string, string> =
      STATUS[kind] === 503 ? { 'retry-after': String(retryAfterSeconds ?? 10) } : {};
    throw new Refusal(STATUS[kind], message, { headers });
  }
}

const FACTS = [
  'seat_state',
  'plan',
  'last_activity_at',
  'last_editor',
  'pending_cancellation',
  'assigning_team',
  'seat_since',
  'seat_gone_at',
] as const;

/**
 * Writes a seat as GitHub returns it into its record, with a line of history; a reading that began before leaves it.
 * @param seat null: GitHub has none
 */
export async function keepSeat(
  tx: PoolClient,
  { services }: Pick<SeatParts, 'services'>,
  place: Place & { id: number },
  seat: FoundSeat | null,
  who: Who,
): Promise<void> {
  const { id, app, login } = place;
  await tx.query(
    `INSERT INTO copilot_seat_changes (organization, login, changed_at) VALUES ($1, $2, clock_timestamp())
     ON CONFLICT (organization, login) DO UPDATE SET changed_at = clock_timestamp()`,
    [key(app.name), key(login)],
  );
  const facts: Partial<Record<(typeof FACTS)[number], string | null>> = seat
    ? { ...factsOf(seat), seat_state: 'assigned', seat_gone_at: null }
    : { seat_state: 'gone', seat_gone_at: new Date().toISOString() };
  const names = FACTS.filter((name) => Object.hasOwn(facts, name));
  const history = historySql(githubCopilotUsers, {
    action: 'update',
    changes: changesSql(services.registry, githubCopilotUsers, names, { from: 'o', to: 'n' }),
    from: 'old_row o JOIN new_row n ON n.id = o.id',
    row: 'n',
    by: ['$2', '$3', '$4', '$5'],
  });
  const given = names.map((name, at) => `$${at + 6}::${typeOf(name)}`);
  await tx.query(
    `WITH old_row AS MATERIALIZED (
       SELECT * FROM github_copilot_users WHERE id = $1 FOR NO KEY UPDATE
     ), new_row AS (
       UPDATE github_copilot_users u SET ${names.map((name, at) => `${name} = ${given[at]}`).join(', ')},
         updated_at = now(), lock_version = u.lock_version + 1
       FROM old_row o WHERE u.id = o.id
         AND ROW(${names.map((name) => `o.${name}`).join(', ')}) IS DISTINCT FROM ROW(${given.join(', ')})
       RETURNING u.*
     ), written AS (${history}) SELECT`,
    [
      id,
      who.actor.email,
      who.actor.name,
      who.requestId,
      keptWays(who),
      ...names.map((name) => facts[name] ?? null),
    ],
  );
}

function typeOf(name: (typeof FACTS)[number]): string {
  if (name === 'pending_cancellation') return 'date';
  return name === 'seat_since' || name.endsWith('_at') ? 'timestamptz' : 'text';
}
