import type { Role } from '#server/platform/base/actor.ts';
import type { Database } from '#server/platform/database/database.ts';
import { Together } from '#server/platform/database/together.ts';
import { hashOf, isCredential, newCredential } from '#server/platform/base/credentials.ts';

/** An API token as people may see it: never the token itself. */
export interface ApiTokenRecord {
  id: number;
  email: string;
  name: string;
  roles: Role[];
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
}

const record = 'id, email, name, roles, created_at, last_used_at, revoked_at';

/**
 * Makes a token for automation that acts as `email`. It is answered once and cannot be read again.
 * Null when that person has a token of that name already.
 */
export async function createApiToken(
  db: Pick<Database, 'query'>,
  owner: { email: string; name: string; roles: readonly Role[] },
): Promise<{ token: string; record: ApiTokenRecord } | null> {
  const token = newCredential('api');
  const { rows } = await db.query<ApiTokenRecord>(
    `INSERT INTO api_tokens (token_hash, email, name, roles) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING RETURNING ${record}`,
    [hashOf(token), owner.email, owner.name, owner.roles],
  );
  return rows[0] ? { token, record: rows[0] } : null;
}

interface FoundToken {
  id: number;
  email: string;
  name: string;
  roles: Role[];
  stale: boolean;
}

/** What finds tokens that are not revoked by their hashes. Requests that come together ask together. */
export const apiTokenLookUp = (db: Database) =>
  new Together<FoundToken>(async (hashes) => {
    const { rows } = await db.query<FoundToken & { hash: string }>({
      name: 'api-tokens-by-token',
      text: `SELECT encode(token_hash, 'hex') AS hash, id, email, name, roles,
               last_used_at IS NULL OR last_used_at < now() - interval '1 minute' AS stale
             FROM api_tokens WHERE token_hash = ANY($1::bytea[]) AND revoked_at IS NULL`,
      values: [hashes.map((hash) => Buffer.from(hash, 'hex'))],
    });
    return new Map(rows.map((row) => [row.hash, row]));
  });

/** The owner and roles of a token that has not been revoked, or null. Noted as used once a minute at most. */
export async function findApiToken(
  { db, apiTokens }: { db: Database; apiTokens: Together<FoundToken> },
  token: unknown,
): Promise<{ email: string; name: string; roles: Role[] } | null> {
  if (!isCredential('api', token)) return null;
  const found = await apiTokens.get(hashOf(token).toString('hex'));
  if (!found) return null;
  if (found.stale) await db.query('UPDATE api_tokens SET last_used_at = now() WHERE id = $1', [found.id]);
  return { email: found.email, name: found.name, roles: found.roles };
}

/** Whether a token has not been revoked, without counting as a use of it. */
export async function isApiTokenValid(db: Database, token: string): Promise<boolean> {
  const text = 'SELECT 1 FROM api_tokens WHERE token_hash = $1 AND revoked_at IS NULL';
  const { rowCount } = await db.query(text, [hashOf(token)]);
  return rowCount === 1;
}

/** Every token, revoked ones included, by owner and name. */
export async function listApiTokens(db: Pick<Database, 'query'>): Promise<ApiTokenRecord[]> {
  const { rows } = await db.query<ApiTokenRecord>(
    `SELECT ${record} FROM api_tokens ORDER BY revoked_at IS NOT NULL, email, name, id`,
  );
  return rows;
}

/** Revokes a token by its number, at once for every process. Null when there is none to revoke. */
export async function revokeApiToken(
  db: Pick<Database, 'query'>,
  id: number,
): Promise<ApiTokenRecord | null> {
  const { rows } = await db.query<ApiTokenRecord>(
    `UPDATE api_tokens SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL RETURNING ${record}`,
    [id],
  );
  return rows[0] ?? null;
}
