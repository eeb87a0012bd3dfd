import type { Role } from '#server/platform/base/actor.ts';
import type { Database } from '#server/platform/database/database.ts';
import { Together } from '#server/platform/database/together.ts';
import { hashOf, isCredential, newCredential, newIdentifier } from '#server/platform/base/credentials.ts';
import type { Person } from './person.ts';

export const idleHours = 12;
export const absoluteDays = 7;

/** What a browser keeps of its session and sends back as headers. */
export interface SessionHeaders {
  'access-token': string;
  client: string;
  uid: string;
  /** Seconds since 1970, as text. */
  expiry: string;
  'token-type': 'Bearer';
}

/** A session as people may see it: never its token. */
export interface SessionRecord {
  id: string;
  email: string;
  name: string | null;
  user_agent: string | null;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
}

const record = 'id, email, name, user_agent, created_at, last_seen_at, expires_at';
const alive = `expires_at > now() AND last_seen_at > now() - interval '${idleHours} hours'`;

/**
 * Begins a session with new values. The token is in the answer and nowhere else.
 * @param endsAt an instant: when the person's session at the provider ends, and with it ours
 */
export async function createSession(
  db: Pick<Database, 'query'>,
  person: Person,
  userAgent: string | null = null,
  endsAt: string | null = null,
): Promise<SessionHeaders> {
  const token = newCredential('session');
  const client = newIdentifier();
  const { rows } = await db.query<{ expires_at: string }>(
    `INSERT INTO sessions (token_hash, client, email, name, roles, user_agent, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, least($7, now() + interval '${absoluteDays} days')) RETURNING expires_at`,
    [
      hashOf(token),
      client,
      person.email,
      person.name,
      person.roles,
      userAgent?.slice(0, 300) ?? null,
      endsAt,
    ],
  );
  return sessionHeaders(token, client, person.email, rows[0]?.expires_at ?? '');
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

/** What finds sessions by the hashes of their tokens. Every request asks, so those that come together ask together. */
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
 * or person than the token's. The time it was last seen is written once a minute at most.
 */
export async function findSession(
  { db, sessions }: { db: Database; sessions: Together<FoundSession> },
  credentials: { token: unknown; client: unknown; uid: unknown },
): Promise<LiveSession | null> {
  const { token, client, uid } = credentials;
  if (!isCredential('session', token) || typeof client !== 'string' || typeof uid !== 'string') return null;
  const found = await sessions.get(hashOf(token).toString('hex'));
  if (!found || found.client !== client || found.email !== uid.toLowerCase()) return null;
  if (found.stale) await db.query('UPDATE sessions SET last_seen_at = now() WHERE id = $1', [found.id]);
  return { id: found.id, email: found.email, name: found.name, roles: found.roles };
}

/** Whether a session has not ended, without counting as a use of it. */
export async function isSessionAlive(db: Database, id: string): Promise<boolean> {
  const { rowCount } = await db.query(`SELECT 1 FROM sessions WHERE id = $1 AND ${alive}`, [id]);
  return rowCount === 1;
}

/** The live sessions of one person, or of everybody; the most recently used first. */
export async function listSessions(db: Database, email: string | null): Promise<SessionRecord[]> {
  const { rows } = await db.query<SessionRecord>(
    `SELECT ${record} FROM sessions WHERE ${alive} AND ($1::text IS NULL OR email = $1)
     ORDER BY last_seen_at DESC, id LIMIT 1000`,
    [email],
  );
  return rows;
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

/** Removes what has run out: sessions, requests, hand-offs and the memory of used assertions. */
export async function removeExpired(db: Database): Promise<void> {
  await db.query(`DELETE FROM sessions WHERE NOT (${alive})`);
  for (const table of ['sign_in_requests', 'sign_in_handoffs', 'sign_in_assertions']) {
    await db.query(`DELETE FROM ${table} WHERE expires_at < now()`);
  }
}
