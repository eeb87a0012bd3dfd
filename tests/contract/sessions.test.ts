import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiToken, revokeApiToken } from '#server/modules/access/api-tokens.ts';
import { createSession } from '#server/modules/access/sessions.ts';
import { withDatabase } from '#tests/support/database.ts';
import { openEventStream } from '#tests/support/event-stream.ts';
import { type SamlPortal, startPortal, validate } from '#tests/support/saml-portal.ts';

const database = withDatabase();
let portal: SamlPortal;
beforeAll(async () => {
  portal = await startPortal(database.db);
});
afterAll(() => portal.close());

const newSession = async (email = 'ada@example.com') => ({
  ...(await createSession(database.db, { email, name: null, roles: [] }, 'a browser')),
});
const ask = (path: string, init: RequestInit = {}) => fetch(`${portal.url}${path}`, init);
const sessionsStatus = async (headers: Record<string, string>) =>
  (await ask('/api/auth/sessions', { headers })).status;

describe('a session', () => {
  test('opens the API, and says whose it is and what it may', async () => {
    const session = await newSession();
    expect(await sessionsStatus(session)).toBe(200);
    const { status, body } = await validate(portal, session);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      uid: 'ada@example.com',
      rights: { read: true, edit_reference_data: true, operate: true, administer: true },
    });
  });

  test.each([
    ['another token', { 'access-token': `sks_${'A'.repeat(43)}` }],
    ['an altered token', { 'access-token': 'sks_short' }],
    ['no token', { 'access-token': '' }],
    ['another client', { client: 'another' }],
    ['no client', { client: '' }],
    ['another person', { uid: 'maya.okafor@example.com' }],
    ['no person', { uid: '' }],
    ['SQL in the token', { 'access-token': "sks_' OR '1'='1" }],
    ['a very long token', { 'access-token': `sks_${'A'.repeat(8000)}` }],
  ])('is refused with %s', async (_name, change) => {
    const session = { ...(await newSession()), ...change };
    expect(await sessionsStatus(session)).toBe(401);
    const { status, body } = await validate(portal, session);
    expect(status).toBe(401);
    expect(body).toEqual({
      success: false,
      error: 'Please sign in first.',
      errors: [],
      request_id: expect.any(String),
    });
  });

  test('takes the person in capitals', async () => {
    expect(await sessionsStatus({ ...(await newSession()), uid: 'Ada@Example.com' })).toBe(200);
  });

  test.each([
    ['after twelve idle hours', "last_seen_at = now() - interval '12 hours 1 second'", 401],
    ['not after eleven', "last_seen_at = now() - interval '11 hours'", 200],
    ['after seven days, used or not', "expires_at = expires_at - interval '7 days 1 second'", 401],
    ['not after six', "expires_at = expires_at - interval '6 days'", 200],
  ])('ends %s', async (_name, change, status) => {
    const session = await newSession();
    await database.db.query(`UPDATE sessions SET ${change} WHERE client = $1`, [session.client]);
    expect(await sessionsStatus(session)).toBe(status);
    expect((await validate(portal, session)).status).toBe(status);
  });

  test('notes when it was last seen once a minute, not with every request', async () => {
    const session = await newSession();
    const seen = async () =>
      (
        await database.db.query<{ at: string }>('SELECT last_seen_at AS at FROM sessions WHERE client = $1', [
          session.client,
        ])
      ).rows[0]?.at;
    const before = await seen();
    await sessionsStatus(session);
    expect(await seen()).toBe(before);
    await database.db.query(
      "UPDATE sessions SET last_seen_at = now() - interval '2 minutes' WHERE client = $1",
      [session.client],
    );
    const asked = Date.now();
    await sessionsStatus(session);
    expect(Date.parse((await seen()) ?? '')).toBeGreaterThanOrEqual(asked);
  });

  test('ends at once at log-out, in every process', async () => {
    const other = await startPortal(database.db);
    const session = await newSession();
    expect((await validate(other, session)).status).toBe(200);
    const answer = await ask('/api/auth/sign_out', { method: 'DELETE', headers: session });
    expect(await answer.json()).toEqual({ success: true });
    expect(await sessionsStatus(session)).toBe(401);
    expect((await validate(other, session)).status).toBe(401);
    await other.close();
  });

  test('is listed without its token, and its own is marked', async () => {
    const session = await newSession('list@example.com');
    const answer = await ask('/api/auth/sessions', { headers: session });
    const { data, meta } = await answer.json();
    expect(meta.total).toBe(data.length);
    const own = data.filter((row: { current: boolean }) => row.current);
    expect(own).toMatchObject([{ email: 'list@example.com', user_agent: 'a browser' }]);
    expect(JSON.stringify(data)).not.toContain(session['access-token']);
  });

  test.each(['0', 'x', '00000000-0000-4000-8000-000000000000', "'--"])(
    'is not found by the identifier %j',
    async (id) => {
      const headers = await newSession();
      const answer = await ask(`/api/auth/sessions/${encodeURIComponent(id)}`, { method: 'DELETE', headers });
      expect(answer.status).toBe(404);
    },
  );
});

describe('the sessions of a person', () => {
  const sessionsOf = async (headers: Record<string, string>, query = '') => {
    const answer = await ask(`/api/auth/sessions${query}`, { headers });
    return (await answer.json()).data as { id: string; email: string; address: string; current: boolean }[];
  };

  test('are ended but for the one that asks, and those of others go on', async () => {
    const here = await newSession('leaves@example.com');
    const elsewhere = [await newSession('leaves@example.com'), await newSession('leaves@example.com')];
    const other = await newSession('stays@example.com');
    const streams = [
      await openEventStream(portal.url, here),
      ...(await Promise.all(elsewhere.map((session) => openEventStream(portal.url, session)))),
    ];
    const answer = await ask('/api/auth/sessions', { method: 'DELETE', headers: here });
    expect(answer.status).toBe(200);
    expect((await answer.json()).meta).toEqual({ total: 2 });
    expect(await Promise.all([here, ...elsewhere, other].map(sessionsStatus))).toEqual([200, 401, 401, 200]);
    await expect.poll(() => streams.map(({ isOver }) => isOver())).toEqual([false, true, true]);
    expect(await sessionsOf(here, '?by_email=LEAVES@example.com')).toMatchObject([{ current: true }]);
  });

  test('tell where they were used from last', async () => {
    const session = await newSession('where@example.com');
    const stale = "last_seen_at = now() - interval '2 minutes', address = '192.0.2.7'";
    await database.db.query(`UPDATE sessions SET ${stale} WHERE client = $1`, [session.client]);
    expect(await sessionsStatus(session)).toBe(200);
    expect(await sessionsOf(session, '?q=where@')).toMatchObject([{ address: '127.0.0.1' }]);
    expect(await sessionsOf(session, '?q=where@&by_email=ada@example.com')).toEqual([]);
  });
});

describe('nothing answers without a session', () => {
  test.each([
    ['GET', '/api/auth/sessions'],
    ['DELETE', '/api/auth/sign_out'],
    ['GET', '/api/nothing/here'],
    ['POST', '/api/nothing/here'],
    ['PATCH', '/api'],
    ['GET', '/api/users'],
    ['GET', '/api/__proto__'],
    ['GET', '/api/auth/saml/other'],
    ['OPTIONS', '/api/auth/sessions'],
  ])('%s %s', async (method, path) => {
    const answer = await ask(path, { method });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: 'Please sign in first.', errors: [] });
  });

  test('and a body is not even read', async () => {
    // A body that is announced and never comes: whoever waited for it would not answer.
    const { connect } = await import('node:net');
    const socket = connect(Number(new URL(portal.url).port), '127.0.0.1');
    socket.write(
      'POST /api/cost_centers HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500000\r\n\r\n{',
    );
    const answer = await new Promise<string>((resolve) =>
      socket.once('data', (data) => resolve(String(data))),
    );
    socket.destroy();
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  });
});

describe('an API token', () => {
  const newToken = async (name: string) => {
    const created = await createApiToken(database.db, { email: 'ci@example.com', name, roles: [] });
    if (!created) throw new Error('The token was not made.');
    return created;
  };

  test('opens the API until it is revoked', async () => {
    const { token, record } = await newToken('opens');
    const headers = { authorization: `Bearer ${token}` };
    expect(await sessionsStatus(headers)).toBe(200);
    expect((await validate(portal, headers)).body.data).toMatchObject({
      uid: 'ci@example.com',
      via: 'token',
    });
    await revokeApiToken(database.db, record.id);
    expect(await sessionsStatus(headers)).toBe(401);
  });

  test('is kept as a hash, and one of a name is enough', async () => {
    const { token } = await newToken('Hash');
    const { rows } = await database.db.query<{ dump: string }>(
      "SELECT string_agg(t::text, ' ') AS dump FROM api_tokens t",
    );
    expect(rows[0]?.dump).toContain('ci@example.com');
    expect(rows[0]?.dump).not.toContain(token);
    const again = await createApiToken(database.db, { email: 'ci@example.com', name: 'hash', roles: [] });
    expect(again).toBeNull();
  });

  test('is not taken where a session belongs, nor the other way round', async () => {
    const { token } = await newToken('elsewhere');
    const session = await newSession('ci@example.com');
    expect(await sessionsStatus({ ...session, 'access-token': token })).toBe(401);
    expect(await sessionsStatus({ authorization: `Bearer ${session['access-token']}` })).toBe(401);
  });

  test('is not signed out', async () => {
    const { token } = await newToken('sign out');
    const answer = await ask('/api/auth/sign_out', {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(403);
  });
});

describe('credentials that are asked about at the same time', () => {
  test('each stand for themselves, and one that has ended is refused at once', async () => {
    const people = Array.from({ length: 12 }, (_, at) => `person.${at}@example.com`);
    const sessions = await Promise.all(people.map(newSession));
    const whose = async (session: Record<string, string>) => {
      const { status, body } = await validate(portal, session);
      return status === 200 ? body.data?.uid : status;
    };
    const rounds = Array.from({ length: 60 }, (_, at) => at % sessions.length);
    const asked = rounds.map((at) => whose(sessions[at] ?? {}));
    expect(await Promise.all(asked)).toEqual(rounds.map((at) => people[at]));

    // The database ends them, as another process would.
    const running = rounds.map((at) => whose(sessions[at] ?? {}));
    const ended = sessions.slice(0, 6).map(({ client }) => client);
    await database.db.query('DELETE FROM sessions WHERE client = ANY($1)', [ended]);
    const after = await Promise.all(rounds.map((at) => whose(sessions[at] ?? {})));
    expect(after).toEqual(rounds.map((at) => (at < 6 ? 401 : people[at])));
    await Promise.all(running);
  });
});
