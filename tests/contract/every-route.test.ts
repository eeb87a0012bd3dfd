import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApiToken } from '#server/modules/access/api-tokens.ts';
import { createSession } from '#server/modules/access/sessions.ts';
import { reports } from '#resources/reports.ts';
import { registry } from '#resources/registry.ts';
import { Factory } from '#tests/support/factories.ts';
import { modelsWith } from '#tests/support/models.ts';
import { withPortal } from '#tests/support/portal.ts';
import { rawRequest } from '#tests/support/raw-http.ts';
import type { Route } from '#tests/support/routes.ts';
import { storedContent } from '#tests/support/stored.ts';

// Small limits, so that little is too much.
const portal = withPortal({ IMPORT_LIMIT_MB: '1' });
beforeAll(async () => {
  const factory = new Factory(portal.api, registry, portal.db);
  for (const { model } of modelsWith('create', 'record')) await factory.create(model);
});

type Headers = Record<string, string>;

const newSession = async (): Promise<Headers> => ({
  ...(await createSession(portal.db, { email: 'ada@example.com', name: null, roles: [] }, 'a test')),
});
const PUBLIC = [
  'GET /api/openapi.json',
  'GET /api/docs',
  'GET /api/auth/validate_token',
  'GET /api/auth/saml',
  'GET /api/auth/saml/metadata',
  'POST /api/auth/saml/callback',
];
const WRITING = ['POST', 'PUT', 'PATCH', 'DELETE'];
/** Only what a request of its own stands for: HEAD is GET without a body, and a trailing slash changes nothing. */
const ownRoutes = () =>
  portal.routes.filter(({ method, path }) => /^\/api\/.*[^/]$/.test(path) && method !== 'HEAD');
const named = ({ method, path }: Route) => `${method} ${path}`;
const closed = () => ownRoutes().filter((route) => !PUBLIC.includes(named(route)));
const writing = () => closed().filter(({ method }) => WRITING.includes(method));
/** Those that a refusal leaves the session to. */
const writingData = () => writing().filter(({ path }) => path !== '/api/auth/sign_out');
/** What the OpenAPI document names; an address answers every other method with 405. */
async function documentedRoutes(): Promise<Set<string>> {
  const { text } = await portal.api.get('/openapi.json');
  const { paths } = JSON.parse(text) as { paths: Record<string, object> };
  return new Set(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map(
        (method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      ),
    ),
  );
}
const addressOf = ({ path }: Route, id = '1') => path.replaceAll(/:\w+/g, id);
const ask = ({ method }: Route, address: string, headers: Headers, body?: string) =>
  rawRequest(portal.url, method, address, headers, body);
const expectRefusal = (text: string, where: string) => {
  const body = JSON.parse(text) as Record<string, unknown>;
  expect(body, where).toMatchObject({
    error: expect.stringMatching(/\.$/),
    errors: expect.any(Array),
    request_id: expect.any(String),
  });
  expect(text, where).not.toMatch(/\bat .+:\d+:\d+|\.ts\b|node_modules|SELECT|INSERT|\/(?:home|tmp|var)\//);
};

it('is known by the tree of routes that the server prints', () => {
  const all = ownRoutes().map(named);
  expect(all).toEqual(expect.arrayContaining([...PUBLIC, 'POST /api/cost_centers/import_json']));
  for (const { path } of modelsWith('update', 'record'))
    expect(all).toEqual(expect.arrayContaining([`PATCH /api${path}/:id`, `POST /api${path}/:id/restore`]));
});

describe('without a session that counts, every route that is not public', () => {
  it.each<[string, () => Promise<Headers>]>([
    ['no headers', async () => ({})],
    ['a forged token', async () => ({ ...(await newSession()), 'access-token': `sks_${'A'.repeat(43)}` })],
    [
      'an altered token',
      async () => {
        const session = await newSession();
        const token = session['access-token'] ?? '';
        return { ...session, 'access-token': `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}` };
      },
    ],
    [
      'an expired session',
      async () => {
        const session = await newSession();
        await portal.db.query('UPDATE sessions SET expires_at = now() WHERE client = $1', [
          session['client'],
        ]);
        return session;
      },
    ],
    [
      'a session that was logged out',
      async () => {
        const session = await newSession();
        await fetch(`${portal.url}/api/auth/sign_out`, { method: 'DELETE', headers: session });
        return session;
      },
    ],
    ['an API token that was never made', async () => ({ authorization: `Bearer skt_${'A'.repeat(43)}` })],
  ])('answers 401 to %s', async (_what, headersOf) => {
    const headers = await headersOf();
    const before = await storedContent(portal);
    for (const route of closed()) {
      const { status, text } = await ask(route, addressOf(route), headers);
      expect(status, named(route)).toBe(401);
      expectRefusal(text, named(route));
    }
    expect(await storedContent(portal)).toEqual(before);
  });

  /** Sends the beginning of a body that is said to be huge, and waits for the first words of the answer. */
  async function announceBody(route: Route) {
    const socket = connect(Number(new URL(portal.url).port), '127.0.0.1');
    const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => undefined);
    const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
    socket.write(
      `${route.method} ${addressOf(route)} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900000000000\r\n\r\n{`,
    );
    return { socket, gone, answer: await answer };
  }

  it('answers 401 before the body has come', async () => {
    for (const route of writing()) {
      const { socket, answer } = await announceBody(route);
      expect(answer, named(route)).toMatch(/^HTTP\/1\.1 401 /);
      socket.destroy();
    }
  });

  it('hangs up on who goes on with a body without end', async () => {
    const { socket, gone } = await announceBody({ method: 'POST', path: '/api/cost_centers/import_json' });
    const chunk = Buffer.alloc(1024 * 1024, ' ');
    let sent = 0;
    for (; !socket.destroyed && sent < 400; sent += 1)
      if (!socket.write(chunk))
        await Promise.race([gone, new Promise((resolve) => socket.once('drain', resolve))]);
    await gone;
    expect(sent).toBeLessThan(400);
  });
});

describe('where the client must name itself, every route that is not public', () => {
  const authorization = 'Client of the tests';
  const strict = withPortal({ CLIENT_AUTHORIZATION: authorization });
  const newStrictSession = async (): Promise<Headers> => ({
    ...(await createSession(strict.db, { email: 'ada@example.com', name: null, roles: [] })),
  });

  it.each<[string, () => Promise<Headers>]>([
    ['the client header alone', async () => ({ authorization })],
    ['a session without it', newStrictSession],
    ['a session with another', async () => ({ ...(await newStrictSession()), authorization: 'Client' })],
    [
      'a forged session with it',
      async () => ({ ...(await newStrictSession()), authorization, 'access-token': `sks_${'A'.repeat(43)}` }),
    ],
  ])('answers 401 to %s', async (_what, headersOf) => {
    const headers = await headersOf();
    const before = await storedContent(strict);
    for (const route of closed()) {
      const { status, text } = await rawRequest(strict.url, route.method, addressOf(route), headers);
      expect(status, named(route)).toBe(401);
      expectRefusal(text, named(route));
    }
    expect(await storedContent(strict)).toEqual(before);
  });

  it('answers a session with it', async () => {
    const headers = { ...(await newStrictSession()), authorization };
    expect((await rawRequest(strict.url, 'GET', '/api/departments', headers)).status).toBe(200);
  });
});

describe('what a page of another site can make a browser send', () => {
  const kinds: [string, Headers, string | undefined][] = [
    ['with its Origin', { origin: 'https://evil.example', 'content-type': 'application/json' }, '{}'],
    ['with an opaque Origin', { origin: 'null', 'content-type': 'application/json' }, '{}'],
    ['as the browser tells it', { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' }, '{}'],
    ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'name=evil'],
    [
      'as a form with files',
      { 'content-type': 'multipart/form-data; boundary=x' },
      '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nevil\r\n--x--',
    ],
    ['as plain text', { 'content-type': 'text/plain' }, '{"name":"evil"}'],
    ['without a body', { origin: 'https://evil.example' }, undefined],
  ];
  it.each(kinds)(
    '%s is refused with 403 by every route that writes, and changes nothing',
    async (_name, foreign, body) => {
      const session = await newSession();
      const before = await storedContent(portal);
      for (const route of writing()) {
        const { status, text, headers } = await ask(
          route,
          addressOf(route),
          { ...session, ...foreign },
          body,
        );
        expect(status, named(route)).toBe(403);
        expectRefusal(text, named(route));
        expect(headers['access-control-allow-origin']).toBeUndefined();
      }
      expect(await storedContent(portal)).toEqual(before);
    },
  );

  it('as a link or an image changes nothing, whatever it asks to be taken for', async () => {
    const session = await newSession();
    const before = await storedContent(portal);
    const disguises: Headers[] = ['PUT', 'PATCH', 'DELETE', 'POST'].map((method) => ({
      'x-http-method-override': method,
      'x-method-override': method,
    }));
    for (const route of closed()) {
      for (const disguise of [{}, ...disguises])
        for (const query of ['', '?_method=DELETE', '?name=evil&approved=true'])
          await rawRequest(portal.url, 'GET', addressOf(route) + query, { ...session, ...disguise });
    }
    expect(await storedContent(portal)).toEqual(before);
  });
});

/** Where a report is asked for that goes to one address. */
const goesToAsker = reports.flatMap(({ address, path }) => (address === null ? [] : [path]));

describe('a body that is broken or not what a route takes', () => {
  const json = 'application/json';
  const deep = '{"a":'.repeat(5000) + '1' + '}'.repeat(5000);
  const bodies: [string, string, string | Buffer][] = [
    ['half of a JSON text', json, '{"name":'],
    ['no UTF-8', json, Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ['a bare word', json, 'undefined'],
    ['two JSON texts', json, '{}{}'],
    ['very deep nesting', json, deep],
    ['a key __proto__', json, '{"name":"x","__proto__":{"admin":true}}'],
    ['an escaped key __proto__', json, '{"\\u005f\\u005fproto__":{"admin":true}}'],
    ['a nested key __proto__', json, '{"department":{"name":"x","__proto__":{"admin":true}}}'],
    ['the prototype of a constructor', json, '{"constructor":{"prototype":{"admin":true}}}'],
    ['more than the limit', json, `{"name":"${'x'.repeat(1_100_000)}"}`],
    ['XML', 'application/xml', '<name>x</name>'],
    ['no type at all', '', '{"name":"x"}'],
    ['a type of its own', 'application/vnd.evil+json', '{"name":"x"}'],
    ['a broken type', 'application/json;;charset', '{"name":'],
  ];
  it.each(bodies)(
    '%s is refused by every route that writes, and the next request is answered',
    async (_name, type, body) => {
      const session = await newSession();
      const before = await storedContent(portal);
      for (const route of writingData()) {
        const headers = { ...session, ...(type && { 'content-type': type }) };
        const { status, text } = await rawRequest(
          portal.url,
          route.method,
          addressOf(route),
          headers,
          body instanceof Buffer ? body : Buffer.from(body),
        );
        expect([400, 405, 413, 415, 422], `${named(route)} answered ${status} ${text}`).toContain(status);
        expectRefusal(text, named(route));
      }
      expect(await storedContent(portal)).toEqual(before);
      expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false);
      expect((await portal.api.get('/departments')).status).toBe(200);
    },
  );

  it.each(['null', '[]', '"text"', '7', 'true', '[[[]]]'])(
    'the JSON %s is refused by every route that takes fields',
    async (body) => {
      const session = await newSession();
      const documented = await documentedRoutes();
      const before = await storedContent(portal);
      for (const route of writingData()) {
        if (route.method === 'DELETE' || /\/(?:restore|retry|send_again)$/.test(route.path)) continue;
        // A report goes to whoever asks for it by default.
        if (body === 'null' && goesToAsker.some((path) => route.path === `/api${path}`)) continue;
        const headers = { ...session, 'content-type': json };
        const { status, text } = await ask(route, addressOf(route), headers, body);
        const expected = documented.has(named(route)) ? 400 : 405;
        expect(status, `${named(route)} answered ${status} ${text}`).toBe(expected);
        expectRefusal(text, named(route));
      }
      expect(await storedContent(portal)).toEqual(before);
    },
  );
});

it('a parameter that nobody knows is refused by every route, and nothing is stored', async () => {
  const session = await newSession();
  const before = await storedContent(portal);
  for (const route of closed().filter(({ path }) => path !== '/api/auth/sign_out')) {
    const headers = { ...session, 'content-type': 'application/json' };
    const body = route.method === 'GET' ? undefined : '{}';
    const address = `${addressOf(route)}?nobody_knows_this=1`;
    const { status, text } = await ask(route, address, headers, body);
    expect([400, 405], `${named(route)} answered ${status} ${text}`).toContain(status);
    expect(text, named(route)).toMatch(/The parameter nobody_knows_this is not known|is not possible/);
  }
  expect(await storedContent(portal)).toEqual(before);
});

describe('what automation sends as another type than JSON', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'application/octet-stream'])(
    '%s gets 415 from every route that writes, and changes nothing',
    async (type) => {
      const owner = { email: 'ci@example.com', name: `sends ${type}`, roles: [] };
      const token = (await createApiToken(portal.db, owner))?.token ?? '';
      const before = await storedContent(portal);
      const headers = { authorization: `Bearer ${token}`, 'content-type': type };
      for (const route of writingData()) {
        const { status, text } = await ask(route, addressOf(route), headers, '{"name":"x"}');
        expect(status, `${named(route)} answered ${text}`).toBe(415);
        expectRefusal(text, named(route));
      }
      expect(await storedContent(portal)).toEqual(before);
    },
  );
});

it('a request that names two hosts is refused by every route, and nothing is stored', async () => {
  const session = await newSession();
  const before = await storedContent(portal);
  for (const route of closed()) {
    const { port } = new URL(portal.url);
    const socket = connect(Number(port), '127.0.0.1');
    const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
    const lines = Object.entries(session).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(
      `${route.method} ${addressOf(route)} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nHost: evil.example\r\n${lines.join('')}\r\n`,
    );
    expect(await answer, named(route)).toMatch(/^HTTP\/1\.1 400 [^]*names its host twice/);
    socket.destroy();
  }
  expect(await storedContent(portal)).toEqual(before);
});

describe('an id that is none', () => {
  const ids = ['0', '-1', '-100', '-9999', '1e3', '9223372036854775808', '2147483648', 'NaN', 'Infinity'];
  const odd = [
    '%00',
    '%F0%9F%98%80',
    '..%2f1',
    '%2e%2e%2f1',
    '1%0a',
    '0x1',
    '1,2',
    '__proto__',
    'constructor',
  ];
  it.each([...ids, ...odd, '7d444840-9dc0-11d1-b245-5ffdce74fad2'])(
    'such as %s is not found by any route that takes one, and nothing is stored',
    async (id) => {
      const session = await newSession();
      const before = await storedContent(portal);
      for (const route of closed().filter(({ path }) => path.includes(':'))) {
        const headers = { ...session, 'content-type': 'application/json' };
        const body = route.method === 'GET' ? undefined : '{}';
        const { status, text } = await ask(route, addressOf(route, id), headers, body);
        expect([404, 405, 422], `${named(route)} answered ${status} ${text}`).toContain(status);
        expectRefusal(text, named(route));
      }
      expect(await storedContent(portal)).toEqual(before);
    },
  );
});
