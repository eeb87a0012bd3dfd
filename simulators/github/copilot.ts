import { accountJson, teamJson } from './objects.ts';
import type { SimulatedOrganization, SimulatedSeat } from './state.ts';

/** A status, what is written as JSON, and further headers. */
export type Answer = [status: number, body: unknown, headers?: Record<string, string>];

/** A call as the parts read it. */
export interface Call {
  organization: SimulatedOrganization;
  /** Without a slash at the end. */
  base: string;
  /** The path without its query. */
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
  /** Where the path names a user. */
  login: string;
}

const USUAL_PAGE = 50;
const LONGEST_PAGE = 100;

export const refusal = (status: number, message: string): Answer => [
  status,
  { message, documentation_url: 'https://docs.github.com/rest', status: String(status) },
];

const notEnabled = (): Answer =>
  refusal(422, 'Copilot Business or Copilot Enterprise is not enabled for your organization.');

/** `GET /orgs/{org}/copilot/billing/seats` */
export function listSeats({ organization, base, path, query }: Call): Answer {
  // GitHub's description has 422 for the other operations alone.
  if (!organization.copilot) return refusal(404, 'Not Found');
  const perPage = Number(query.get('per_page') ?? USUAL_PAGE);
  const page = Math.max(1, Number(query.get('page') ?? 1) || 1);
  const size = perPage >= 1 ? Math.min(perPage, LONGEST_PAGE) : USUAL_PAGE;
  const { seats } = organization;
  const last = Math.max(1, Math.ceil(seats.length / size));
  const link = (to: number, rel: string) => `<${base}${path}?per_page=${size}&page=${to}>; rel="${rel}"`;
  const links = [
    ...(page > 1 ? [link(page - 1, 'prev')] : []),
    ...(page < last ? [link(page + 1, 'next'), link(last, 'last')] : []),
    ...(page > 1 ? [link(1, 'first')] : []),
  ];
  const shown = seats.slice((page - 1) * size, page * size).map((seat) => seatJson(seat, organization.name));
  return [
    200,
    { total_seats: seats.length, seats: shown },
    links.length > 0 ? { link: links.join(', ') } : {},
  ];
}

/** `GET /orgs/{org}/members/{username}/copilot` */
export function getSeat({ organization, login }: Call): Answer {
  if (!organization.copilot) return notEnabled();
  const seat = seatOf(organization, login);
  return seat ? [200, seatJson(seat, organization.name)] : refusal(404, 'Not Found');
}

/** `POST /orgs/{org}/copilot/billing/selected_users` */
export function addUsers({ organization, body }: Call): Answer {
  const logins = loginsIn(body);
  if (!organization.copilot || logins === null) return notEnabled();
  // Names of enterprise managed users end with an underscore and the short code of the enterprise.
  const unknown = logins.find((login) => !/^[a-z\d](?:[a-z\d_-]{0,38})$/i.test(login));
  if (unknown !== undefined) return refusal(422, `The user ${unknown} is no member of the organization.`);
  let created = 0;
  for (const login of logins) {
    const seat = seatOf(organization, login);
    if (seat) seat.pendingCancellation = null;
    else {
      organization.seats.push({ ...newSeat(login), createdAt: new Date().toISOString() });
      created += 1;
    }
  }
  return [201, { seats_created: created }];
}

/** `DELETE /orgs/{org}/copilot/billing/selected_users` */
export function removeUsers({ organization, body }: Call): Answer {
  const logins = loginsIn(body);
  if (!organization.copilot || logins === null) return notEnabled();
  const seats = logins.flatMap((login) => seatOf(organization, login) ?? []);
  const ofTeam = seats.find(({ team }) => team !== null);
  if (ofTeam)
    return refusal(
      422,
      `The seat of ${ofTeam.login} cannot be cancelled because it was assigned via a team.`,
    );
  for (const seat of seats) seat.pendingCancellation ??= nextCycle();
  return [200, { seats_cancelled: seats.length }];
}

/** The first day of the next month, when GitHub begins to charge anew. */
export function nextCycle(now = new Date()): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 10);
}

/** A seat that nobody used yet. */
export const newSeat = (login: string): SimulatedSeat => ({
  login,
  plan: 'business',
  createdAt: new Date().toISOString(),
  lastActivityAt: null,
  lastEditor: null,
  pendingCancellation: null,
  team: null,
});

const seatOf = ({ seats }: SimulatedOrganization, login: string) =>
  seats.find((seat) => seat.login.toLowerCase() === login.toLowerCase());

function loginsIn({ selected_usernames: logins }: Record<string, unknown>): string[] | null {
  return Array.isArray(logins) ? logins.map(String) : null;
}

function seatJson(seat: SimulatedSeat, organization: string) {
  return {
    created_at: seat.createdAt,
    updated_at: seat.createdAt,
    pending_cancellation_date: seat.pendingCancellation,
    last_activity_at: seat.lastActivityAt,
    last_activity_editor: seat.lastEditor,
    plan_type: seat.plan,
    assignee: accountJson(seat.login, 'User'),
    assigning_team: seat.team === null ? null : teamJson(seat.team, organization),
  };
}
