import { request as httpRequest } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApiToken } from '#server/modules/access/api-tokens.ts';
import { createSession } from '#server/modules/access/sessions.ts';
import { apiClient } from '#tests/support/api.ts';
import { withPortal } from '#tests/support/portal.ts';
import { rawRequest } from '#tests/support/raw-http.ts';
import { addWorld } from '#tests/support/worksheets.ts';

const portal = withPortal({ CLIENT_AUTHORIZATION: 'Client hunter2-fixed' });
const secret = (what: string) => `hunter2-${what}`;
let session: Record<string, string>;
beforeAll(async () => {
  const person = { email: 'ada@example.com', name: 'Ada Lovelace', roles: [] };
  session = { ...(await createSession(portal.db, person)), authorization: 'Client hunter2-fixed' };
});

/** The lines that were written while something was done. */
async function linesOf(work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const before = portal.log().length;
  await work();
  return portal
    .log()
    .slice(before)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  rawRequest(
    portal.url,
    method,
    path,
    { ...session, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  );

describe('the log of a refused request', () => {
  it('is one line that says who, what and why', async () => {
    const lines = await linesOf(() => send('POST', '/api/departments', { name: '' }));
    expect(lines).toEqual([
      expect.objectContaining({
        level: 'info',
        actor: 'ada@example.com',
        method: 'POST',
        route: '/api/departments',
        status: 422,
        refusal: 'wrong: name',
        requestId: expect.any(String),
      }),
    ]);
  });

  it.each<[string, string, unknown]>([
    ['a value that is none', '/api/cost_centers', { active_at: secret('date') }],
    ['a field that is none', '/api/departments', { name: { not: secret('object') } }],
    ['a text that is too long', '/api/departments', { name: secret('x').repeat(100) }],
    ['a body that is no JSON', '/api/departments', `{"name":"${secret('half')}`],
    ['a query that nobody knows', `/api/departments?password=${secret('query')}`, { name: 'x' }],
    ['a search', `/api/departments?q=${secret('search')}`, undefined],
    [
      'a worksheet',
      '/api/cost_centers/import_json',
      { data: [{ identifier: 'x', active_at: secret('cell') }] },
    ],
    ['a key', '/api/departments', { name: 'with a key' }],
  ])('has nothing of what was sent: %s', async (_what, path, body) => {
    const key = { 'idempotency-key': secret('key') };
    const lines = await linesOf(() => send(body === undefined ? 'GET' : 'POST', path, body, key));
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });

  it('names fields at a length that fits a line, and no line can be made of them', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `${at}\n{"level":"info"}${'z'.repeat(200)}`);
    const body = Object.fromEntries(names.map((name) => [name, 1]));
    const lines = await linesOf(() => send('POST', '/api/departments', body));
    expect(lines).toHaveLength(1);
    expect(String(lines[0]?.['refusal']).length).toBeLessThan(400);
  });
});

describe('the log of a request whose client leaves', () => {
  it('is one line, also where its body never came whole', async () => {
    const lines = await linesOf(async () => {
      const request = httpRequest(`${portal.url}/api/departments`, {
        method: 'POST',
        headers: { ...session, 'content-type': 'application/json', 'content-length': '100' },
      });
      request.on('error', () => undefined);
      // It is noted down once the session was taken.
      const seen = () =>
        portal.db.query(
          `SELECT FROM sessions WHERE last_seen_at > now() - interval '1 minute' AND client = $1`,
          [session['client']],
        );
      await portal.db.query(
        `UPDATE sessions SET last_seen_at = now() - interval '2 minutes' WHERE client = $1`,
        [session['client']],
      );
      request.write('{"name":"hunter2');
      await expect.poll(async () => (await seen()).rowCount).toBe(1);
      const before = portal.log().length;
      request.destroy();
      await expect.poll(() => portal.log().slice(before)).toContain(' aborted ');
    });
    // Node tells of the broken connection too, without knowing the request.
    const ofTheRequest = lines.filter((line) => 'route' in line);
    expect(ofTheRequest).toEqual([
      expect.objectContaining({
        level: 'info',
        actor: 'ada@example.com',
        route: '/api/departments',
        aborted: true,
        msg: expect.stringMatching(/^POST \/api\/departments aborted \d+ ms$/),
      }),
    ]);
    expect(ofTheRequest[0]).not.toHaveProperty('status');
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });
});

describe('no log', () => {
  it('has a token, a cookie, a response of a provider or the fixed header', async () => {
    const api = await createApiToken(portal.db, { email: 'ci@example.com', name: 'logs', roles: [] });
    const token = String(session['access-token']);
    const lines = await linesOf(async () => {
      await send('GET', '/api/auth/validate_token');
      await send('GET', '/api/departments', undefined, { cookie: `skyledger-sign-in=${secret('cookie')}` });
      await send('GET', '/api/departments', undefined, { authorization: `Bearer ${api?.token}` });
      await send('GET', '/api/departments', undefined, { authorization: `Bearer ${secret('bearer')}` });
      await send('GET', '/api/departments', undefined, { 'access-token': secret('token') });
      await send('GET', `/unauth/login?access-token=${token}&client=${secret('client')}&uid=x`);
      await send('GET', `/api/auth/validate_token?access-token=${token}`);
      await send('GET', `/api/nothing?access-token=${token}`);
      await rawRequest(
        portal.url,
        'POST',
        '/api/auth/saml/callback',
        { 'content-type': 'application/x-www-form-urlencoded' },
        `SAMLResponse=${Buffer.from(secret('saml')).toString('base64')}&RelayState=${secret('relay')}`,
      );
      await send('GET', `/%zz?access-token=${token}`);
      await send('DELETE', '/api/auth/sessions/00000000-0000-4000-8000-000000000000');
    });
    const text = JSON.stringify(lines);
    expect(lines.length).toBeGreaterThan(5);
    expect(text).not.toContain('hunter2');
    expect(text).not.toContain(token);
    expect(text).not.toContain(String(api?.token));
    expect(text).not.toContain(Buffer.from('hunter2').toString('base64').slice(0, 8));
  });

  it('has the rows of a worksheet that was imported', async () => {
    await addWorld(apiClient(portal.url, session));
    const data = [{ identifier: secret('row'), cloud_contact_email: 'amelia.hart@example.com' }];
    const lines = await linesOf(() => send('POST', '/api/cost_centers/import_json', { data }));
    expect(lines).toMatchObject([{ status: 201 }]);
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });
});
