import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { edit, first, newSamlId, type ResponseFacts } from '#tests/support/forged-saml.ts';
import { beginSignIn, postAnswer } from '#tests/support/saml-portal.ts';
import { victim, withSamlPortal } from '#tests/support/with-saml-portal.ts';

const saml = withSamlPortal();

describe('what a good signature does not say is checked, each on its own', () => {
  const wrong: [string, Partial<ResponseFacts>, RegExp][] = [
    ['another audience', { audience: 'https://other.example' }, /another Audience/],
    ['no audience', { withoutAudience: true }, /AudienceRestriction|verified/],
    ['no conditions', { withoutConditions: true }, /Conditions|verified/],
    ['another recipient', { recipient: 'https://other.example/acs' }, /another Recipient/],
    ['another destination', { destination: 'https://other.example/acs' }, /another Destination/],
    ['no destination', { destination: '' }, /another Destination/],
    ['another issuer', { issuer: 'https://evil.example' }, /another Issuer/],
    ['another issuer in the assertion', { assertionIssuer: 'https://evil.example' }, /another Issuer/],
    ['a status that is no success', { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }, /no success/],
    ['no InResponseTo', { responseInResponseTo: null }, /unsolicited/],
    ['an InResponseTo of nobody', { requestId: newSamlId() }, /no open request/],
    ['another InResponseTo in the confirmation', { confirmedRequestId: newSamlId() }, /another request/],
    ['no InResponseTo in the confirmation', { confirmedRequestId: null }, /another request/],
    [
      'a confirmation that is not of the bearer',
      { method: 'urn:oasis:names:tc:SAML:2.0:cm:sender-vouches' },
      /no bearer/,
    ],
    ['another version', { version: '1.1' }, /not SAML 2.0/],
    ['conditions that are over', { notBefore: -900_000, notOnOrAfter: -600_000 }, /expired/],
    ['conditions that begin later', { notBefore: 600_000, notOnOrAfter: 900_000 }, /not yet valid/],
    ['a confirmation that is over', { confirmationEnd: -600_000 }, /expired/],
    ['a clock ten minutes ahead', { clock: 600_000 }, /not yet valid|future/],
    ['a clock ten minutes behind', { clock: -600_000 }, /expired|too long ago/],
    ['an old message with a long validity', { issued: -600_000, notBefore: -600_000 }, /too long ago/],
  ];

  test.each(wrong)('%s is refused', async (_name, change, reason) => {
    const signIn = await beginSignIn(saml.portal());
    await saml.expectRefused(signIn, saml.genuine(signIn, { nameId: victim, ...change }), reason);
  });
});

test('an answer that says that the provider refused is logged as that, though it holds no assertion', async () => {
  const signIn = await beginSignIn(saml.portal());
  const status = 'urn:oasis:names:tc:SAML:2.0:status:Responder';
  const refusal = saml.unsigned(signIn, { status }).replace(/<saml:Assertion.*<\/saml:Assertion>/, '');
  await saml.expectRefused(signIn, refusal, /a Status that is no success/);
});

describe('markup that readers may read differently is refused, never read as the shorter address', () => {
  const markup = /DOCTYPE, comment, processing instruction, CDATA/;
  test.each([
    ['a comment in the NameID', `${victim}<!-- -->.evil.example`],
    ['a processing instruction in the NameID', `${victim}<?x y?>.evil.example`],
    ['a CDATA section in the NameID', `${victim}<![CDATA[.evil.example]]>`],
  ])('%s', async (_name, nameId) => {
    const signIn = await beginSignIn(saml.portal());
    await saml.expectRefused(signIn, saml.genuine(signIn, { nameId }), markup);
  });

  test('a comment that is put into a signed NameID', async () => {
    const signIn = await beginSignIn(saml.portal());
    const signed = saml.genuine(signIn, { nameId: `${victim}.evil.example` });
    // The signature does not cover comments, so it still holds.
    await saml.expectRefused(signIn, signed.replace('.evil.example', '<!---->.evil.example'), markup);
  });

  test('a comment in an attribute value', async () => {
    const signIn = await beginSignIn(saml.portal());
    const attributes = { email: [`${victim}<!-- -->.evil.example`] };
    await saml.expectRefused(signIn, saml.genuine(signIn, { attributes }), markup);
  });

  test('an element in the NameID', async () => {
    const signIn = await beginSignIn(saml.portal());
    const nameId = `${victim}<x>.evil.example</x>`;
    await saml.expectRefused(signIn, saml.genuine(signIn, { nameId }), /markup where plain text belongs/);
  });

  test.each([
    ['a DOCTYPE', '<!DOCTYPE x>', markup],
    [
      'entities that grow',
      '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>',
      /an entity/,
    ],
  ])('%s', async (_name, prolog, reason) => {
    const signIn = await beginSignIn(saml.portal());
    await saml.expectRefused(signIn, prolog + saml.genuine(signIn), reason);
  });

  describe('that names a document elsewhere', () => {
    let asked = 0;
    const server = createServer((socket) => {
      asked += 1;
      socket.destroy();
    });
    beforeAll(async () => {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
    });
    afterAll(() => void server.close());
    const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`;

    test.each<[string, (url: string) => string]>([
      ['a DOCTYPE', (url) => `<!DOCTYPE x SYSTEM "${url}">`],
      ['a public DOCTYPE', (url) => `<!DOCTYPE x PUBLIC "-//X//X" "${url}">`],
      ['an entity', (url) => `<!DOCTYPE x [<!ENTITY x SYSTEM "${url}">]>`],
      ['an entity of parameters', (url) => `<!DOCTYPE x [<!ENTITY % x SYSTEM "${url}"> %x;]>`],
      ['a stylesheet', (url) => `<?xml-stylesheet href="${url}" type="text/xsl"?>`],
    ])('as %s, and nobody is asked for it', async (_name, prolog) => {
      const signIn = await beginSignIn(saml.portal());
      const xml = saml.genuine(signIn).replace('ada@example.com', 'ada@example.com&x;');
      await saml.expectRefused(signIn, prolog(address()) + xml, /DOCTYPE|entity/);
      const location = `xsi:schemaLocation="x ${address()}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`;
      const next = await beginSignIn(saml.portal());
      await saml.expectRefused(next, `${prolog(address())}<x ${location}/>`, /./);
      expect(asked).toBe(0);
    });
  });

  test('an entity that nobody declared', async () => {
    const signIn = await beginSignIn(saml.portal());
    const xml = saml.genuine(signIn).replace('ada@example.com', '&xxe;');
    await saml.expectRefused(signIn, xml, /entity/);
  });

  test('one identifier on two elements', async () => {
    const signIn = await beginSignIn(saml.portal());
    const id = newSamlId();
    await saml.expectRefused(
      signIn,
      saml.genuine(signIn, { responseId: id, assertionId: id }),
      /used twice|verified/,
    );
  });

  test('a second assertion, signed as well', async () => {
    const signIn = await beginSignIn(saml.portal());
    const second = edit(saml.genuine(signIn), (document) => {
      const assertion = first(document, 'Assertion');
      const copy = assertion.cloneNode(true);
      assertion.parentNode?.appendChild(copy);
    });
    await saml.expectRefused(signIn, second, /not exactly one assertion/);
  });
});

describe('a message made to exhaust the server is refused', () => {
  test.each([
    ['nested 30,000 deep', `${'<a>'.repeat(30_000)}${'</a>'.repeat(30_000)}`],
    ['never closed', '<a>'.repeat(60_000)],
    ['with 20,000 attributes on one element', `<a ${attributesOf(20_000)}/>`],
    ['of half an attribute', `<a ${'b="c" '.repeat(30_000)}`],
    ['of spaces in a tag', `<a${' '.repeat(200_000)}`],
    ['of nothing but text', 'a'.repeat(200_000)],
    ['that is empty', ''],
    ['that is no UTF-8', '\uD800'],
  ])('%s', async (_name, xml) => {
    const signIn = await beginSignIn(saml.portal());
    await saml.expectRefused(signIn, xml, /./);
  });

  test('of many megabytes, before it is read', async () => {
    const signIn = await beginSignIn(saml.portal());
    const xml = 'a'.repeat(30_000_000);
    const answer = await postAnswer(saml.portal(), xml, { cookie: signIn.cookie });
    expect(answer.status).toBe(413);
    expect(await answer.text()).toContain('You are not signed in');
    expect((await postAnswer(saml.portal(), saml.genuine(signIn), { cookie: signIn.cookie })).status).toBe(
      303,
    );
  });

  function attributesOf(count: number): string {
    return Array.from({ length: count }, (_, index) => `a${index}=""`).join(' ');
  }
});
