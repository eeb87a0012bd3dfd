import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createApiToken } from '#server/modules/access/api-tokens.ts';
import type { Role } from '#kernel/rights.ts';
import { apiClient, type Api } from '#tests/support/api.ts';
import { openEventStream } from '#tests/support/event-stream.ts';
import { withPortal, type TestPortal } from '#tests/support/portal.ts';
import { startPortal } from '#tests/support/saml-portal.ts';

const open = withPortal();
const mapped = withPortal({
  SAML_ROLES_ATTRIBUTE: 'groups',
  SAML_ROLE_MAP: 'ccoe=admin, finance=editor, audit=viewer',
});

interface Token {
  id: number;
  email: string;
  name: string;
  role: Role | null;
  hint: string | null;
  state: string;
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
  address: string | null;
  revoked_at: string | null;
  token?: string;
}

const made = async (api: Api, body: object): Promise<Token & { token: string }> => {
  const answer = await api.post<Token & { token: string }>('/auth/tokens', body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data;
};
const listed = async (api: Api, query = '') => (await api.get<Token[]>(`/auth/tokens${query}`)).body.data;
const asToken = (portal: Pick<TestPortal, 'url'>, token: string) =>
  apiClient(portal.url, { authorization: `Bearer ${token}` });

describe('a token that a person makes', () => {
  it('acts as them, is shown once, and is listed by how it begins and when it was used', async () => {
    const api = await open.signIn({ email: 'maker@example.com' });
    const { token, ...record } = await made(api, { name: ' nightly ', role: 'editor', days: '30' });
    expect(token).toMatch(/^skt_[\w-]{43}$/);
    expect(record).toMatchObject({
      email: 'maker@example.com',
      name: 'nightly',
      role: 'editor',
      hint: token.slice(0, 8),
      state: 'valid',
      last_used_at: null,
    });
    const lasts = Date.parse(record.expires_at ?? '') - Date.parse(record.created_at);
    expect(Math.round(lasts / 86_400_000)).toBe(30);
    const before = Date.now();
    const who = await asToken(open, token).get<{ uid: string; via: string }>('/auth/validate_token');
    expect(who.body.data).toMatchObject({ uid: 'maker@example.com', via: 'token' });
    const [seen] = await listed(api, '?by_email=maker@example.com');
    expect(seen).toMatchObject({ name: 'nightly', address: '127.0.0.1' });
    expect(Date.parse(seen?.last_used_at ?? '')).toBeGreaterThanOrEqual(before);
    expect(JSON.stringify(seen)).not.toContain(token.slice(8));
  });

  it('may be asked for bare or wrapped, with its days as a number', async () => {
    const api = await open.signIn({ email: 'wrapped@example.com' });
    const body = { name: 'wrapped', role: 'viewer', days: 7 };
    expect((await made(api, { api_token: body })).role).toBe('viewer');
    expect((await made(api, { name: 'by default' })).role).toBe('viewer');
  });

  it('does no more than its role, where roles are mapped and where they are not', async () => {
    for (const portal of [open, mapped]) {
      const api = await portal.signIn({ email: 'bounded@example.com', roles: ['admin'] });
      const viewer = asToken(portal, (await made(api, { name: 'looks', role: 'viewer' })).token);
      expect((await viewer.get('/departments')).status).toBe(200);
      expect((await viewer.post('/departments', { name: 'Looked' })).status).toBe(403);
      expect((await viewer.get<Token[]>('/auth/tokens')).body.data).toHaveLength(1);
      const editor = asToken(portal, (await made(api, { name: 'edits', role: 'editor' })).token);
      expect((await editor.post('/departments', { name: 'Edited' })).status).toBe(201);
    }
  });

  it.each([
    [{}, ['name']],
    [{ name: ' ', role: 'king', days: '8' }, ['name', 'role', 'days']],
    [{ name: 'x'.repeat(101) }, ['name']],
    [{ name: 'ok', email: 'other@example.com' }, ['email']],
    [{ name: 'ok', roles: ['admin'] }, ['roles']],
    [{ name: 'ok', token: 'skt_mine' }, ['token']],
    [{ name: 'ok', expires_at: '2099-01-01' }, ['expires_at']],
  ])('is refused as %j', async (body, fields) => {
    const api = await open.signIn({ email: 'refused@example.com' });
    const answer = await api.post('/auth/tokens', body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors.map(({ field }) => field).toSorted()).toEqual(fields.toSorted());
    expect(await listed(api, '?by_email=refused@example.com')).toEqual([]);
  });

  it('is not made twice by a repeated request, nor kept for it', async () => {
    const api = await open.signIn({ email: 'twice@example.com' });
    const send = () =>
      api.post<Token>('/auth/tokens', { name: 'once' }, { 'idempotency-key': 'the same key' });
    const answers = await Promise.all(Array.from({ length: 4 }, send));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      error: 'You have a token named once already. Revoke it first, or take another name.',
      errors: [{ field: 'name' }],
    });
    expect(await listed(api, '?by_email=twice@example.com')).toHaveLength(1);
    const { rows } = await open.db.query('SELECT FROM idempotency_keys');
    expect(rows).toEqual([]);
  });

  it('gives its name back once it ran out, and is refused from then on', async () => {
    const api = await open.signIn({ email: 'ran.out@example.com' });
    const own = () => listed(api, '?by_email=ran.out@example.com');
    const { id, token } = await made(api, { name: 'short', days: '7' });
    await open.db.query("UPDATE api_tokens SET expires_at = now() - interval '1 second' WHERE id = $1", [id]);
    expect((await asToken(open, token).get('/departments')).status).toBe(401);
    expect(await own()).toMatchObject([{ id, state: 'expired' }]);
    const again = await made(api, { name: 'SHORT', days: '7' });
    expect(await own()).toMatchObject([
      { id: again.id, state: 'valid' },
      { id, state: 'revoked' },
    ]);
  });

  it('is made by who is signed in, not by another token', async () => {
    const api = await open.signIn({ email: 'chain@example.com' });
    const { token } = await made(api, { name: 'first', role: 'admin' });
    const answer = await asToken(open, token).post('/auth/tokens', { name: 'second' });
    expect(answer.status).toBe(403);
    expect(answer.body.error).toBe('An API token cannot make another one. Sign in to make it.');
  });

  it('is one of fifty at most, and sixty may be asked for in a minute', async () => {
    const api = await open.signIn({ email: 'many@example.com' });
    for (let at = 0; at < 50; at += 1)
      await createApiToken(open.db, { email: 'many@example.com', name: `old ${at}`, roles: [] });
    const full = await api.post('/auth/tokens', { name: 'one more' });
    expect(full.status).toBe(409);
    expect(full.body.error).toContain('You have 50 API tokens.');
    for (let at = 0; at < 59; at += 1) await api.post('/auth/tokens', {});
    const flooded = await api.post('/auth/tokens', {});
    expect(flooded.status).toBe(429);
    expect(Number(flooded.headers.get('retry-after'))).toBeGreaterThan(0);
    const other = await open.signIn({ email: 'not.many@example.com' });
    await made(other, { name: 'mine' });
  });

  it('stands in no table, log, history, search or file', async () => {
    const api = await open.signIn({ email: 'kept@example.com' });
    const { token } = await made(api, { name: 'kept as a hash' });
    const secret = token.slice(8);
    const used = asToken(open, token);
    expect((await used.get('/departments')).status).toBe(200);
    expect((await used.get(`/search?q=${secret}`)).body.data).toEqual([]);
    expect((await api.get('/departments.csv')).text).not.toContain(secret);
    expect(open.log()).not.toContain(secret);
    const { rows } = await open.db.query<{ whole: string }>(
      `SELECT string_agg(query_to_xml(format('SELECT t::text AS r FROM %I t', tablename), true, false, '')::text, '') AS whole
       FROM pg_tables WHERE schemaname = 'public'`,
    );
    expect(rows[0]?.whole).toContain('kept as a hash');
    expect(rows[0]?.whole).not.toContain(secret);
  });

  it('is taken in its header alone, and not in an address, whatever its name there', async () => {
    const api = await open.signIn({ email: 'address@example.com' });
    const { token } = await made(api, { name: 'in an address' });
    for (const name of ['access_token', 'access-token', 'token', 'authorization', 'api_key']) {
      const answer = await fetch(`${open.url}/api/departments?${name}=${token}`);
      expect(answer.status).toBe(401);
      expect(await answer.text()).not.toContain(token);
    }
    expect(
      (await fetch(`${open.url}/api/departments`, { headers: { cookie: `token=${token}` } })).status,
    ).toBe(401);
    expect(open.log()).not.toContain(token);
  });
});

describe('revoking a token', () => {
  it('takes effect at once, in every process, and ends what it has open', async () => {
    const other = await startPortal(open.db);
    const api = await open.signIn({ email: 'revokes@example.com' });
    const { id, token } = await made(api, { name: 'to be revoked' });
    const stays = await made(api, { name: 'stays' });
    const headers = { authorization: `Bearer ${token}` };
    const streams = [await openEventStream(open.url, headers), await openEventStream(other.url, headers)];
    const unhurt = await openEventStream(other.url, { authorization: `Bearer ${stays.token}` });
    expect((await asToken(other, token).get('/departments')).status).toBe(200);
    const revoked = await api.delete<Token>(`/auth/tokens/${id}`);
    expect(revoked.body.data).toMatchObject({ id, state: 'revoked' });
    for (const portal of [open, other])
      expect((await asToken(portal, token).get('/departments')).status).toBe(401);
    for (const stream of streams) await expect.poll(stream.isOver).toBe(true);
    expect(unhurt.isOver()).toBe(false);
    expect((await api.delete(`/auth/tokens/${id}`)).status).toBe(404);
    await other.close();
  });

  it('refuses a request whose body was still on its way', async () => {
    const api = await open.signIn({ email: 'slow.body@example.com' });
    const { id, token } = await made(api, { name: 'slow', role: 'editor' });
    const body = JSON.stringify({ name: 'Came too late' });
    const socket = connect(Number(new URL(open.url).port), '127.0.0.1');
    const answer = new Promise<string>((done) => socket.once('data', (data) => done(String(data))));
    socket.write(
      `POST /api/departments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
    );
    // A body that comes within half a second is not asked of again.
    await pause(600);
    expect((await api.delete(`/auth/tokens/${id}`)).status).toBe(200);
    socket.write(body.slice(5));
    expect(await answer).toMatch(/^HTTP\/1\.1 401 /);
    socket.destroy();
    expect((await api.get<[]>('/departments?q=Came+too+late')).body.data).toEqual([]);
  });

  it.each(['0', '-1', 'x', '1e3', '2147483648', '9223372036854775808'])(
    'finds none with the id %s',
    async (id) => {
      expect((await open.api.delete(`/auth/tokens/${id}`)).status).toBe(404);
    },
  );
});

describe('the tokens of others', () => {
  it('are seen and revoked by administrators alone', async () => {
    const ada = await mapped.signIn({ email: 'ada.tokens@example.com', roles: ['editor'] });
    const eve = await mapped.signIn({ email: 'eve.tokens@example.com', roles: ['editor'] });
    const admin = await mapped.signIn({ email: 'admin.tokens@example.com', roles: ['admin'] });
    const { id, token } = await made(ada, { name: 'of Ada' });
    expect(await listed(eve)).toEqual([]);
    expect(await listed(eve, '?by_email=ada.tokens@example.com')).toEqual([]);
    expect((await eve.delete(`/auth/tokens/${id}`)).status).toBe(404);
    expect((await asToken(mapped, token).get('/departments')).status).toBe(200);
    expect(await listed(admin, '?by_email=ADA.tokens@example.com')).toMatchObject([{ id }]);
    expect(await listed(admin, '?q=of%20ada')).toMatchObject([{ id }]);
    expect((await admin.delete(`/auth/tokens/${id}`)).status).toBe(200);
    expect((await asToken(mapped, token).get('/departments')).status).toBe(401);
  });

  it('are not made: nobody hands on more than they have', async () => {
    const editor = await mapped.signIn({ email: 'more@example.com', roles: ['editor'] });
    for (const role of ['operator', 'admin']) {
      const answer = await editor.post('/auth/tokens', { name: role, role });
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toMatchObject([{ field: 'role' }]);
    }
  });
});
