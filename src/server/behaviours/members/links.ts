import type { PoolClient } from 'pg';
import { Refusal } from '#kernel/errors.ts';
import { isHashOf, newCredential, hashOf } from '#server/platform/base/credentials.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { holdLock } from '#server/platform/database/hold-lock.ts';

/** How long a link is good, unless it is used before. */
export const LINK_DAYS = 14;

/** Links that one person may make within the time below. */
const MOST = 30;
const SECONDS = 60;

/** Compared with where there is no link, so that its absence takes as long. */
const NO_LINK = Buffer.alloc(32);

/** The member whom a link is about. */
export interface LinkedMember {
  id: number;
  email: string;
  name: string;
}

/**
 * Makes the link of a member anew; the one before is good for nothing from then on. Answers its credential, which is
 * kept nowhere.
 * @throws {Refusal} 429 with Retry-After for who makes too many
 */
export async function makeLink(tx: PoolClient, member: number, by: string): Promise<string> {
  await holdLock(tx, 'links of an editor', by);
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM member_links
     WHERE created_by = $1 AND created_at > now() - make_interval(secs => ${SECONDS})`,
    [by],
  );
  if ((rows[0]?.count ?? 0) >= MOST)
    throw new Refusal(429, `You have made ${MOST} links within a minute. Please try again in a minute.`, {
      headers: { 'Retry-After': String(SECONDS) },
    });
  const credential = newCredential('link');
  await tx.query(
    `INSERT INTO member_links (member_id, credential_hash, created_by, expires_at)
     VALUES ($1, $2, $3, now() + make_interval(days => ${LINK_DAYS}))
     ON CONFLICT (member_id) DO UPDATE SET credential_hash = excluded.credential_hash,
       created_by = excluded.created_by, created_at = now(), expires_at = excluded.expires_at, used_at = NULL`,
    [member, hashOf(credential), by],
  );
  return credential;
}

/**
 * The member of a link that is good: not used, not expired, of nobody who is blacklisted. Null for anything else, in a
 * time that does not reveal what is wrong.
 * @param lock of a transaction that is about to use the link: who comes at the same time waits, and finds it used.
 *   The member is locked, as by everything else that has to do with links, so that nobody waits for each other
 */
export async function memberOfLink(
  runner: Runner,
  member: number | null,
  credential: string,
  lock = false,
): Promise<LinkedMember | null> {
  if (lock)
    await runner.query({ text: 'SELECT FROM members WHERE id = $1 FOR NO KEY UPDATE', values: [member] });
  const { rows } = await runner.query<LinkedMember & { kept: Buffer }>({
    text: `SELECT m.id, m.email, m.name, l.credential_hash AS kept
      FROM member_links l JOIN members m ON m.id = l.member_id
      WHERE l.member_id = $1 AND l.used_at IS NULL AND l.expires_at > now() AND NOT m.blacklist`,
    values: [member],
  });
  const [found] = rows;
  const isRight = isHashOf(found?.kept ?? NO_LINK, credential);
  if (!found || !isRight) return null;
  return { id: found.id, email: found.email, name: found.name };
}

/** Nobody can use the link of a member again. */
export async function useUpLink(tx: PoolClient, member: number): Promise<void> {
  await tx.query('UPDATE member_links SET used_at = now() WHERE member_id = $1', [member]);
}
