import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withDatabase } from '#tests/support/database.ts';
import { rawRequest } from '#tests/support/raw-http.ts';
import {
  beginSignIn,
  type BegunSignIn,
  handoffOf,
  postAnswer,
  type SamlPortal,
  startPortal,
  validate,
} from '#tests/support/saml-portal.ts';

const database = withDatabase();
const mapped = {
  SAML_ROLES_ATTRIBUTE: 'groups',
  SAML_ROLE_MAP:
    'ccoe-admins=admin, ccoe-operators=operator, ccoe-editors=editor, ccoe-viewers=viewer, cloud-owners=owner',
};
let portal: SamlPortal;
beforeAll(async () => {
  portal = await startPortal(database.db, mapped);
});
afterAll(() => portal.close());

/** Chooses as the form of the page does. */
function choose({ location }: BegunSignIn, choice: Record<string, string>): Promise<Response> {
  const SAMLRequest = location.searchParams.get('SAMLRequest') ?? '';
  return fetch(`${location.origin}${location.pathname}`, {
    method: 'POST',
    body: new URLSearchParams({ SAMLRequest, RelayState: '', ...choice }),
  });
}

async function signIn(choice: Record<string, string>) {
  const begun = await beginSignIn(portal);
  const page = await choose(begun, choice);
  expect(page.status).toBe(200);
  const message = /name="SAMLResponse" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const xml = Buffer.from(message, 'base64').toString('utf8');
  const answer = await postAnswer(portal, xml, { cookie: begun.cookie });
  return { answer, begun, validated: () => validate(portal, handoffOf(answer), begun.cookie) };
}

test('the page lets one choose whom to be, without script and without framing', async () => {
  const { location } = await beginSignIn(portal);
  const page = await fetch(location);
  const text = await page.text();
  expect(page.status).toBe(200);
  expect(text).toContain('Choose whom to be');
  expect(text).not.toContain('<script');
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe-inline');
});

describe('the page says of each person what they could do', () => {
  const outlooks = async (at: SamlPortal) => {
    const text = await (await fetch((await beginSignIn(at)).location)).text();
    const people = text.match(/<button class="person".*?<\/button>/gs) ?? [];
    return people.map((person) => /<span>(May|Is)[^<]*/.exec(person)?.[0].replace('<span>', ''));
  };
  const withSettings = async (settings: Record<string, string>) => {
    const other = await startPortal(database.db, settings);
    const said = await outlooks(other);
    await other.close();
    return said;
  };

  test('where roles are mapped, by the groups', async () => {
    expect(await outlooks(portal)).toEqual([
      'May do everything.',
      'May do everything but end the sessions of others.',
      'May see everything and change reference data.',
      'May see and download everything.',
      'May see and download what is in their own name.',
      'Is not let in: none of the groups maps to a role.',
    ]);
  });

  test('where none are mapped, all the same', async () => {
    expect(new Set(await withSettings({}))).toEqual(new Set(['May do everything.']));
  });

  test('where another domain is asked for, that nobody is let in', async () => {
    const said = await withSettings({ SAML_ALLOWED_DOMAINS: 'example.org' });
    expect(new Set(said)).toEqual(new Set(['Is not let in: the mail domain is not allowed.']));
  });
});

test.each([
  ['maya', 'maya.okafor@example.com', 'Maya Okafor', ['admin']],
  ['jonas', 'jonas.lindqvist@example.com', 'Jonas Lindqvist', ['operator']],
  ['priya', 'priya.raman@example.com', 'Priya Raman', ['editor']],
  ['tomas', 'tomas.herrera@example.com', 'Tomás Herrera', ['viewer']],
])('%s signs in with name and roles', async (person, uid, name, roles) => {
  const { body } = await (await signIn({ person })).validated();
  expect(body.data).toMatchObject({ uid, name, roles });
});

test('whoever is in no group is known, but not admitted where roles are mapped', async () => {
  const { answer } = await signIn({ person: 'alex' });
  expect(answer.status).toBe(403);
  expect(await answer.text()).toContain('You may not use this portal yet');
});

test('an address of one’s own signs in, in the group that was chosen', async () => {
  const { validated } = await signIn({ email: 'o.brien+test@example.org', group: 'ccoe-viewers' });
  expect((await validated()).body.data).toMatchObject({ uid: 'o.brien+test@example.org', roles: ['viewer'] });
});

test.each(['', 'nobody', '"><script>alert(1)</script>@example.com'])(
  'the address %j is asked for again',
  async (email) => {
    const page = await choose(await beginSignIn(portal), { email });
    expect(page.status).toBe(422);
    const text = await page.text();
    expect(text).toContain('Please give a mail address.');
    expect(text).not.toContain('<script>');
  },
);

describe('a request that is not the portal’s is not answered', () => {
  const sso = (query: Record<string, string>) => fetch(`${portal.url}/idp/sso?${new URLSearchParams(query)}`);

  test.each<[string, Record<string, string>]>([
    ['none', {}],
    ['no base64', { SAMLRequest: '%%%' }],
    ['nothing deflated', { SAMLRequest: 'AAAA' }],
  ])('%s', async (_name, query) => {
    const page = await sso(query);
    expect(page.status).toBe(400);
    expect(await page.text()).toContain('This sign-in cannot go on');
  });

  test('that of another service provider', async () => {
    const other = await startPortal(database.db, mapped);
    const { location } = await beginSignIn(other);
    const page = await sso({ SAMLRequest: location.searchParams.get('SAMLRequest') ?? '' });
    expect(page.status).toBe(400);
    await other.close();
  });

  test.each<[string, Record<string, string>]>([
    ['comes by another name than this machine’s own', { host: 'evil.example' }],
    ['says that it came by this machine’s name', { host: 'evil.example', 'x-forwarded-host': 'localhost' }],
    ['a proxy passed on', { 'x-forwarded-for': '198.51.100.7' }],
  ])('one that %s', async (_name, headers) => {
    const trusting = await startPortal(database.db, { ...mapped, TRUST_PROXY: 'true' });
    for (const each of [portal, trusting]) {
      const { location } = await beginSignIn(each);
      const { status } = await rawRequest(each.url, 'GET', location.pathname + location.search, headers);
      expect(status).toBe(403);
    }
    await trusting.close();
  });
});

test.each<[string, Record<string, string>]>([
  ['another provider is configured', { SAML_IDP_METADATA: 'http://127.0.0.1:9/metadata' }],
  ['people use the portal by a public address', { PUBLIC_URL: 'https://portal.example.com' }],
  [
    'a proxy passes on what people ask of a public address',
    { PUBLIC_URL: 'https://portal.example.com', TRUST_PROXY: 'true' },
  ],
  ['the portal is reachable from elsewhere', { HOST: '0.0.0.0', PUBLIC_URL: 'http://127.0.0.1:9' }],
  [
    'the portal runs in production',
    { NODE_ENV: 'production', SAML_IDP_METADATA: 'http://127.0.0.1:9/metadata' },
  ],
])('it does not exist where %s', async (_name, settings) => {
  const { location } = await beginSignIn(portal);
  const elsewhere = await startPortal(database.db, settings);
  const page = await fetch(elsewhere.listening(`/idp/sso${location.search}`));
  expect(await page.text()).not.toMatch(/Choose whom to be|This sign-in cannot go on/);
  const post = await fetch(elsewhere.listening('/idp/sso'), {
    method: 'POST',
    body: new URLSearchParams({}),
  });
  expect([404, 415]).toContain(post.status);
  await elsewhere.close();
});
