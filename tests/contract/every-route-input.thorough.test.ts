import { beforeAll, describe, expect, it } from 'vitest';
import { createApiToken } from '#server/modules/access/api-tokens.ts';
import { registry } from '#resources/registry.ts';
import {
  addressOf,
  everyRouteOf,
  expectRefusal,
  linesWithRoutes,
  named,
} from '#tests/support/every-route.ts';
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

interface Operation {
  requestBody?: { content: Record<string, { schema: { anyOf?: { type?: string }[] } }> };
}

/** What the OpenAPI document names; an address answers every other method with 405. */
async function documentedRoutes(): Promise<Map<string, Operation>> {
  const { text } = await portal.api.get('/openapi.json');
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Operation>> };
  return new Map(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(
        ([method, operation]) =>
          [`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, operation] as const,
      ),
    ),
  );
}

/** Where nothing need be said, as the document has it: `null` is as good as no body there. */
const asksNothing = ({ requestBody }: Operation): boolean =>
  Object.values(requestBody?.content ?? { none: { schema: { anyOf: [{ type: 'null' }] } } }).some(
    ({ schema }) => schema.anyOf?.some(({ type }) => type === 'null'),
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
  it.each(linesWithRoutes(bodies, writingData))(
    '%s is refused by %s that writes, and the next request is answered',
    async (_name, _which, type, body, routes) => {
      const session = await newSession();
      const before = await storedContent(portal);
      for (const route of routes()) {
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

  const values = [['null'], ['[]'], ['"text"'], ['7'], ['true'], ['[[[]]]']] as const;
  it.each(linesWithRoutes(values, writingData))(
    'the JSON %s is refused by %s that takes fields',
    async (body, _which, routes) => {
      const session = await newSession();
      const documented = await documentedRoutes();
      const before = await storedContent(portal);
      for (const route of routes()) {
        if (route.method === 'DELETE' || /\/(?:restore|retry|send_again)$/.test(route.path)) continue;
        const operation = documented.get(named(route));
        if (body === 'null' && operation && asksNothing(operation)) continue;
        const headers = { ...session, 'content-type': json };
        const { status, text } = await ask(route, addressOf(route), headers, body);
        const expected = operation ? 400 : 405;
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
  const types = [
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['application/xml'],
    ['application/octet-stream'],
  ] as const;
  it.each(linesWithRoutes(types, takingJson))(
    '%s gets 415 from %s that writes, and changes nothing',
    async (type, _which, routes) => {
      const owner = { email: 'ci@example.com', name: `sends ${type}`, roles: [] };
      const token = (await createApiToken(portal.db, owner))?.token ?? '';
      const before = await storedContent(portal);
      const headers = { authorization: `Bearer ${token}`, 'content-type': type };
      for (const route of routes()) {
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
  const all = [...ids, ...odd, '7d444840-9dc0-11d1-b245-5ffdce74fad2'].map((id) => [id] as const);
  const takingOne = () => closed().filter(({ path }) => path.includes(':'));
  it.each(linesWithRoutes(all, takingOne))(
    'such as %s is not found by %s that takes one, and nothing is stored',
    async (id, _which, routes) => {
      const session = await newSession();
      const before = await storedContent(portal);
      for (const route of routes()) {
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
