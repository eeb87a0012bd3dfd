import type { ApiToken } from '#calls/tokens.ts';
import { highestRole, rolesUpTo, type Role } from '#kernel/rights.ts';
import type { Database } from '#server/platform/database/database.ts';
import { Together } from '#server/platform/database/together.ts';
import { hashOf, isCredential, isHashOf, newCredential } from '#server/platform/base/credentials.ts';
import type { Whose } from './whose.ts';

/** An API token as it is stored, without the token itself. */
export interface ApiTokenRecord extends Omit<ApiToken, 'role' | 'state'> {
  /** How far it may go; empty: as far as its owner. */
  roles: Role[];
}

const record = 'id, email, name, roles, hint, created_at, expires_at, last_used_at, address, revoked_at';
const valid = '(revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now()))';
/** So many letters of a token are kept; of its 43 random ones that leaves far more than can be guessed. */
const HINT_LENGTH = 8;
/** Most tokens that are listed at once. */
const MOST = 1000;
/** Revoked ones and those that ran out are listed for so long. */
const LISTED_DAYS = 90;

export interface NewApiToken {
  email: string;
  name: string;
  roles: readonly Role[];
  /** A token that a person makes goes no further than their own roles, which each sign-in updates. */
  ownerRoles?: readonly Role[] | null;
  /** In how many days it runs out; null: never. */
  days?: number | null;
}

/**
 * Makes a token for automation that acts as `email`. It is answered once and cannot be read again.
 * Null when that person has a token of that name already.
 */
export async function createApiToken(
  db: Pick<Database, 'query'>,
  { email, name, roles, ownerRoles = null, days = null }: NewApiToken,
): Promise<{ token: string; record: ApiTokenRecord } | null> {
  const token = newCredential('api');
  // Expired tokens free their names.
  await db.query(
    `UPDATE api_tokens SET revoked_at = expires_at
     WHERE email = $1 AND lower(name) = lower($2) AND revoked_at IS NULL AND expires_at <= now()`,
    [email, name],
  );
  const { rows } = await db.query<ApiTokenRecord>(
    `INSERT INTO api_tokens (token_hash, hint, email, name, roles, owner_roles, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(days => $7::integer))
     ON CONFLICT DO NOTHING RETURNING ${record}`,
    [hashOf(token), token.slice(0, HINT_LENGTH), email, name, roles, ownerRoles, days],
  );
  return rows[0] ? { token, record: rows[0] } : null;
}

interface FoundToken {
  id: number;
  email: string;
  name: string;
  roles: Role[];
  owner_roles: Role[] | null;
  token_hash: Buffer;
  stale: boolean;
}

/** The owner of a token, and how far it may go. */
export interface TokenOwner {
  id: number;
  email: string;
  /** The name of the token. */
  name: string;
  /** Empty: as far as its owner. */
  roles: Role[];
  /** Of the owner's last sign-in; null where no person made it. */
  ownerRoles: Role[] | null;
}

/** Finds valid tokens by their hashes. Requests that come together share one query. */
export const apiTokenLookUp = (db: Database) =>
  new Together<FoundToken>(async (hashes) => {
    const { rows } = await db.query<FoundToken & { hash: string }>({
      name: 'api-tokens-by-token',
      text: `SELECT encode(token_hash, 'hex') AS hash, token_hash, id, email, name, roles, owner_roles,
               last_used_at IS NULL OR last_used_at < now() - interval '1 minute' AS stale
             FROM api_tokens WHERE token_hash = ANY($1::bytea[]) AND ${valid}`,
      values: [hashes.map((hash) => Buffer.from(hash, 'hex'))],
    });
    return new Map(rows.map((row) => [row.hash, row]));
  });

/** The owner and roles of a token that counts, or null. Noted as used once a minute at most. */
export async function findApiToken(
  { db, apiTokens }: { db: Database; apiTokens: Together<FoundToken> },
  token: unknown,
  address: string,
): Promise<TokenOwner | null> {
  if (!isCredential('api', token)) return null;
  const found = await apiTokens.get(hashOf(token).toString('hex'));
  if (!found || !isHashOf(found.token_hash, token)) return null;
  const { id, email, name, roles, owner_roles: ownerRoles, stale } = found;
  if (stale)
    await db.query('UPDATE api_tokens SET last_used_at = now(), address = $2 WHERE id = $1', [id, address]);
  return { id, email, name, roles, ownerRoles };
}

/**
 * The roles of a token: those that were given to it, and no more than its owner's.
 * @param ownerRoles the owner's current roles; null where nothing limits it
 */
export function rolesOfToken(given: readonly Role[], ownerRoles: readonly Role[] | null): Role[] {
  if (ownerRoles === null) return [...given];
  const most = highestRole(ownerRoles);
  if (most === null) return [];
  const wanted = highestRole(given) ?? most;
  return [rolesUpTo(most).includes(wanted) ? wanted : most];
}

/** Whether a token counts, without a use of it. */
export async function isApiTokenValid(db: Database, token: string): Promise<boolean> {
  const text = `SELECT 1 FROM api_tokens WHERE token_hash = $1 AND ${valid}`;
  const { rowCount } = await db.query(text, [hashOf(token)]);
  return rowCount === 1;
}

/** How many tokens of a person count. */
export async function countApiTokens(db: Pick<Database, 'query'>, email: string): Promise<number> {
  const text = `SELECT count(*)::integer AS count FROM api_tokens WHERE email = $1 AND ${valid}`;
  return (await db.query<{ count: number }>(text, [email])).rows[0]?.count ?? 0;
}

/** Every token, revoked ones included, by owner and name. */
export async function listApiTokens(db: Pick<Database, 'query'>): Promise<ApiTokenRecord[]> {
  const { rows } = await db.query<ApiTokenRecord>(
    `SELECT ${record} FROM api_tokens ORDER BY revoked_at IS NOT NULL, email, name, id`,
  );
  return rows;
}

/** The tokens of one person, or of everybody, that count or did until lately; those that count first, by name. */
export async function findApiTokens(
  db: Pick<Database, 'query'>,
  { email, q }: Whose,
): Promise<{ rows: ApiTokenRecord[]; total: number }> {
  const { rows } = await db.query<ApiTokenRecord & { total: number }>(
    `SELECT ${record}, count(*) OVER ()::integer AS total FROM api_tokens
     WHERE ($1::text IS NULL OR email = $1)
       AND coalesce(revoked_at, expires_at, now()) > now() - interval '${LISTED_DAYS} days'
       AND ($2 = '' OR strpos(lower(concat_ws(' ', email, name, hint, address)), lower($2)) > 0)
     ORDER BY NOT ${valid}, lower(name), email, id LIMIT ${MOST}`,
    [email, q],
  );
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}

/**
 * Revokes a token by its number, at once for every process. Null when there is none to revoke.
 * @param email limits it to that person's; null: anybody's
 */
export async function revokeApiToken(
  db: Pick<Database, 'query'>,
  id: number,
  email: string | null = null,
): Promise<ApiTokenRecord | null> {
  const { rows } = await db.query<ApiTokenRecord>(
    `UPDATE api_tokens SET revoked_at = now()
     WHERE id = $1 AND revoked_at IS NULL AND ($2::text IS NULL OR email = $2) RETURNING ${record}`,
    [id, email],
  );
  return rows[0] ?? null;
}
