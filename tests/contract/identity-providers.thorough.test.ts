import { createVerify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createSession } from '#server/modules/access/sessions.ts';
import { newTestKey } from '#tests/support/certificate.ts';
import { skyledger } from '#tests/support/command-line.ts';
import { withDatabase } from '#tests/support/database.ts';
import { encryptAssertion, signBoth, signElement, unsignedResponse } from '#tests/support/forged-saml.ts';
import { providerMetadata, startMetadataServer } from '#tests/support/metadata-server.ts';
import {
  beginSignIn,
  type BegunSignIn,
  explicitProvider,
  ownKeyFiles,
  postAnswer,
  type SamlPortal,
  startPortal,
  validate,
} from '#tests/support/saml-portal.ts';

const database = withDatabase();
const issuer = 'https://idp.example.com/metadata';
const key = newTestKey();
const nextKey = newTestKey();
const portalKey = newTestKey();
const folder = mkdtempSync(join(tmpdir(), 'skyledger-keys-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const keyFiles = () => ownKeyFiles(folder, portalKey);

const unsigned = (portal: SamlPortal, { requestId }: BegunSignIn) =>
  unsignedResponse({ requestId, acsUrl: portal.acsUrl, audience: portal.entityId, issuer });

async function signInStatus(portal: SamlPortal, privateKey: string): Promise<number> {
  const begun = await beginSignIn(portal);
  const xml = signBoth(unsigned(portal, begun), privateKey);
  return (await postAnswer(portal, xml, { cookie: begun.cookie })).status;
}

async function expectUnavailable(portal: SamlPortal): Promise<void> {
  const answer = await fetch(`${portal.url}/api/auth/saml`, { redirect: 'manual' });
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).not.toBeNull();
  expect(answer.headers.get('set-cookie')).toBeNull();
  const page = await answer.text();
  expect(page).toContain('Sign-in is unavailable');
  expect(page).toContain(`and mention ${answer.headers.get('x-request-id')}.`);
}

describe("with the portal's own key", () => {
  test('requests are signed', async () => {
    const portal = await startPortal(database.db, {
      ...explicitProvider(issuer, [key.certificate]),
      ...keyFiles(),
    });
    const { location } = await beginSignIn(portal);
    const query = location.search.slice(1);
    const signature = Buffer.from(location.searchParams.get('Signature') ?? '', 'base64');
    expect(location.searchParams.get('SigAlg')).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256');
    const signed = query.slice(query.indexOf('SAMLRequest='), query.indexOf('&Signature='));
    expect(createVerify('sha256').update(signed).verify(portalKey.publicKey, signature)).toBe(true);
    await portal.close();
  });

  test('encrypted assertions are read, and refused where they were tampered with', async () => {
    const portal = await startPortal(database.db, {
      ...explicitProvider(issuer, [key.certificate]),
      ...keyFiles(),
    });
    const encrypted = (begun: BegunSignIn, assertionKey = key.privateKey) => {
      const signed = signElement(unsigned(portal, begun), 'Assertion', assertionKey);
      return signElement(encryptAssertion(signed, portalKey.publicKey), 'Response', key.privateKey);
    };
    const begun = await beginSignIn(portal);
    const good = encrypted(begun);
    expect(good).not.toContain('ada@example.com');
    const altered = good.replace(/(<xenc:CipherValue>.{400})./, '$1A');
    expect((await postAnswer(portal, altered, { cookie: begun.cookie })).status).toBe(403);
    const byStranger = encrypted(begun, nextKey.privateKey);
    expect((await postAnswer(portal, byStranger, { cookie: begun.cookie })).status).toBe(403);
    expect(portal.log()).toContain('"the signature of the assertion"');
    const unsignedInside = signElement(
      encryptAssertion(unsigned(portal, begun), portalKey.publicKey),
      'Response',
      key.privateKey,
    );
    const logged = portal.log().length;
    expect((await postAnswer(portal, unsignedInside, { cookie: begun.cookie })).status).toBe(403);
    expect(portal.log().slice(logged)).toContain('"the assertion is not signed"');
    const weak = encrypted(begun).replace('rsa-oaep-mgf1p', 'rsa-1_5');
    expect((await postAnswer(portal, weak, { cookie: begun.cookie })).status).toBe(403);
    expect((await postAnswer(portal, good, { cookie: begun.cookie })).status).toBe(303);
    await portal.close();
  });

  test('its certificate stands in the metadata, for signing and for encryption', async () => {
    const portal = await startPortal(database.db, {
      ...explicitProvider(issuer, [key.certificate]),
      ...keyFiles(),
    });
    const answer = await fetch(`${portal.url}/api/auth/saml/metadata`);
    expect(answer.headers.get('content-type')).toContain('application/samlmetadata+xml');
    const metadata = await answer.text();
    const base64 = portalKey.certificate.split('\n')[1] ?? '';
    expect(metadata.split(base64)).toHaveLength(3);
    expect(metadata).toContain(`Location="${portal.acsUrl}"`);
    expect(metadata).toContain(`entityID="${portal.entityId}"`);
    expect(metadata).not.toContain('PRIVATE');
    await portal.close();
  });

  test('its metadata can be had before the portal has ever started, without a provider', async () => {
    const publicUrl = 'https://portal.example.com';
    const settings = { ...keyFiles(), NODE_ENV: 'production', PUBLIC_URL: publicUrl, DATA_DIR: folder };
    const { code, output } = await skyledger(settings, 'metadata');
    expect(code).toBe(0);
    const portal = await startPortal(database.db, {
      ...explicitProvider(issuer, [key.certificate]),
      ...keyFiles(),
      PUBLIC_URL: publicUrl,
    });
    const served = await (await fetch(portal.listening('/api/auth/saml/metadata'))).text();
    const withoutId = (xml: string) => xml.replace(/ ID="[^"]+"/, '').trim();
    expect(withoutId(output)).toBe(withoutId(served));
    await portal.close();
  });

  test('without it, an encrypted assertion is refused', async () => {
    const portal = await startPortal(database.db, explicitProvider(issuer, [key.certificate]));
    const begun = await beginSignIn(portal);
    const signed = signElement(unsigned(portal, begun), 'Assertion', key.privateKey);
    const xml = signElement(encryptAssertion(signed, portalKey.publicKey), 'Response', key.privateKey);
    expect((await postAnswer(portal, xml, { cookie: begun.cookie })).status).toBe(403);
    await portal.close();
  });
});

describe('a provider that changes its key', () => {
  test('is believed with both keys while it publishes both', async () => {
    const certificates = [key.certificate, nextKey.certificate];
    const portal = await startPortal(database.db, explicitProvider(issuer, certificates));
    expect(await signInStatus(portal, key.privateKey)).toBe(303);
    expect(await signInStatus(portal, nextKey.privateKey)).toBe(303);
    await portal.close();
  });

  test('is believed with a key that it has published only now, and no longer with the withdrawn one', async () => {
    const server = await startMetadataServer();
    const publish = (certificate: string) =>
      server.publish(providerMetadata(issuer, `${server.origin}/sso`, [certificate]));
    publish(key.certificate);
    const portal = await startPortal(database.db, { SAML_IDP_METADATA: server.url });
    expect(await signInStatus(portal, key.privateKey)).toBe(303);
    expect(await signInStatus(portal, nextKey.privateKey)).toBe(403);
    publish(nextKey.certificate);
    // Metadata is not fetched again for every bad signature, so the change takes some seconds.
    await expect
      .poll(() => signInStatus(portal, nextKey.privateKey), { timeout: 60_000, interval: 1000 })
      .toBe(303);
    expect(server.asked()).toBeLessThan(5);
    expect(await signInStatus(portal, key.privateKey)).toBe(403);
    await portal.close();
    await server.close();
  });
});

describe('a provider that is down', () => {
  test('is said to be unavailable, sessions go on, and sign-in works once it is back', async () => {
    const server = await startMetadataServer();
    const metadata = providerMetadata(issuer, `${server.origin}/sso`, [key.certificate]);
    server.publish(metadata);
    const portal = await startPortal(database.db, { SAML_IDP_METADATA: server.url });
    expect(await signInStatus(portal, key.privateKey)).toBe(303);
    const session = await createSession(database.db, { email: 'ada@example.com', name: null, roles: [] });
    await server.close();
    await expectUnavailable(portal);
    expect((await validate(portal, { ...session })).status).toBe(200);
    const back = await startMetadataServer(Number(new URL(server.origin).port));
    back.publish(metadata);
    expect(await signInStatus(portal, key.privateKey)).toBe(303);
    await portal.close();
    await back.close();
  });

  test('because its metadata was never reached', async () => {
    const portal = await startPortal(database.db, { SAML_IDP_METADATA: 'http://127.0.0.1:9/metadata' });
    await expectUnavailable(portal);
    expect((await fetch(`${portal.url}/healthz`)).status).toBe(200);
    await portal.close();
  });

  test('because its metadata redirects', async () => {
    const server = await startMetadataServer();
    server.publish('', 302);
    const portal = await startPortal(database.db, { SAML_IDP_METADATA: server.url });
    await expectUnavailable(portal);
    expect(server.asked()).toBe(1);
    expect(portal.log()).toContain('redirects are not followed');
    await portal.close();
    await server.close();
  });

  test('because none is configured and the portal is not on loopback', async () => {
    const portal = await startPortal(database.db, {
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://portal.example.com',
    });
    const answer = await fetch(portal.listening('/api/auth/saml?moved=1'), { redirect: 'manual' });
    expect(answer.status).toBe(503);
    expect(await (await fetch(portal.listening('/idp/sso?SAMLRequest=x'))).text()).not.toContain('sign-in');
    await portal.close();
  });
});

test('metadata from a file serves as well', async () => {
  const file = join(folder, 'idp.xml');
  writeFileSync(file, providerMetadata(issuer, 'https://idp.example.com/sso', [key.certificate]));
  const portal = await startPortal(database.db, { SAML_IDP_METADATA: file });
  expect((await beginSignIn(portal)).location.origin).toBe('https://idp.example.com');
  expect(await signInStatus(portal, key.privateKey)).toBe(303);
  await portal.close();
});
