import type { Database } from '#server/platform/database/database.ts';
import { hashOf, isCredential, newCredential, newIdentifier } from '#server/platform/base/credentials.ts';
import type { Person } from './person.ts';
import { SamlRefusal } from './saml/refusal.ts';
import { sessionHeaders, type SessionHeaders } from './sessions.ts';

/** Time for a slow typist, a second factor and a coffee. The browser's cookie lives as long. */
export const signInMinutes = 15;
const handoffSeconds = 60;
/** One is enough for people; a few more come of double clicks and of Back. */
const answersToRequest = 5;

/** An answer that this browser has not requested, not any more, or that comes too often. */
export class NotAwaited extends SamlRefusal {}

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
 * Called before anything of an answer is read.
 * @param browser as its cookie names it
 * @throws NotAwaited unless this browser has begun a sign-in that is still open.
 */
export async function expectBrowser(db: Database, browser: string | null): Promise<void> {
  if (browser === null) throw new NotAwaited('the browser did not send the cookie of the sign-in');
  const open = await db.query(
    'SELECT 1 FROM sign_in_requests WHERE browser_hash = $1 AND expires_at > now() LIMIT 1',
    [hashOf(browser)],
  );
  if (open.rowCount === 0) throw new NotAwaited('no open request of this browser');
}

/**
 * Called before an answer is verified, which takes much longer than this.
 * @throws NotAwaited unless this browser has begun this sign-in, and has not come with several answers already.
 */
export async function expectAnswer(db: Database, requestId: string, browser: string | null): Promise<void> {
  if (browser === null) throw new NotAwaited('the browser did not send the cookie of the sign-in');
  const counted = await db.query(
    `UPDATE sign_in_requests SET answers = answers + 1
     WHERE id = $1 AND browser_hash = $2 AND expires_at > now() AND answers < ${answersToRequest}`,
    [requestId, hashOf(browser)],
  );
  if (counted.rowCount !== 1) throw new NotAwaited('InResponseTo names no open request of this browser');
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
  answer: { requestId: string; assertionId: string; sessionEnds: number | null; browser: string | null },
  person: Person,
): Promise<SessionHeaders> {
  const { browser } = answer;
  if (browser === null) throw new NotAwaited('the browser did not send the cookie of the sign-in');
  const sessionEnds = answer.sessionEnds === null ? null : new Date(answer.sessionEnds);
  const token = newCredential('handoff');
  const client = newIdentifier();
  const expires = await db.transaction(async (tx) => {
    const requests = await tx.query<{ return_to: string }>(
      `DELETE FROM sign_in_requests WHERE id = $1 AND browser_hash = $2 AND expires_at > now() RETURNING return_to`,
      [answer.requestId, hashOf(browser)],
    );
    const request = requests.rows[0];
    if (!request) throw new NotAwaited('InResponseTo names no open request of this browser');
    const used = await tx.query(
      `INSERT INTO sign_in_assertions (assertion_hash, expires_at) VALUES ($1, now() + interval '1 day')
       ON CONFLICT DO NOTHING`,
      [hashOf(answer.assertionId)],
    );
    if (used.rowCount !== 1) throw new SamlRefusal('the assertion has been used before');
    const handoffs = await tx.query<{ expires_at: string }>(
      `INSERT INTO sign_in_handoffs 
         (token_hash, client, browser_hash, email, name, roles, return_to, session_ends_at, groups, groups_missing, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10,
               least($8, now() + interval '${handoffSeconds} seconds')) RETURNING expires_at`,
      [
        hashOf(token),
        client,
        hashOf(browser),
        person.email,
        person.name,
        person.roles,
        request.return_to,
        sessionEnds,
        person.groups ?? null,
        person.groupsMissing ?? false,
      ],
    );
    return handoffs.rows[0]?.expires_at ?? '';
  });
  return sessionHeaders(token, client, person.email, expires);
}

/** The person of a hand-off. */
export interface HandedOver extends Person {
  returnTo: string;
  /** When the person's session at the provider ends; null where it does not say. */
  sessionEnds: string | null;
}

/**
 * Takes a hand-off: it is used up by its first use, and only the browser that began the sign-in gets the
 * person that it is for. Null for anything else.
 */
export async function takeHandoff(
  db: Database,
  credentials: { token: unknown; client: unknown; uid: unknown; browser: string | null },
): Promise<HandedOver | null> {
  const { token, client, uid, browser } = credentials;
  if (!isCredential('handoff', token) || browser === null) return null;
  const { rows } = await db.query<HandedOver & { client: string; browser_hash: Buffer }>(
    `DELETE FROM sign_in_handoffs WHERE token_hash = $1 AND expires_at > now()
     RETURNING email, name, roles, groups, groups_missing AS "groupsMissing", return_to AS "returnTo",
       session_ends_at AS "sessionEnds", client, browser_hash`,
    [hashOf(token)],
  );
  const found = rows[0];
  if (!found || found.client !== client || found.email !== uid) return null;
  if (!found.browser_hash.equals(hashOf(browser))) return null;
  const { client: _client, browser_hash: _browser, ...person } = found;
  return person;
}
