import { afterAll, beforeAll, expect } from 'vitest';
import { newTestKey } from '#tests/support/certificate.ts';
import { withDatabase } from '#tests/support/database.ts';
import { type ResponseFacts, signBoth, unsignedResponse } from '#tests/support/forged-saml.ts';
import {
  type BegunSignIn,
  explicitProvider,
  postAnswer,
  type SamlPortal,
  startPortal,
} from '#tests/support/saml-portal.ts';

/** Whom forgers pretend to be; the genuine answers are of `ada@example.com`. */
export const victim = 'maya.okafor@example.com';

/** A portal for all tests of a file, with a provider whose key the tests hold. */
export function withSamlPortal(settings: Record<string, string> = {}) {
  const issuer = 'https://idp.example.com/metadata';
  const key = newTestKey();
  const database = withDatabase();
  let started: SamlPortal | undefined;
  beforeAll(async () => {
    started = await startPortal(database.db, { ...explicitProvider(issuer, [key.certificate]), ...settings });
  });
  afterAll(() => started?.close());
  const portal = () => {
    if (!started) throw new Error('The portal is there once the tests run.');
    return started;
  };

  function unsigned(signIn: BegunSignIn, more: Partial<ResponseFacts> = {}): string {
    const { acsUrl, entityId } = portal();
    return unsignedResponse({ requestId: signIn.requestId, acsUrl, audience: entityId, issuer, ...more });
  }

  const genuine = (signIn: BegunSignIn, more: Partial<ResponseFacts> = {}) =>
    signBoth(unsigned(signIn, more), key.privateKey);

  /** Waiting hand-offs and sessions: what an accepted answer would have added to. */
  async function stored(): Promise<number> {
    const { rows } = await database.db.query<{ n: number }>(
      'SELECT (SELECT count(*) FROM sign_in_handoffs) + (SELECT count(*) FROM sessions) AS n',
    );
    return rows[0]?.n ?? -1;
  }

  /**
   * Refused: 4xx, one generic text, no cookie, no token, nothing stored, the given reason
   * in the log and no part of the message there. That the genuine answer to the same request is taken
   * afterwards shows that nothing else was in the way.
   */
  async function expectRefused(
    signIn: BegunSignIn,
    xml: string,
    reason: RegExp,
    status = 403,
  ): Promise<void> {
    const before = await stored();
    const logged = portal().log().length;
    const answer = await postAnswer(portal(), xml, { cookie: signIn.cookie });
    const text = await answer.text();
    expect(answer.status).toBe(status);
    expect(text).toContain('You are not signed in, and nothing was changed. Please sign in again.');
    expect(answer.headers.get('location')).toBeNull();
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.headers.get('access-token')).toBeNull();
    expect(await stored()).toBe(before);
    const lines = portal().log().slice(logged);
    const refusal = lines.split('\n').find((line) => line.includes('"event":"sign-in refused"')) ?? '{}';
    expect(JSON.parse(refusal).reason).toMatch(reason);
    expect(lines).not.toContain(victim);
    expect(lines).not.toMatch(/SAMLResponse|PHNhbWxw|skh_|sks_/);
    const afterwards = await postAnswer(portal(), genuine(signIn), { cookie: signIn.cookie });
    expect(afterwards.status).toBe(303);
  }

  return { portal, key, issuer, database, unsigned, genuine, stored, expectRefused };
}
