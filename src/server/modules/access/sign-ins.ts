import type { Database } from '#server/platform/database.ts';
import { hashOf, isCredential, newCredential, newIdentifier } from './credentials.ts';
import type { Person } from './person.ts';
import { SamlRefusal } from './saml/refusal.ts';
import { sessionHeaders, type SessionHeaders } from './sessions.ts';

/** Time for a slow typist, a second factor and a coffee. The browser's cookie lives as long. */
export const signInMinutes = 15;
const handoffSeconds = 60;

/** Remembers a sign-in that leaves for the provider, for the browser that holds `browser`. */
export async function beginSignIn(
  db: Database,
  signIn: { requestId: string; browser: string; returnTo: string },
): Promise<void> {
  await db.query(
    `INSERT INTO sign_in_requests (id, browser_hash, return_to, expires_at)
     VALUES ($1, $2, $3, now() + interval '${signInMinutes} minutes')`,
    [signIn.requestId, hashOf(signIn.browser), signIn.returnTo],
  );
}

/**
 * Uses up the request and the assertion and makes the hand-off, all or nothing: of any number of copies at
 * once, in any number of processes, one gets through.
 *
 * @throws SamlRefusal when the request is unknown, over, used, or was begun in another browser, or the
 *   assertion has been used.
 */
export async function completeSignIn(
  db: Database,
  answer: { requestId: string; assertionId: string; browser: string | null },
  person: Person,
): Promise<SessionHeaders> {
  const { browser } = answer;
  if (browser === null) throw new SamlRefusal('the browser did not send the cookie of the sign-in');
  const token = newCredential('handoff');
  const client = newIdentifier();
  const expires = await db.transaction(async (tx) => {
    const requests = await tx.query<{ return_to: string }>(
      `DELETE FROM sign_in_requests WHERE id = $1 AND browser_hash = $2 AND expires_at > now() RETURNING return_to`,
      [answer.requestId, hashOf(browser)],
    );
    const request = requests.rows[0];
    if (!request) throw new SamlRefusal('InResponseTo names no open request of this browser');
    const used = await tx.query(
      `INSERT INTO sign_in_assertions (assertion_hash, expires_at) VALUES ($1, now() + interval '1 day')
       ON CONFLICT DO NOTHING`,
      [hashOf(answer.assertionId)],
    );
    if (used.rowCount !== 1) throw new SamlRefusal('the assertion has been used before');
    const handoffs = await tx.query<{ expires_at: string }>(
      `INSERT INTO sign_in_handoffs (token_hash, client, browser_hash, email, name, roles, return_to, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, now() + interval '${handoffSeconds} seconds') RETURNING expires_at`,
      [hashOf(token), client, hashOf(browser), person.email, person.name, person.roles, request.return_to],
    );
    return handoffs.rows[0]?.expires_at ?? '';
  });
  return sessionHeaders(token, client, person.email, expires);
}

/**
 * Takes a hand-off: whoever presents it uses it up, and only the browser that began the sign-in gets the
 * person it stands for. Null for anything else.
 */
export async function takeHandoff(
  db: Database,
  credentials: { token: unknown; client: unknown; uid: unknown; browser: string | null },
): Promise<(Person & { returnTo: string }) | null> {
  const { token, client, uid, browser } = credentials;
  if (!isCredential('handoff', token) || browser === null) return null;
  const { rows } = await db.query<Person & { return_to: string; client: string; browser_hash: Buffer }>(
    `DELETE FROM sign_in_handoffs WHERE token_hash = $1 AND expires_at > now()
     RETURNING email, name, roles, return_to, client, browser_hash`,
    [hashOf(token)],
  );
  const found = rows[0];
  if (!found || found.client !== client || found.email !== uid) return null;
  if (!found.browser_hash.equals(hashOf(browser))) return null;
  return { email: found.email, name: found.name, roles: found.roles, returnTo: found.return_to };
}
