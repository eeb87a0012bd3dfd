import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiToken } from '#server/modules/access/api-tokens.ts';
import { createSession } from '#server/modules/access/sessions.ts';
import { withDatabase } from '#tests/support/database.ts';
import {
  beginSignIn,
  handoffOf,
  postAnswer,
  type SamlPortal,
  startPortal,
  validate,
} from '#tests/support/saml-portal.ts';

const database = withDatabase();
const named = 'Client skyledger-web';
let open: SamlPortal;
let strict: SamlPortal;
beforeAll(async () => {
  open = await startPortal(database.db);
  strict = await startPortal(database.db, { CLIENT_AUTHORIZATION: named });
});
afterAll(() => Promise.all([open.close(), strict.close()]));

const newSession = async () => ({
  ...(await createSession(database.db, { email: 'ada@example.com', name: null, roles: [] })),
});

/** What a finished sign-in at the built-in provider hands over. */
async function newHandoff() {
  const { location, cookie } = await beginSignIn(strict);
  const SAMLRequest = location.searchParams.get('SAMLRequest') ?? '';
  const body = new URLSearchParams({ SAMLRequest, RelayState: '', person: 'maya' });
  const page = await fetch(location.origin + location.pathname, { method: 'POST', body });
  const message = /name="SAMLResponse" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const xml = Buffer.from(message, 'base64').toString('utf8');
  return { handoff: handoffOf(await postAnswer(strict, xml, { cookie })), cookie };
}

describe('a request that a page of another site makes is refused, and changes nothing', () => {
  test.each<[string, Record<string, string>]>([
    ['by its Origin', { origin: 'https://evil.example' }],
    ['by an Origin on another port', { origin: 'http://127.0.0.1:1' }],
    ['by an opaque Origin', { origin: 'null' }],
    ['by what the browser says of the site', { 'sec-fetch-site': 'cross-site' }],
    ['by what the browser says of a sister site', { 'sec-fetch-site': 'same-site' }],
    ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['as a form with files', { 'content-type': 'multipart/form-data; boundary=x' }],
    ['as plain text', { 'content-type': 'text/plain;charset=UTF-8' }],
  ])('%s', async (_name, foreign) => {
    const session = await newSession();
    const answer = await fetch(`${open.url}/api/auth/sign_out`, {
      method: 'DELETE',
      headers: { ...session, ...foreign },
    });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error: expect.any(String), request_id: expect.any(String) });
    expect((await validate(open, session)).status).toBe(200);
  });

  test('but not one of the portal itself, by whichever name it was opened', async () => {
    const { port } = new URL(open.url);
    for (const host of ['127.0.0.1', 'localhost']) {
      const answer = await fetch(`http://${host}:${port}/api/auth/sign_out`, {
        method: 'DELETE',
        headers: {
          ...(await newSession()),
          origin: `http://${host}:${port}`,
          'sec-fetch-site': 'same-origin',
        },
      });
      expect(answer.status).toBe(200);
    }
  });

  test('and other sites are not allowed to read anything', async () => {
    const headers = { ...(await newSession()), origin: 'https://evil.example' };
    const answer = await fetch(`${open.url}/api/auth/sessions`, { headers });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    const preflight = await fetch(`${open.url}/api/auth/sign_out`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'DELETE' },
    });
    expect(preflight.ok).toBe(false);
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('a GET does not sign out', async () => {
    const headers = await newSession();
    expect((await fetch(`${open.url}/api/auth/sign_out`, { headers })).status).not.toBe(200);
    expect((await validate(open, headers)).status).toBe(200);
  });
});

describe('where the client must name itself', () => {
  test('a session without the header is refused, and with it works', async () => {
    const session = await newSession();
    expect((await validate(strict, session)).status).toBe(401);
    const other = await validate(strict, { ...session, authorization: 'Client other' });
    expect(other).toMatchObject({ status: 401, body: { success: false, error: 'Please sign in first.' } });
    const answer = await fetch(`${strict.url}/api/auth/sessions`, { headers: session });
    expect(answer.status).toBe(401);
    expect((await validate(strict, { ...session, authorization: named })).status).toBe(200);
  });

  test('a hand-off without the header is not taken, and afterwards with it', async () => {
    const { handoff, cookie } = await newHandoff();
    expect(await validate(strict, handoff, cookie)).toMatchObject({ status: 401, body: { success: false } });
    const taken = await validate(strict, { ...handoff, authorization: named }, cookie);
    expect([taken.status, taken.session['access-token']]).toEqual([200, expect.any(String)]);
  });

  test('the header alone opens nothing', async () => {
    const headers = { authorization: named };
    expect((await fetch(`${strict.url}/api/auth/sessions`, { headers })).status).toBe(401);
    expect((await validate(strict, headers)).status).toBe(401);
  });

  test('API tokens need no more than themselves', async () => {
    const owner = { email: 'ci@example.com', name: 'strict', roles: [] };
    const created = await createApiToken(database.db, owner);
    const headers = { authorization: `Bearer ${created?.token}` };
    expect((await fetch(`${strict.url}/api/auth/sessions`, { headers })).status).toBe(200);
    expect(await validate(strict, headers)).toMatchObject({
      status: 200,
      body: { success: true, data: { uid: 'ci@example.com', via: 'token' } },
    });
    const wrong = { authorization: `Bearer ${created?.token}x` };
    expect(await validate(strict, wrong)).toMatchObject({ status: 401, body: { success: false } });
  });

  test('signing in works, since links and redirects carry no headers', async () => {
    expect((await beginSignIn(strict)).requestId).not.toBe('');
    expect((await fetch(`${strict.url}/api/auth/saml/metadata`)).status).toBe(200);
  });

  test.each(['/api/docs', '/api/openapi.json'])(
    'but %s, which a link opens, does not need it',
    async (path) => {
      expect((await fetch(strict.url + path)).status).toBe(200);
    },
  );
});

describe('a flood of sign-ins', () => {
  test('gets 429 with Retry-After and a page, and whoever has another address goes on', async () => {
    const portal = await startPortal(database.db, { TRUST_PROXY: 'true' });
    const begin = (from: string) =>
      fetch(`${portal.url}/api/auth/saml`, { redirect: 'manual', headers: { 'x-forwarded-for': from } });
    const together = (count: number) =>
      Promise.all(Array.from({ length: count }, () => begin('198.51.100.7')));
    // A hundred people behind one address are no flood.
    expect(new Set((await together(100)).map(({ status }) => status))).toEqual(new Set([302]));
    const flooded = (await together(150)).find(({ status }) => status === 429);
    expect(Number(flooded?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(flooded?.headers.get('content-type')).toContain('text/html');
    expect(await flooded?.text()).toContain('Please wait a minute');
    expect((await begin('198.51.100.8')).status).toBe(302);
    await portal.close();
  });
});
