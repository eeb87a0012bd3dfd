import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSession } from '#server/modules/access/sessions.ts';
import { projectRoot } from '#server/platform/config/config.ts';
import { newTestKey } from '#tests/support/certificate.ts';
import { withDatabase } from '#tests/support/database.ts';
import { observatoryScore } from '#tests/support/observatory.ts';
import { rawRequest, type RawAnswer } from '#tests/support/raw-http.ts';
import { explicitProvider, startPortal, type SamlPortal } from '#tests/support/saml-portal.ts';

const database = withDatabase();
let plain: SamlPortal;
/** As it stands behind a proxy that ends TLS. */
let secure: SamlPortal;
beforeAll(async () => {
  plain = await startPortal(database.db);
  secure = await startPortal(database.db, {
    PUBLIC_URL: 'https://skyledger.example.com',
    TRUST_PROXY: 'true',
    ...explicitProvider('https://idp.example.com/metadata', [newTestKey().certificate]),
  });
});
afterAll(() => Promise.all([plain.close(), secure.close()]));

const builtWeb = existsSync(join(projectRoot, 'dist/web/index.html'));

/** One address of every kind of answer, with the status that it has. */
const kinds: [string, string, string, number][] = [
  ['the API without a session', 'GET', '/api/cost_centers', 401],
  ['the API with a session', 'GET', '/api/cost_centers', 200],
  ['a file of the API', 'GET', '/api/cost_centers.csv', 200],
  ['what is not found', 'GET', '/api/nothing', 404],
  ['a broken address', 'GET', '/api/%zz', 400],
  ['a method that is not taken', 'DELETE', '/api/cost_centers', 405],
  ['the documentation', 'GET', '/api/docs', 200],
  ['the OpenAPI document', 'GET', '/api/openapi.json', 200],
  ['the metadata of the sign-in', 'GET', '/api/auth/saml/metadata', 200],
  ['the beginning of a sign-in', 'GET', '/api/auth/saml', 302],
  ['an answer of a provider that is refused', 'POST', '/api/auth/saml/callback', 403],
  ['the health', 'GET', '/healthz', 200],
  ['the figures', 'GET', '/metrics', 200],
  ...(builtWeb
    ? ([
        ['the start page', 'GET', '/', 200],
        ['a page of the web', 'GET', '/auth/view/cost_centers?page=2', 200],
        ['the end of a sign-in', 'GET', '/unauth/login?access-token=x', 200],
        ['a file of the web', 'GET', '/favicon.svg', 200],
        ['a script of the web', 'GET', '/color-scheme.js', 200],
        ['a script that is gone', 'GET', '/assets/gone.js', 404],
      ] satisfies [string, string, string, number][])
    : []),
];

/** Those that show what they do only to somebody who is signed in. */
const FOR_PEOPLE = new Set([
  'the API with a session',
  'a file of the API',
  'what is not found',
  'a method that is not taken',
]);

async function answerOf(portal: SamlPortal, what: string, method: string, path: string): Promise<RawAnswer> {
  const person = { email: 'ada@example.com', name: null, roles: [] };
  const session = FOR_PEOPLE.has(what) ? { ...(await createSession(database.db, person)) } : {};
  const form = method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
  const body = method === 'POST' ? 'SAMLResponse=x' : undefined;
  const through = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'skyledger.example.com' };
  const proxy = portal === secure ? through : {};
  return rawRequest(portal.listening(''), method, path, { ...session, ...form, ...proxy }, body);
}

const policyOf = ({ headers }: Pick<RawAnswer, 'headers'>) =>
  new Map(
    String(headers['content-security-policy'] ?? '')
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name, sources]),
  );

/** Nothing may frame it, run in it or guess what it is. */
function expectGuarded(answer: Pick<RawAnswer, 'headers'>): void {
  const policy = policyOf(answer);
  expect(policy.get('default-src')).toEqual(["'none'"]);
  const scripts = policy.get('script-src') ?? policy.get('default-src');
  // A script of the page's own may be named by its checksum.
  for (const source of scripts ?? ['anything'])
    expect(source).toMatch(/^'(?:none|self|sha256-[\w+/]{43}=)'$/);
  expect(policy.get('object-src') ?? policy.get('default-src')).toEqual(["'none'"]);
  expect(policy.get('base-uri')).toEqual(["'none'"]);
  expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
  expect(policy.has('form-action')).toBe(true);
  expect(answer.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  });
  expect(answer.headers['x-powered-by']).toBeUndefined();
  expect(answer.headers['server']).toBeUndefined();
}

describe.each(kinds)('%s', (what, method, path, status) => {
  it('cannot be framed, sniffed or made to run what is not ours', async () => {
    const answer = await answerOf(plain, what, method, path);
    expect(answer.status).toBe(status);
    expectGuarded(answer);
    expect(answer.headers['strict-transport-security']).toBeUndefined();
  });

  it('scores 100 or more behind TLS by the rules of the Mozilla Observatory', async () => {
    const answer = await answerOf(secure, what, method, path);
    expectGuarded(answer);
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
    // Where a sign-in begins a cookie must go with the POST of another site, which the rules hold against it.
    const { score, findings } = observatoryScore({ ...answer.headers, 'set-cookie': undefined }, answer.text);
    expect([score >= 100, findings]).toEqual([true, findings]);
  });
});

it('sends the tokens of a sign-in to no cache and no referrer', async () => {
  const { headers } = await answerOf(plain, 'the end', 'GET', '/unauth/login?access-token=x&client=y');
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
});

it('guards what is no HTTP too', async () => {
  const socket = connect(Number(new URL(plain.url).port), '127.0.0.1');
  socket.end('NONSENSE\r\n\r\n');
  let text = '';
  for await (const part of socket) text += String(part);
  expect(text).toMatch(/^HTTP\/1\.1 400 /);
  expect(text.toLowerCase()).toContain('x-content-type-options: nosniff');
});

describe('the built-in identity provider', () => {
  it('cannot be framed, and posts to the portal alone', async () => {
    const begun = await rawRequest(plain.url, 'GET', '/api/auth/saml');
    const location = new URL(String(begun.headers['location']));
    const answer = await rawRequest(plain.url, 'GET', location.pathname + location.search);
    expect(answer.status).toBe(200);
    expectGuarded(answer);
    expect(policyOf(answer).get('form-action')).toEqual(expect.arrayContaining(["'self'"]));
  });
});
