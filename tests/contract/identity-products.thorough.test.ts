import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '#server/platform/config/config.ts';
import { createIdentityProvider } from '#simulators/identity-provider/identity-provider.ts';
import type { ProductName } from '#simulators/identity-provider/products.ts';
import { signedResponse } from '#simulators/identity-provider/signed-response.ts';
import { newTestKey } from '#tests/support/certificate.ts';
import { withDatabase } from '#tests/support/database.ts';
import { refusedSignIns } from '#tests/support/refused-sign-ins.ts';
import {
  beginSignIn,
  explicitProvider,
  handoffOf,
  postAnswer,
  type SamlPortal,
  startPortal,
  validate,
} from '#tests/support/saml-portal.ts';

const ADA = { email: 'ada.lovelace@example.com', name: 'Ada Lovelace' };
const ISSUER = 'https://idp.example.com/metadata';
const key = newTestKey();
const database = withDatabase();

/** The settings that the guide for operators gives for a provider. */
function settingsOf(heading: string): Record<string, string> {
  const guide = readFileSync(`${projectRoot}/docs/sign-in.md`, 'utf8');
  const [section = ''] = guide.split(`\n### ${heading}\n`)[1]?.split(/\n##+ /) ?? [];
  const lines = [...section.matchAll(/^ {4}(SAML_[A-Z_]+)=(.*)$/gm)];
  return Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]));
}

const groupsIn = (roleMap = '') => roleMap.split(', ').map((pair) => pair.split('=')[0] ?? '');

/** An answer of a product to a new sign-in. */
async function answer(portal: SamlPortal, product: ProductName, groups: string[]) {
  const begun = await beginSignIn(portal);
  const xml = signedResponse({
    person: { ...ADA, id: '00000000-0000-4000-8000-000000000001', groups },
    requestId: begun.requestId,
    issuer: ISSUER,
    audience: portal.entityId,
    acsUrl: portal.acsUrl,
    privateKey: key.privateKey,
    certificate: key.certificate,
    product,
  });
  return { begun, response: await postAnswer(portal, xml, { cookie: begun.cookie }) };
}

const portalWith = (settings: Record<string, string>) =>
  startPortal(database.db, {
    ...explicitProvider(ISSUER, [key.certificate]),
    ...settings,
  });

describe('with the settings of the guide', () => {
  test.each<[string, ProductName, string | null]>([
    ['Keycloak', 'keycloak', null],
    ['Microsoft Entra ID', 'entra', ADA.name],
    ['AD FS', 'adfs', ADA.name],
    ['Okta', 'okta', ADA.name],
  ])('%s signs people in as it is by default, with their roles', async (heading, product, name) => {
    const settings = settingsOf(heading);
    const portal = await portalWith(settings);
    const { begun, response } = await answer(portal, product, groupsIn(settings['SAML_ROLE_MAP']));
    expect(response.status, portal.log()).toBe(303);
    const { body } = await validate(portal, handoffOf(response), begun.cookie);
    expect(body.data).toMatchObject({ uid: ADA.email, name, roles: ['admin', 'viewer'] });
    await portal.close();
  });
});

test('the built-in provider answers as a product does, where it is made so', async () => {
  const baseUrl = 'http://localhost/idp';
  const portal = await startPortal(database.db, {
    SAML_IDP_SSO_URL: `${baseUrl}/sso`,
    SAML_IDP_ENTITY_ID: `${baseUrl}/metadata`,
    SAML_IDP_CERT: key.certificate,
    SAML_SIGNED: 'assertion',
  });
  const serviceProvider = { entityId: portal.entityId, acsUrl: portal.acsUrl };
  const server = Fastify();
  await server.register(createIdentityProvider({ baseUrl, serviceProvider, key, product: 'entra' }).routes);
  const { location, cookie } = await beginSignIn(portal);
  const SAMLRequest = location.searchParams.get('SAMLRequest') ?? '';
  const page = await server.inject({
    method: 'POST',
    url: '/idp/sso',
    headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ SAMLRequest, person: 'maya' }).toString(),
  });
  const message = /name="SAMLResponse" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
  const xml = Buffer.from(message, 'base64').toString('utf8');
  expect(xml).toContain('http://schemas.microsoft.com/identity/claims/tenantid');
  expect((await postAnswer(portal, xml, { cookie })).status).toBe(303);
  await server.close();
  await portal.close();
});

describe('without SAML_SIGNED', () => {
  let portal: SamlPortal;
  beforeAll(async () => {
    portal = await portalWith({ SAML_EMAIL_ATTRIBUTE: settingsOf('Keycloak')['SAML_EMAIL_ATTRIBUTE'] ?? '' });
  });
  afterAll(() => portal.close());

  test.each<[ProductName, string, string]>([
    ['keycloak', 'The assertion is not signed.', 'SAML_SIGNED=response'],
    ['entra', 'The response is not signed.', 'Sign SAML response and assertion'],
    ['adfs', 'The response is not signed.', 'MessageAndAssertion'],
  ])('administrators read what %s does not sign, and what to set', async (product, reason, advice) => {
    const { response } = await answer(portal, product, []);
    expect(response.status).toBe(403);
    const number = response.headers.get('x-request-id') ?? '';
    const [refused] = await refusedSignIns(portal, database.db, number);
    expect(refused).toMatchObject({ kind: 'refused', reason, email: null });
    expect(refused?.advice).toContain(advice);
  });
});
