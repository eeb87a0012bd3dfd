import type { Session } from '#calls/sessions.ts';
import type { Role } from '#kernel/rights.ts';
import type { Database } from '#server/platform/database/database.ts';
import { Together } from '#server/platform/database/together.ts';
import {
  hashOf,
  isCredential,
  isHashOf,
  newCredential,
  newIdentifier,
} from '#server/platform/base/credentials.ts';
import type { Person } from './person.ts';
import type { Whose } from './whose.ts';

export const idleHours = 12;
export const absoluteDays = 7;

/** The headers of a session, which a browser keeps and sends back. */
export interface SessionHeaders {
  'access-token': string;
  client: string;
  uid: string;
  /** Seconds since 1970, as text. */
  expiry: string;
  'token-type': 'Bearer';
}

/** A session as it is stored, without its token. */
export type SessionRecord = Omit<Session, 'current'>;

const record = 'id, email, name, user_agent, address, created_at, last_seen_at, expires_at';
const alive = `expires_at > now() AND last_seen_at > now() - interval '${idleHours} hours'`;
/** Most sessions that are listed at once. */
const MOST = 1000;

/**
 * Begins a session with new values. The token is in the answer and nowhere else.
 * @param address where the browser is
 * @param endsAt an instant: when the person's session at the provider ends, and with it ours
 */
export async function createSession(
  db: Pick<Database, 'query'>,
  person: Person,
  userAgent: string | null = null,
  { address = null, endsAt = null }: { address?: string | null; endsAt?: string | null } = {},
): Promise<SessionHeaders> {
  const token = newCredential('session');
  const client = newIdentifier();
  const { rows } = await db.query<{ expires_at: string }>(
    `INSERT INTO sessions (token_hash, client, email, name, roles, groups, groups_missing, user_agent, address, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, least($10, now() + interval '${absoluteDays} days'))
     RETURNING expires_at`,
    [
      hashOf(token),
      client,
      person.email,
      person.name,
      person.roles,
      person.groups ?? null,
      person.groupsMissing ?? false,
      userAgent?.slice(0, 300) ?? null,
      address,
      endsAt,
    ],
  );
  return sessionHeaders(token, client, person.email, rows[0]?.expires_at ?? '');
}

/**
 * Applies the roles of a sign-in to the person's other sessions too, limits their API tokens to them, and keeps them for
 * what is done in their name while they are away: whoever has lost a right at the provider has it nowhere.
 */
export async function rolesFromSignIn(db: Pick<Database, 'query'>, person: Person): Promise<void> {
  const { email, roles, groups = null, groupsMissing = false } = person;
  await db.query(
    `UPDATE sessions SET roles = $2, groups = $3, groups_missing = $4
     WHERE email = $1 AND (roles, groups, groups_missing) IS DISTINCT FROM ($2::text[], $3::text[], $4::boolean)`,
    [email, roles, groups, groupsMissing],
  );
  await db.query(
    `UPDATE api_tokens SET owner_roles = $2
     WHERE email = $1 AND revoked_at IS NULL AND owner_roles IS DISTINCT FROM $2::text[] AND owner_roles IS NOT NULL`,
    [email, roles],
  );
  await db.query(
    `INSERT INTO known_roles (email, roles) VALUES ($1, $2)
     ON CONFLICT (email) DO UPDATE SET roles = excluded.roles, known_at = now()`,
    [email, roles],
  );
}

/** The five headers; also what the address after a sign-in carries for its hand-off. */
export function sessionHeaders(token: string, client: string, uid: string, expires: string): SessionHeaders {
  const expiry = String(Math.floor(Date.parse(expires) / 1000));
  return { 'access-token': token, client, uid, expiry, 'token-type': 'Bearer' };
}

export interface LiveSession {
  id: string;
  email: string;
  name: string | null;
  roles: Role[];
}

interface FoundSession extends LiveSession {
  client: string;
  stale: boolean;
}

/** Finds sessions by the hashes of their tokens. Requests that come together share one query. */
export const sessionLookUp = (db: Database) =>
  new Together<FoundSession>(async (hashes) => {
    const { rows } = await db.query<FoundSession & { hash: string }>({
      name: 'sessions-by-token',
      text: `SELECT encode(token_hash, 'hex') AS hash, id, email, name, roles, client,
               last_seen_at < now() - interval '1 minute' AS stale
             FROM sessions WHERE token_hash = ANY($1::bytea[]) AND ${alive}`,
      values: [hashes.map((hash) => Buffer.from(hash, 'hex'))],
    });
    return new Map(rows.map((row) => [row.hash, row]));
  });

/**
 * The session of these headers, or null: unknown, ended, idle for too long, too old, or of another client
 * or person than the token's. The time it was last seen, and where, is written once a minute at most.
 */
export async function findSession(
  { db, sessions }: { db: Database; sessions: Together<FoundSession> },
  credentials: { token: unknown; client: unknown; uid: unknown },
  address: string,
): Promise<LiveSession | null> {
  const { token, client, uid } = credentials;
  if (!isCredential('session', token) || typeof client !== 'string' || typeof uid !== 'string') return null;
  const found = await sessions.get(hashOf(token).toString('hex'));
  if (!found || !isHashOf(hashOf(found.client), client) || found.email !== uid.toLowerCase()) return null;
  if (found.stale)
    await db.query('UPDATE sessions SET last_seen_at = now(), address = $2 WHERE id = $1', [
      found.id,
      address,
    ]);
  return { id: found.id, email: found.email, name: found.name, roles: found.roles };
}

/** Whether a session has not ended, without counting as a use of it. */
export async function isSessionAlive(db: Database, id: string): Promise<boolean> {
  const { rowCount } = await db.query(`SELECT 1 FROM sessions WHERE id = $1 AND ${alive}`, [id]);
  return rowCount === 1;
}

/** By which of the provider's groups a session has its roles, null where that is not known, and whether some are missing. */
export async function groupsOfSession(
  db: Database,
  id: string,
): Promise<Required<Pick<Person, 'groups' | 'groupsMissing'>>> {
  const { rows } = await db.query<{ groups: string[] | null; groupsMissing: boolean }>(
    'SELECT groups, groups_missing AS "groupsMissing" FROM sessions WHERE id = $1',
    [id],
  );
  return rows[0] ?? { groups: null, groupsMissing: false };
}

/** The live sessions of one person, or of everybody; the most recently used first. */
export async function listSessions(
  db: Database,
  { email, q }: Whose,
): Promise<{ rows: SessionRecord[]; total: number }> {
  const { rows } = await db.query<SessionRecord & { total: number }>(
    `SELECT ${record}, count(*) OVER ()::integer AS total FROM sessions
     WHERE ${alive} AND ($1::text IS NULL OR email = $1)
       AND ($2 = '' OR strpos(lower(concat_ws(' ', email, name, address)), lower($2)) > 0)
     ORDER BY last_seen_at DESC, id LIMIT ${MOST}`,
    [email, q],
  );
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}

/** Ends a session at once, everywhere. `email` limits it to that person's. Null when there is none. */
export async function endSession(
  db: Database,
  id: string,
  email: string | null,
): Promise<SessionRecord | null> {
  const { rows } = await db.query<SessionRecord>(
    `DELETE FROM sessions WHERE id = $1 AND ($2::text IS NULL OR email = $2) RETURNING ${record}`,
    [id, email],
  );
  return rows[0] ?? null;
}

/** Ends every session of a person but the one that stays; answers those that were alive. */
export async function endSessions(
  db: Database,
  email: string,
  stays: string | null,
): Promise<SessionRecord[]> {
  const { rows } = await db.query<SessionRecord & { alive: boolean }>(
    `DELETE FROM sessions WHERE email = $1 AND id IS DISTINCT FROM $2::uuid RETURNING ${record}, ${alive} AS alive`,
    [email, stays],
  );
  return rows.flatMap(({ alive: was, ...row }) => (was ? [row] : []));
}

/** Removes what has run out: sessions, requests, hand-offs and the memory of used assertions. */
export async function removeExpired(db: Database): Promise<void> {
  await db.query(`DELETE FROM sessions WHERE NOT (${alive})`);
  for (const table of ['sign_in_requests', 'sign_in_handoffs', 'sign_in_assertions']) {
    await db.query(`DELETE FROM ${table} WHERE expires_at < now()`);
  }
}
