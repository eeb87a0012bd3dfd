import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSession } from '#server/modules/access/sessions.ts';
import { registry } from '#resources/registry.ts';
import {
  addressOf,
  everyRouteOf,
  expectRefusal,
  linesWithRoutes,
  named,
  PUBLIC,
  type Headers,
} from '#tests/support/every-route.ts';
import { Factory } from '#tests/support/factories.ts';
import { modelsWith } from '#tests/support/models.ts';
import { withPortal } from '#tests/support/portal.ts';
import { rawRequest } from '#tests/support/raw-http.ts';
import type { Route } from '#tests/support/routes.ts';
import { storedContent } from '#tests/support/stored.ts';

const portal = withPortal();
const { ownRoutes, closed, writing, ask, newSession } = everyRouteOf(portal);
beforeAll(async () => {
  const factory = new Factory(portal.api, registry, portal.db);
  for (const { model } of modelsWith('create', 'record')) await factory.create(model);
});

it('is known by the tree of routes that the server prints', () => {
  const all = ownRoutes().map(named);
  expect(all).toEqual(expect.arrayContaining([...PUBLIC, 'POST /api/cost_centers/import_json']));
  for (const { path } of modelsWith('update', 'record'))
    expect(all).toEqual(expect.arrayContaining([`PATCH /api${path}/:id`, `POST /api${path}/:id/restore`]));
});

describe('without a session that counts', () => {
  const lines: [string, () => Promise<Headers>][] = [
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
  ];
  it.each(linesWithRoutes(lines, closed))(
    '%s gets 401 from %s that is not public',
    async (_what, _which, headersOf, routes) => {
      const headers = await headersOf();
      const before = await storedContent(portal);
      for (const route of routes()) {
        const { status, text } = await ask(route, addressOf(route), headers);
        expect(status, named(route)).toBe(401);
        expectRefusal(text, named(route));
      }
      expect(await storedContent(portal)).toEqual(before);
    },
  );

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

  it('every route that writes answers 401 before the body has come', async () => {
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

describe('where the client must name itself', () => {
  const authorization = 'Client of the tests';
  const strict = withPortal({ CLIENT_AUTHORIZATION: authorization });
  const newStrictSession = async (): Promise<Headers> => ({
    ...(await createSession(strict.db, { email: 'ada@example.com', name: null, roles: [] })),
  });

  const lines: [string, () => Promise<Headers>][] = [
    ['the client header alone', async () => ({ authorization })],
    ['a session without it', newStrictSession],
    ['a session with another', async () => ({ ...(await newStrictSession()), authorization: 'Client' })],
    [
      'a forged session with it',
      async () => ({ ...(await newStrictSession()), authorization, 'access-token': `sks_${'A'.repeat(43)}` }),
    ],
  ];
  it.each(linesWithRoutes(lines, closed))(
    '%s gets 401 from %s that is not public',
    async (_what, _which, headersOf, routes) => {
      const headers = await headersOf();
      const before = await storedContent(strict);
      for (const route of routes()) {
        const { status, text } = await rawRequest(strict.url, route.method, addressOf(route), headers);
        expect(status, named(route)).toBe(401);
        expectRefusal(text, named(route));
      }
      expect(await storedContent(strict)).toEqual(before);
    },
  );

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
  it.each(linesWithRoutes(kinds, writing))(
    '%s is refused with 403 by %s that writes, and changes nothing',
    async (_name, _which, foreign, body, routes) => {
      const session = await newSession();
      const before = await storedContent(portal);
      for (const route of routes()) {
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

  // Each of them alone: there are hundreds of addresses.
  const methods = [['GET'], ['PUT'], ['PATCH'], ['DELETE'], ['POST']] as const;
  it.each(linesWithRoutes(methods, closed))(
    'as a link or an image changes nothing where it asks to be taken for %s, at %s',
    async (method, _which, routes) => {
      const session = await newSession();
      const before = await storedContent(portal);
      const disguise = { 'x-http-method-override': method, 'x-method-override': method };
      const headers = { ...session, ...(method !== 'GET' && disguise) };
      for (const address of new Set(routes().map((route) => addressOf(route))))
        for (const query of ['', '?_method=DELETE', '?name=evil&approved=true'])
          await rawRequest(portal.url, 'GET', address + query, headers);
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
