import { beforeAll, describe, expect, it } from 'vitest';
import { createApiToken } from '#server/modules/access/api-tokens.ts';
import { registry } from '#resources/registry.ts';
import { isDemanded } from '#kernel/fields/field.ts';
import { reports } from '#resources/reports.ts';
import { addressOf, everyRouteOf, expectRefusal, named } from '#tests/support/every-route.ts';
import { Factory } from '#tests/support/factories.ts';
import { modelsWith } from '#tests/support/models.ts';
import { withPortal } from '#tests/support/portal.ts';
import { rawRequest } from '#tests/support/raw-http.ts';
import { storedContent } from '#tests/support/stored.ts';

// Small limits, so that little is too much.
const portal = withPortal({ IMPORT_LIMIT_MB: '1' });
const { closed, writingData, takingJson, ask, newSession } = everyRouteOf(portal);
beforeAll(async () => {
  const factory = new Factory(portal.api, registry, portal.db);
  for (const { model } of modelsWith('create', 'record')) await factory.create(model);
});

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
/** Where a report is asked for of which nothing need be said. */
const asksNothing = reports.flatMap(({ fields = {}, path }) =>
  Object.values(fields).some(isDemanded) ? [] : [path],
);

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
        // Without a body it goes to who asks, or to those whom it is for.
        if (body === 'null' && asksNothing.some((path) => route.path === `/api${path}`)) continue;
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
      for (const route of takingJson()) {
        const { status, text } = await ask(route, addressOf(route), headers, '{"name":"x"}');
        expect(status, `${named(route)} answered ${text}`).toBe(415);
        expectRefusal(text, named(route));
      }
      expect(await storedContent(portal)).toEqual(before);
    },
  );
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
