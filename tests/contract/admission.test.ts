import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createApiToken } from '#server/modules/access/api-tokens.ts';
import { createSession } from '#server/modules/access/sessions.ts';
import type { Role } from '#server/platform/base/actor.ts';
import { apiClient } from '#tests/support/api.ts';
import { openEventStream } from '#tests/support/event-stream.ts';
import type { ResponseFacts } from '#tests/support/forged-saml.ts';
import { beginSignIn, handoffOf, postAnswer, validate } from '#tests/support/saml-portal.ts';
import { withSamlPortal } from '#tests/support/with-saml-portal.ts';

const plain = withSamlPortal();
const narrow = withSamlPortal({
  CCOE_EMAIL: 'cloud-team@example.com',
  SAML_ALLOWED_DOMAINS: 'example.com, example.org',
  SAML_EMAIL_ATTRIBUTE: 'mail',
  SAML_NAME_ATTRIBUTE: 'fullName',
  SAML_ROLES_ATTRIBUTE: 'groups',
  SAML_ROLE_MAP: 'ccoe=admin, cloud-ops=operator, finance=editor, audit=viewer',
});

type Saml = typeof plain;

async function answer(saml: Saml, facts: Partial<ResponseFacts>) {
  const begun = await beginSignIn(saml.portal());
  const response = await postAnswer(saml.portal(), saml.genuine(begun, facts), { cookie: begun.cookie });
  return { begun, response };
}

async function signIn(saml: Saml, facts: Partial<ResponseFacts>) {
  const { begun, response } = await answer(saml, facts);
  expect(response.status).toBe(303);
  return validate(saml.portal(), handoffOf(response), begun.cookie);
}

async function expectNotAdmitted(saml: Saml, facts: Partial<ResponseFacts>, contact: string) {
  const before = await saml.stored();
  const { response } = await answer(saml, facts);
  expect(response.status).toBe(403);
  expect(response.headers.get('location')).toBeNull();
  const text = await response.text();
  expect(text).toContain('You may not use this portal yet');
  expect(text).toContain(contact);
  expect(await saml.stored()).toBe(before);
}

describe('without restrictions, whoever the provider vouches for is admitted', () => {
  const transient = {
    nameId: '_4f2c9e0d',
    nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  };

  test.each([
    'email',
    'mail',
    'urn:oid:0.9.2342.19200300.100.1.3',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  ])('by the attribute %s, where the NameID is no address', async (attribute) => {
    const { body } = await signIn(plain, {
      ...transient,
      attributes: { [attribute]: ['Grace@Example.net'] },
    });
    expect(body.data).toMatchObject({ uid: 'grace@example.net', roles: ['admin'] });
  });

  test.each<[string, Partial<ResponseFacts>]>([
    ['no mail address at all', transient],
    ['an empty one', { ...transient, attributes: { mail: [''] } }],
    ['two of them', { ...transient, attributes: { mail: ['a@example.com', 'b@example.com'] } }],
    [
      'two of them, each in an attribute of its own',
      {
        ...transient,
        attributes: [
          ['mail', ['a@example.com']],
          ['mail', ['b@example.com']],
        ],
      },
    ],
    ['blanks around it', { nameId: ' ada@example.com ' }],
    ['a line break in it', { nameId: 'ada@example.com\nevil' }],
    ['letters that only look the same', { nameId: '\u212Aate@example.com' }],
    ['a second address behind it', { nameId: 'ada@example.com,eve@evil.example' }],
  ])('but not with %s', async (_name, facts) => {
    await expectNotAdmitted(plain, facts, 'ccoe@example.com');
  });
});

describe('with restrictions', () => {
  const person = (mail: string, groups: string[]) => ({ attributes: { mail: [mail], groups } });

  test.each<[string, string[], Role[], boolean[]]>([
    ['the centre', ['ccoe'], ['admin'], [true, true, true, true]],
    ['operations', ['cloud-ops', 'lunch'], ['operator'], [true, true, true, false]],
    ['finance', ['finance'], ['editor'], [true, true, false, false]],
    ['audit', ['audit'], ['viewer'], [true, false, false, false]],
    ['two groups', ['audit', 'finance'], ['viewer', 'editor'], [true, true, false, false]],
  ])('%s gets its roles and rights', async (_name, groups, roles, rights) => {
    const { body } = await signIn(narrow, person('ada@example.org', groups));
    expect(body.data.roles).toEqual(roles);
    const [read, edit, operate, administer] = rights;
    expect(body.data.rights).toEqual({ read, edit_reference_data: edit, operate, administer });
  });

  test('the values of all attributes of one name count, and one address that comes twice is one', async () => {
    const { body } = await signIn(narrow, {
      attributes: [
        ['groups', ['audit']],
        ['mail', ['ada@example.com']],
        ['groups', ['lunch', 'finance']],
        ['mail', ['ada@example.com']],
      ],
    });
    expect(body.data).toMatchObject({ uid: 'ada@example.com', roles: ['viewer', 'editor'] });
  });

  test('the name comes from the attribute that was set', async () => {
    const attributes = { mail: ['ada@example.com'], groups: ['ccoe'], fullName: ['Ada Lovelace'] };
    expect((await signIn(narrow, { attributes })).body.data.name).toBe('Ada Lovelace');
  });

  test.each<[string, Partial<ResponseFacts>]>([
    ['another domain', person('ada@evil.example', ['ccoe'])],
    ['a domain that ends alike', person('ada@notexample.com', ['ccoe'])],
    ['a domain below', person('ada@sub.example.com', ['ccoe'])],
    ['no group', person('ada@example.com', [])],
    ['unmapped groups', person('ada@example.com', ['lunch', 'CCOE', 'constructor', '__proto__'])],
    ['the address in another attribute than the one that was set', { attributes: { groups: ['ccoe'] } }],
  ])('%s is answered with whom to ask', async (_name, facts) => {
    await expectNotAdmitted(narrow, facts, 'cloud-team@example.com');
  });

  test('administrators read who was refused, why, and what to do about it; others do not', async () => {
    const { response } = await answer(narrow, {
      attributes: { mail: ['grace@example.com'], fullName: ['Grace Hopper'], groups: ['lunch'] },
    });
    const number = response.headers.get('x-request-id');
    // Of an answer that is not the provider's nothing is believed.
    const begun = await beginSignIn(narrow.portal());
    const forged = narrow.unsigned(begun, { nameId: 'grace@example.com' });
    await postAnswer(narrow.portal(), forged, { cookie: begun.cookie });
    const listed = async (role: Role, query = '') => {
      const person = { email: `${role}.refused@example.com`, name: null, roles: [role] };
      const api = apiClient(narrow.portal().url, { ...(await createSession(narrow.database.db, person)) });
      return api.get<object[]>(`/auth/refused_sign_ins${query}`);
    };
    expect((await listed('admin')).body.data.slice(0, 2)).toEqual([
      expect.objectContaining({
        kind: 'refused',
        reason: 'The response is not signed.',
        email: null,
        name: null,
      }),
      {
        id: expect.any(String),
        at: expect.any(String),
        kind: 'not_admitted',
        reason: 'None of the groups maps to a role.',
        detail: null,
        advice: 'Compare the attribute and its values with SAML_ROLES_ATTRIBUTE and SAML_ROLE_MAP.',
        email: 'grace@example.com',
        name: 'Grace Hopper',
        request_id: number,
        address: '127.0.0.1',
      },
    ]);
    const found = await listed('admin', `?q=${number}`);
    expect(found.body.data).toHaveLength(1);
    expect((await listed('operator')).status).toBe(403);
  });

  test('only administrators see and end the sessions of others', async () => {
    const open = async (email: string, roles: Role[]) => ({
      ...(await createSession(narrow.database.db, { email, name: null, roles })),
    });
    const viewer = await open('viewer@example.com', ['viewer']);
    const other = await open('other@example.com', ['operator']);
    const admin = await open('admin@example.com', ['admin']);
    const list = async (headers: Record<string, string>) => {
      const response = await fetch(`${narrow.portal().url}/api/auth/sessions`, { headers });
      const { data } = (await response.json()) as { data: { id: string; email: string }[] };
      return data;
    };
    const end = (headers: Record<string, string>, id = '') =>
      fetch(`${narrow.portal().url}/api/auth/sessions/${id}`, { method: 'DELETE', headers });

    expect((await list(viewer)).map(({ email }) => email)).toEqual(['viewer@example.com']);
    const ofOther = (await list(admin)).find(({ email }) => email === 'other@example.com');
    expect((await end(viewer, ofOther?.id)).status).toBe(404);
    expect((await validate(narrow.portal(), other)).status).toBe(200);
    expect((await end(admin, ofOther?.id)).status).toBe(200);
    expect((await validate(narrow.portal(), other)).status).toBe(401);
    const [own] = await list(viewer);
    expect((await end(viewer, own?.id)).status).toBe(200);
    expect((await validate(narrow.portal(), viewer)).status).toBe(401);
  });

  test('only administrators end all sessions of somebody else', async () => {
    const open = async (email: string, roles: Role[]) => ({
      ...(await createSession(narrow.database.db, { email, name: null, roles })),
    });
    const operator = await open('ends.others@example.com', ['operator']);
    const other = await open('ended@example.com', ['operator']);
    const admin = await open('ends@example.com', ['admin']);
    const endAll = (headers: Record<string, string>) =>
      fetch(`${narrow.portal().url}/api/auth/sessions?by_email=ended@example.com`, {
        method: 'DELETE',
        headers,
      });
    const refused = await endAll(operator);
    expect(refused.status).toBe(403);
    expect((await refused.json()).error).toBe(
      'You have no right to end the sessions of others. Ask an administrator for it.',
    );
    expect((await validate(narrow.portal(), other)).status).toBe(200);
    expect((await (await endAll(admin)).json()).meta).toEqual({ total: 1 });
    expect((await validate(narrow.portal(), other)).status).toBe(401);
    expect((await validate(narrow.portal(), admin)).status).toBe(200);
  });

  describe('what a new sign-in says of somebody’s roles', () => {
    const headersOf = async (groups: string[], mail = 'changes@example.com') =>
      (await signIn(narrow, person(mail, groups))).session;
    const rolesOf = async (headers: Record<string, string>) =>
      (await validate(narrow.portal(), headers)).body.data.roles;
    const api = (headers: Record<string, string>) => apiClient(narrow.portal().url, headers);

    test('counts at once for their other sessions and API tokens, and ends what those have open', async () => {
      const before = await headersOf(['ccoe']);
      const made = await api(before).post<{ token: string }>('/auth/tokens', { name: 'ci', role: 'admin' });
      const token = { authorization: `Bearer ${made.body.data.token}` };
      const byCommand = await createApiToken(narrow.database.db, {
        email: 'changes@example.com',
        name: 'of the operators',
        roles: ['operator'],
      });
      const other = await headersOf(['audit'], 'another@example.com');
      expect([await rolesOf(before), await rolesOf(token)]).toEqual([['admin'], ['admin']]);
      const streams = [
        await openEventStream(narrow.portal().url, before),
        await openEventStream(narrow.portal().url, token),
      ];
      const unhurt = await openEventStream(narrow.portal().url, other);

      const after = await headersOf(['finance']);
      for (const headers of [before, token, after]) {
        expect(await rolesOf(headers)).toEqual(['editor']);
        expect((await api(headers).get<{ email: string }[]>('/auth/sessions')).body.data).toHaveLength(2);
      }
      for (const stream of streams) await expect.poll(stream.isOver).toBe(true);
      expect(unhurt.isOver()).toBe(false);
      expect(await rolesOf({ authorization: `Bearer ${byCommand?.token}` })).toEqual(['operator']);
      // Signing in with more again gives the token back what it was made for, and no more.
      await headersOf(['ccoe']);
      expect(await rolesOf(token)).toEqual(['admin']);
    });

    test('does not make more of a token than it was made for', async () => {
      const viewer = await headersOf(['audit'], 'grows@example.com');
      const made = await api(viewer).post<{ token: string }>('/auth/tokens', { name: 'ci' });
      await headersOf(['ccoe'], 'grows@example.com');
      expect(await rolesOf({ authorization: `Bearer ${made.body.data.token}` })).toEqual(['viewer']);
    });

    test('is asked again where a body takes its time to arrive', async () => {
      const editor = await headersOf(['finance'], 'slow@example.com');
      const body = JSON.stringify({ name: 'Was allowed when it began' });
      const { port } = new URL(narrow.portal().url);
      const socket = connect(Number(port), '127.0.0.1');
      const answer = new Promise<string>((done) => socket.once('data', (data) => done(String(data))));
      const lines = Object.entries(editor).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(
        `POST /api/departments HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${lines.join('')}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n{`,
      );
      // A body that comes within half a second is not asked of again.
      await pause(600);
      await headersOf(['audit'], 'slow@example.com');
      socket.write(body.slice(1));
      expect(await answer).toMatch(/^HTTP\/1\.1 403 [^]*What you may do has changed meanwhile\./);
      socket.destroy();
    });

    test('takes nothing from a session of before: its values are new', async () => {
      const planted = await headersOf(['audit'], 'fixed@example.com');
      const begun = await beginSignIn(narrow.portal());
      const answer = await postAnswer(
        narrow.portal(),
        narrow.genuine(begun, person('fixed@example.com', ['audit'])),
        { cookie: begun.cookie },
      );
      // Headers of a session that somebody else knows are of no use to the sign-in, nor does it make them its own.
      const { session } = await validate(
        narrow.portal(),
        { ...handoffOf(answer), cookie: begun.cookie },
        begun.cookie,
      );
      for (const name of ['access-token', 'client']) expect(session[name]).not.toBe(planted[name]);
      const again = await validate(narrow.portal(), handoffOf(answer), begun.cookie);
      expect(again.status).toBe(401);
      const mixed = { ...planted, 'access-token': session['access-token'] ?? '' };
      expect((await validate(narrow.portal(), mixed)).status).toBe(401);
    });
  });

  describe('who signed in before the restrictions, or has a token from then, and is not admitted any more', () => {
    const sessionOf = async (email: string, roles: Role[]) => ({
      ...(await createSession(narrow.database.db, { email, name: null, roles })),
    });
    const tokenOf = async (email: string, roles: Role[]) => {
      const made = await createApiToken(narrow.database.db, { email, name: 'ci', roles });
      return { authorization: `Bearer ${made?.token}` };
    };

    test.each<[string, () => Promise<Record<string, string>>]>([
      ['a session without a role', () => sessionOf('ada@example.com', [])],
      ['a session of another domain', () => sessionOf('ada@evil.example', ['admin'])],
      ['a token without a role', () => tokenOf('ci@example.com', [])],
      ['a token of another domain', () => tokenOf('ci@evil.example', ['admin'])],
    ])('is told whom to ask: %s', async (_name, headersOf) => {
      const headers = await headersOf();
      const { status, body } = await validate(narrow.portal(), headers);
      expect(status).toBe(403);
      expect(body.success).toBe(false);
      for (const path of ['/api/cost_centers', '/api/auth/sessions', '/api/nothing/here']) {
        const answer = await fetch(`${narrow.portal().url}${path}`, { headers });
        expect(answer.status).toBe(403);
        expect((await answer.json()).error).toBe(
          'You may not use this portal yet. Please ask the CCoE team at cloud-team@example.com for access.',
        );
      }
    });

    test('may sign out', async () => {
      const headers = await sessionOf('ada@example.com', []);
      const { status } = await fetch(`${narrow.portal().url}/api/auth/sign_out`, {
        method: 'DELETE',
        headers,
      });
      expect(status).toBe(200);
      expect((await validate(narrow.portal(), headers)).status).toBe(401);
    });
  });
});
