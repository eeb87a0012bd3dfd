import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { newTestKey } from '#tests/support/certificate.ts';
import {
  childNamed,
  edit,
  encryptAssertion,
  first,
  signElement,
  stripSignatures,
  wrappings,
  type SignedElement,
} from '#tests/support/forged-saml.ts';
import {
  beginSignIn,
  type BegunSignIn,
  handoffOf,
  ownKeyFiles,
  postAnswer,
} from '#tests/support/saml-portal.ts';
import { victim, withSamlPortal } from '#tests/support/with-saml-portal.ts';

const stranger = newTestKey();
const portalKey = newTestKey();
const folder = mkdtempSync(join(tmpdir(), 'skyledger-one-signature-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Those of the whole response need its signature, the others that of the assertion. */
const OF_RESPONSE = /^XSW[12]:/;
const BOTH_WRAPPED = /more than one Response|not exactly one assertion/;

type Saml = ReturnType<typeof withSamlPortal>;
const signedAlone = (saml: Saml, signIn: BegunSignIn, element: SignedElement, more = {}) =>
  signElement(saml.unsigned(signIn, more), element, saml.key.privateKey);

async function expectTaken(saml: Saml, xml: (signIn: BegunSignIn) => string): Promise<void> {
  const signIn = await beginSignIn(saml.portal());
  const answer = await postAnswer(saml.portal(), xml(signIn), { cookie: signIn.cookie });
  expect(answer.status).toBe(303);
  expect(handoffOf(answer)).toMatchObject({ uid: 'ada@example.com' });
}

describe('where a signature of the assertion is enough', () => {
  const saml = withSamlPortal({ SAML_SIGNED: 'assertion', ...ownKeyFiles(folder, portalKey) });
  const alone = (signIn: BegunSignIn, more = {}) => signedAlone(saml, signIn, 'Assertion', more);

  test('an answer with that one is taken, and so is one with both', async () => {
    await expectTaken(saml, alone);
    await expectTaken(saml, saml.genuine);
  });

  test.each(Object.entries(wrappings))('a wrapped signature is refused: %s', async (name, wrap) => {
    const signIn = await beginSignIn(saml.portal());
    const wrapped = wrap(saml.genuine(signIn), victim);
    expect(wrapped).toContain(victim);
    await saml.expectRefused(signIn, wrapped, BOTH_WRAPPED);
    if (OF_RESPONSE.test(name)) return;
    const next = await beginSignIn(saml.portal());
    await saml.expectRefused(next, wrap(alone(next), victim), BOTH_WRAPPED);
  });

  const forgeries: [string, (signIn: BegunSignIn) => string, RegExp][] = [
    ['none at all', (signIn) => saml.unsigned(signIn, { nameId: victim }), /the assertion is not signed/],
    [
      'that of the response alone',
      (signIn) => signedAlone(saml, signIn, 'Response', { nameId: victim }),
      /the assertion is not signed/,
    ],
    [
      'one that was stripped from the assertion',
      (signIn) => stripSignatures(saml.genuine(signIn), ['Assertion']),
      /the assertion is not signed/,
    ],
    [
      'one by another key',
      (signIn) => signElement(saml.unsigned(signIn, { nameId: victim }), 'Assertion', stranger.privateKey),
      /the signature of the assertion/,
    ],
    [
      'one over what was altered since',
      (signIn) => alone(signIn).replace('ada@example.com', victim),
      /the signature of the assertion/,
    ],
    [
      'a good one beside one of the response by another key',
      (signIn) => signElement(alone(signIn), 'Response', stranger.privateKey),
      /the signature of the response/,
    ],
    [
      'a good one in a signed response that was altered since',
      (signIn) => saml.genuine(signIn).replace(' Destination=', ' Consent="urn:x" Destination='),
      /the signature of the response/,
    ],
    [
      'one of the assertion that stands on the response',
      (signIn) =>
        edit(alone(signIn), (document) => {
          const assertion = first(document, 'Assertion');
          const signature = childNamed(assertion, 'Signature');
          assertion.removeChild(signature);
          const response = first(document, 'Response');
          response.insertBefore(signature, childNamed(response, 'Status'));
        }),
      /a signature over something else/,
    ],
    [
      'one that lies in another element',
      (signIn) =>
        edit(alone(signIn), (document) => {
          const assertion = first(document, 'Assertion');
          first(document, 'Status').appendChild(childNamed(assertion, 'Signature'));
        }),
      /a signature in the wrong place|the assertion is not signed/,
    ],
    [
      'a second one on the assertion',
      (signIn) =>
        edit(alone(signIn), (document) => {
          const signature = childNamed(first(document, 'Assertion'), 'Signature');
          signature.parentNode?.insertBefore(signature.cloneNode(true), signature);
        }),
      /two signatures on one part|used twice/,
    ],
    [
      'one of an assertion that answers another request, in a response that says to answer this one',
      (signIn) => alone(signIn, { confirmedRequestId: '_0123456789abcdef0123456789abcdef01234567' }),
      /InResponseTo of another request/,
    ],
    [
      'one of an assertion for another portal, in a response for this one',
      (signIn) => alone(signIn, { recipient: 'https://other.example/acs' }),
      /another Recipient/,
    ],
    [
      'one that is encrypted, in a response that is not signed',
      (signIn) => encryptAssertion(alone(signIn), portalKey.publicKey),
      /an encrypted assertion in a response that is not signed/,
    ],
  ];

  test.each(forgeries)('an answer is refused with %s', async (_name, forge, reason) => {
    const signIn = await beginSignIn(saml.portal());
    await saml.expectRefused(signIn, forge(signIn), reason);
  });

  test('an encrypted assertion is taken in a signed response', async () => {
    await expectTaken(saml, (signIn) =>
      signElement(encryptAssertion(alone(signIn), portalKey.publicKey), 'Response', saml.key.privateKey),
    );
  });
});

describe('where a signature of the response is enough', () => {
  const saml = withSamlPortal({ SAML_SIGNED: 'response', ...ownKeyFiles(folder, portalKey) });
  const alone = (signIn: BegunSignIn, more = {}) => signedAlone(saml, signIn, 'Response', more);

  test('an answer with that one is taken, encrypted or not, and so is one with both', async () => {
    await expectTaken(saml, alone);
    await expectTaken(saml, saml.genuine);
    await expectTaken(saml, (signIn) =>
      signElement(
        encryptAssertion(saml.unsigned(signIn), portalKey.publicKey),
        'Response',
        saml.key.privateKey,
      ),
    );
  });

  test('its metadata does not ask for signed assertions', async () => {
    const metadata = await (await fetch(`${saml.portal().url}/api/auth/saml/metadata`)).text();
    expect(metadata).toContain('SPSSODescriptor');
    expect(metadata).not.toContain('WantAssertionsSigned="true"');
  });

  test.each(Object.entries(wrappings))('a wrapped signature is refused: %s', async (name, wrap) => {
    const signIn = await beginSignIn(saml.portal());
    await saml.expectRefused(signIn, wrap(saml.genuine(signIn), victim), BOTH_WRAPPED);
    if (!OF_RESPONSE.test(name)) return;
    const next = await beginSignIn(saml.portal());
    await saml.expectRefused(next, wrap(alone(next), victim), BOTH_WRAPPED);
  });

  test.each<[string, (signIn: BegunSignIn) => string, RegExp]>([
    [
      'that of the assertion alone',
      (signIn) => signedAlone(saml, signIn, 'Assertion', { nameId: victim }),
      /the response is not signed/,
    ],
    [
      'one over what was altered since',
      (signIn) => alone(signIn).replace('ada@example.com', victim),
      /the signature of the response/,
    ],
    [
      'a good one around an assertion that another key signed',
      (signIn) =>
        signElement(
          signElement(saml.unsigned(signIn), 'Assertion', stranger.privateKey),
          'Response',
          saml.key.privateKey,
        ),
      /the signature of the assertion/,
    ],
  ])('an answer is refused with %s', async (_name, forge, reason) => {
    const signIn = await beginSignIn(saml.portal());
    await saml.expectRefused(signIn, forge(signIn), reason);
  });
});
