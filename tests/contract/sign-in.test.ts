import { describe, expect, test } from 'vitest';
import {
  beginSignIn,
  type BegunSignIn,
  handoffOf,
  postAnswer,
  startPortal,
  explicitProvider,
  validate,
} from '#tests/support/saml-portal.ts';
import type { ResponseFacts } from '#tests/support/forged-saml.ts';
import { withSamlPortal } from '#tests/support/with-saml-portal.ts';

const saml = withSamlPortal();

async function answered(signIn: BegunSignIn, more: Partial<ResponseFacts> = {}) {
  const answer = await postAnswer(saml.portal(), saml.genuine(signIn, more), { cookie: signIn.cookie });
  expect(answer.status).toBe(303);
  return handoffOf(answer);
}

async function signIn(more: Partial<ResponseFacts> = {}) {
  const begun = await beginSignIn(saml.portal());
  const handoff = await answered(begun, more);
  return { begun, handoff, validated: await validate(saml.portal(), handoff, begun.cookie) };
}

describe('the beginning of a sign-in', () => {
  test('names the browser by a cookie that goes with the POST of another site', async () => {
    const answer = await fetch(`${saml.portal().url}/api/auth/saml`, { redirect: 'manual' });
    const cookie = answer.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^skyledger-sign-in=[\w-]{32}; /);
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=None', 'Path=/', 'Max-Age=900']) {
      expect(cookie.split('; ')).toContain(attribute);
    }
  });

  test('asks for an answer at our address, with an identifier of its own', async () => {
    const first = await beginSignIn(saml.portal());
    const second = await beginSignIn(saml.portal());
    expect(first.requestId).toMatch(/^_[0-9a-f]{40}$/);
    expect(second.requestId).not.toBe(first.requestId);
    expect(first.request).toContain(`AssertionConsumerServiceURL="${saml.portal().acsUrl}"`);
    expect(first.request).toContain(saml.portal().entityId);
  });

  test('moves to the address that people use, so that the cookie is set where the answer arrives', async () => {
    const { port } = new URL(saml.portal().url);
    const answer = await fetch(`http://localhost:${port}/api/auth/saml?to=/auth/view/companies`, {
      redirect: 'manual',
    });
    expect(answer.headers.get('location')).toBe(
      `${saml.portal().url}/api/auth/saml?moved=1&to=%2Fauth%2Fview%2Fcompanies`,
    );
    const moved = await fetch(`http://localhost:${port}/api/auth/saml?moved=1`, { redirect: 'manual' });
    expect(moved.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:9\/sso\?SAMLRequest=/);
  });
});

describe('the end of a sign-in', () => {
  test('gives a session whose values are new, and which works', async () => {
    const { handoff, validated } = await signIn({ attributes: { displayName: ['Ada Lovelace'] } });
    expect(validated.status).toBe(200);
    expect(validated.body).toMatchObject({
      success: true,
      data: { uid: 'ada@example.com', email: 'ada@example.com', name: 'Ada Lovelace', roles: ['admin'] },
    });
    expect(validated.session['access-token']).not.toBe(handoff['access-token']);
    expect(validated.session['client']).not.toBe(handoff['client']);
    expect((await validate(saml.portal(), validated.session)).status).toBe(200);
  });

  test('gives values of its own to each sign-in of one person', async () => {
    const first = await signIn();
    const second = await signIn();
    expect(second.validated.session['access-token']).not.toBe(first.validated.session['access-token']);
    expect(second.validated.session['client']).not.toBe(first.validated.session['client']);
  });

  test('keeps no token in clear in the database', async () => {
    const { handoff, validated } = await signIn();
    const { rows } = await saml.database.db.query<{ dump: string }>(
      `SELECT (SELECT coalesce(string_agg(s::text, ' '), '') FROM sessions s)
           || (SELECT coalesce(string_agg(h::text, ' '), '') FROM sign_in_handoffs h) AS dump`,
    );
    expect(rows[0]?.dump).toContain('ada@example.com');
    expect(rows[0]?.dump).not.toContain(validated.session['access-token']);
    expect(rows[0]?.dump).not.toContain(handoff['access-token']);
  });

  test('leaves no token and no response in the log', async () => {
    const { handoff, validated } = await signIn();
    expect(saml.portal().log()).toContain('signed in');
    expect(saml.portal().log()).not.toContain(validated.session['access-token']);
    expect(saml.portal().log()).not.toContain(handoff['access-token']);
    expect(saml.portal().log()).not.toContain('PHNhbWxw');
  });

  test('is not kept by caches and names no referrer', async () => {
    const begun = await beginSignIn(saml.portal());
    const answer = await postAnswer(saml.portal(), saml.genuine(begun), { cookie: begun.cookie });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  });

  test('makes one account of one address, whatever its case', async () => {
    const { validated } = await signIn({ nameId: 'ADA@Example.COM' });
    expect(validated.body.data.uid).toBe('ada@example.com');
  });
});

describe('the hand-off in the address', () => {
  test('is good once', async () => {
    const { begun, handoff } = await signIn();
    const again = await validate(saml.portal(), handoff, begun.cookie);
    expect(again.status).toBe(401);
    expect(again.body).toMatchObject({ success: false, error: expect.any(String), errors: [] });
    expect(again.session).toEqual({});
  });

  test('is good once for twelve that come together', async () => {
    const begun = await beginSignIn(saml.portal());
    const handoff = await answered(begun);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => validate(saml.portal(), handoff, begun.cookie)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test.each([
    ['without the cookie of the sign-in', () => undefined],
    ['in a browser that began another sign-in', async () => (await beginSignIn(saml.portal())).cookie],
  ])('is good for nothing %s', async (_name, cookie) => {
    const begun = await beginSignIn(saml.portal());
    const handoff = await answered(begun);
    const elsewhere = await validate(saml.portal(), handoff, await cookie());
    expect(elsewhere.status).toBe(401);
    expect(elsewhere.session).toEqual({});
  });

  test('opens nothing but the validation', async () => {
    const begun = await beginSignIn(saml.portal());
    const headers = { ...(await answered(begun)), cookie: begun.cookie };
    expect((await fetch(`${saml.portal().url}/api/auth/sessions`, { headers })).status).toBe(401);
    expect(
      (await fetch(`${saml.portal().url}/api/auth/sign_out`, { method: 'DELETE', headers })).status,
    ).toBe(401);
  });

  test('runs out after a minute', async () => {
    const begun = await beginSignIn(saml.portal());
    const before = Date.now() / 1000;
    const handoff = await answered(begun);
    const after = Date.now() / 1000;
    // In whole seconds.
    expect(Number(handoff['expiry'])).toBeGreaterThan(before + 59);
    expect(Number(handoff['expiry'])).toBeLessThan(after + 61);
    await saml.database.db.query(
      "UPDATE sign_in_handoffs SET expires_at = expires_at - interval '61 seconds'",
    );
    expect((await validate(saml.portal(), handoff, begun.cookie)).status).toBe(401);
  });

  test('is not replaced by another person or client', async () => {
    const changes: Record<string, string>[] = [{ uid: 'maya.okafor@example.com' }, { client: 'another' }];
    for (const change of changes) {
      const begun = await beginSignIn(saml.portal());
      const handoff = { ...(await answered(begun)), ...change };
      expect((await validate(saml.portal(), handoff, begun.cookie)).status).toBe(401);
    }
  });
});

describe('an answer that comes twice', () => {
  test('makes one session at most, also twelve times at once', async () => {
    const begun = await beginSignIn(saml.portal());
    const xml = saml.genuine(begun);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => postAnswer(saml.portal(), xml, { cookie: begun.cookie })),
    );
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(11);
  });

  test('is refused after a restart too', async () => {
    const begun = await beginSignIn(saml.portal());
    const xml = saml.genuine(begun);
    expect((await postAnswer(saml.portal(), xml, { cookie: begun.cookie })).status).toBe(303);
    const second = await startPortal(saml.database.db, {
      ...explicitProvider(saml.issuer, [saml.key.certificate]),
      PUBLIC_URL: saml.portal().url,
    });
    try {
      const { port } = new URL(second.url);
      expect(port).toBe(new URL(saml.portal().url).port);
      const again = await postAnswer(
        { ...second, acsUrl: second.listening('/api/auth/saml/callback') },
        xml,
        {
          cookie: begun.cookie,
        },
      );
      expect(again.status).toBe(403);
    } finally {
      await second.close();
    }
  });

  test('is refused when its assertion answers a second request', async () => {
    const assertionId = '_0123456789abcdef0123456789abcdef';
    await answered(await beginSignIn(saml.portal()), { assertionId });
    const begun = await beginSignIn(saml.portal());
    const answer = await postAnswer(saml.portal(), saml.genuine(begun, { assertionId }), {
      cookie: begun.cookie,
    });
    expect(answer.status).toBe(403);
  });
});

describe('a session at the provider that has an end', () => {
  const hour = 3_600_000;
  const sessionOf = async (sessionEnd: number) => {
    const { validated } = await signIn({ sessionEnd });
    expect(validated.status).toBe(200);
    return validated.session;
  };

  test('ends ours with it, and ours lives seven days where it is later', async () => {
    /** When a session ends, after the moments before and after it began, in ms; the former is told in whole seconds. */
    const expectEnd = async (sessionEnd: number, lasts: number) => {
      const before = Date.now();
      const end = Number((await sessionOf(sessionEnd))['expiry']) * 1000;
      expect(end).toBeGreaterThan(before + lasts - 2000);
      expect(end).toBeLessThan(Date.now() + lasts + 2000);
    };
    await expectEnd(2 * hour, 2 * hour);
    await expectEnd(30 * 24 * hour, 7 * 24 * hour);
  });

  test.each([
    ['has ended', -1],
    ['ended an hour ago', -hour],
  ])('signs nobody in once it %s', async (_name, sessionEnd) => {
    const begun = await beginSignIn(saml.portal());
    await saml.expectRefused(begun, saml.genuine(begun, { sessionEnd }), /session at the provider has ended/);
  });

  test('ends the hand-off with it, which else lives a minute', async () => {
    const handoff = await answered(await beginSignIn(saml.portal()), { sessionEnd: 30_000 });
    expect(Number(handoff['expiry'])).toBeLessThan(Date.now() / 1000 + 31);
  });
});

describe('a person who signs in as people do', () => {
  test('types slowly: the answer may take ten minutes, and not twenty', async () => {
    const begun = await beginSignIn(saml.portal());
    const late = await beginSignIn(saml.portal());
    const age = ({ requestId }: BegunSignIn, minutes: number) =>
      saml.database.db.query(
        'UPDATE sign_in_requests SET expires_at = expires_at - make_interval(mins => $2) WHERE id = $1',
        [requestId, minutes],
      );
    await age(begun, 10);
    await answered(begun);
    await age(late, 20);
    const answer = await postAnswer(saml.portal(), saml.genuine(late), { cookie: late.cookie });
    expect(answer.status).toBe(403);
  });

  test('has two tabs: both sign-ins of one browser work, in any order', async () => {
    const first = await beginSignIn(saml.portal());
    const second = await beginSignIn(saml.portal(), { cookie: first.cookie });
    expect(second.cookie).toBe(first.cookie);
    const ofSecond = await answered(second);
    const ofFirst = await answered(first);
    expect((await validate(saml.portal(), ofFirst, first.cookie)).status).toBe(200);
    expect((await validate(saml.portal(), ofSecond, first.cookie)).status).toBe(200);
  });

  test('cannot be signed in by an answer that another browser asked for', async () => {
    const attacker = await beginSignIn(saml.portal());
    const victim = await beginSignIn(saml.portal());
    for (const cookie of [victim.cookie, undefined]) {
      const answer = await postAnswer(saml.portal(), saml.genuine(attacker), { cookie });
      expect(answer.status).toBe(403);
      expect(answer.headers.get('location')).toBeNull();
    }
  });
});

describe('where a person goes after signing in', () => {
  test.each([
    ['/auth/view/cost_centers?page=3', undefined, '/auth/view/cost_centers?page=3'],
    [undefined, undefined, '/auth/home'],
    ['https://evil.example/auth/home', undefined, '/auth/home'],
    ['/auth/../\\evil.example', undefined, '/auth/home'],
    [undefined, 'https://evil.example/', '/auth/home'],
    ['/auth/view/companies', '//evil.example', '/auth/view/companies'],
  ])('to=%j with RelayState %j leads to %s', async (to, relayState, expected) => {
    const begun = await beginSignIn(saml.portal(), to === undefined ? {} : { to });
    const answer = await postAnswer(saml.portal(), saml.genuine(begun), {
      cookie: begun.cookie,
      ...(relayState === undefined ? {} : { relayState }),
    });
    expect(answer.headers.get('location')).not.toContain('evil');
    const validated = await validate(saml.portal(), handoffOf(answer), begun.cookie);
    expect(validated.body.data.return_to).toBe(expected);
  });
});
