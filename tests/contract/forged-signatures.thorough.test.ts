import { describe, expect, test } from 'vitest';
import { newTestKey } from '#tests/support/certificate.ts';
import {
  algorithms,
  childNamed,
  edit,
  first,
  signBoth,
  signElement,
  stripSignatures,
  wrappings,
} from '#tests/support/forged-saml.ts';
import { beginSignIn, type BegunSignIn, handoffOf, postAnswer } from '#tests/support/saml-portal.ts';
import { victim, withSamlPortal } from '#tests/support/with-saml-portal.ts';

const stranger = newTestKey();
const saml = withSamlPortal();

describe('a genuine answer', () => {
  test('is taken, and leads to the page that finishes the sign-in', async () => {
    const signIn = await beginSignIn(saml.portal());
    const answer = await postAnswer(saml.portal(), saml.genuine(signIn), { cookie: signIn.cookie });
    expect(answer.status).toBe(303);
    expect(new URL(answer.headers.get('location') ?? '').pathname).toBe('/unauth/login');
    expect(handoffOf(answer)).toMatchObject({ uid: 'ada@example.com', 'token-type': 'Bearer' });
  });

  test.each([
    ['a minute ahead', 60_000],
    ['a minute behind', -60_000],
  ])('of a provider whose clock is %s is taken', async (_name, clock) => {
    const signIn = await beginSignIn(saml.portal());
    const answer = await postAnswer(saml.portal(), saml.genuine(signIn, { clock }), {
      cookie: signIn.cookie,
    });
    expect(answer.status).toBe(303);
  });
});

describe('a forged signature is refused', () => {
  const unsigned = (signIn: BegunSignIn) => saml.unsigned(signIn, { nameId: victim });
  const forgeries: [string, (signIn: BegunSignIn) => string, RegExp][] = [
    ['when there is none', unsigned, /the response is not signed/],
    [
      'when both were stripped',
      (signIn) => stripSignatures(saml.genuine(signIn), ['Response', 'Assertion']),
      /the response is not signed/,
    ],
    [
      'when that of the response was stripped',
      (signIn) => stripSignatures(saml.genuine(signIn), ['Response']),
      /the response is not signed/,
    ],
    [
      'when the provider signed the response alone',
      (signIn) => signElement(unsigned(signIn), 'Response', saml.key.privateKey),
      /the assertion is not signed/,
    ],
    [
      'when another key made it',
      (signIn) => signBoth(unsigned(signIn), stranger.privateKey),
      /signature of the response/,
    ],
    [
      'when another key made that of the assertion',
      (signIn) =>
        signElement(
          signElement(unsigned(signIn), 'Assertion', stranger.privateKey),
          'Response',
          saml.key.privateKey,
        ),
      /signature of the assertion/,
    ],
    [
      'when the public certificate served as an HMAC key',
      (signIn) => signBoth(unsigned(signIn), saml.key.certificate, algorithms.hmac),
      /algorithm that is not accepted/,
    ],
    [
      'when its method is "none"',
      (signIn) => saml.genuine(signIn).replaceAll(algorithms.sha256.signature, 'none'),
      /algorithm that is not accepted/,
    ],
    [
      'when it is RSA with SHA-1',
      (signIn) =>
        signBoth(unsigned(signIn), saml.key.privateKey, {
          ...algorithms.sha256,
          signature: algorithms.sha1.signature,
        }),
      /algorithm that is not accepted/,
    ],
    [
      'when its digest is SHA-1',
      (signIn) =>
        signBoth(unsigned(signIn), saml.key.privateKey, {
          ...algorithms.sha256,
          digest: algorithms.sha1.digest,
        }),
      /algorithm that is not accepted/,
    ],
    [
      'when the content was altered after signing',
      (signIn) => saml.genuine(signIn).replace('ada@example.com', victim),
      /signature of the response/,
    ],
    ['when it has two SignedInfo', (signIn) => twiceIn(signIn, 'SignedInfo'), /not exactly one SignedInfo/],
    ['when it has two references', (signIn) => twiceIn(signIn, 'Reference'), /not exactly one Reference/],
    ['when it has two digests', (signIn) => twiceIn(signIn, 'DigestValue'), /a digest in the wrong place/],
    ['when its digest stands elsewhere', digestElsewhere, /a digest in the wrong place/],
    [
      'when it brings a certificate of its own',
      (signIn) =>
        signBoth(unsigned(signIn), stranger.privateKey).replaceAll(
          '</ds:SignatureValue>',
          `</ds:SignatureValue><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${stranger.certificate.replace(/-----.*-----|\n/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`,
        ),
      /signature of the response/,
    ],
  ];

  test.each(forgeries)('%s', async (_name, forge, reason) => {
    const signIn = await beginSignIn(saml.portal());
    await saml.expectRefused(signIn, forge(signIn), reason);
  });

  function twiceIn(signIn: BegunSignIn, name: string): string {
    return edit(saml.genuine(signIn), (document) => {
      const original = first(document, name);
      original.parentNode?.insertBefore(original.cloneNode(true), original);
    });
  }

  function digestElsewhere(signIn: BegunSignIn): string {
    return edit(saml.genuine(signIn), (document) => {
      const digest = first(document, 'DigestValue');
      digest.parentNode?.removeChild(digest);
      first(document, 'DigestMethod').appendChild(digest);
    });
  }
});

describe('a wrapped signature is refused', () => {
  test.each(Object.keys(wrappings))('%s', async (name) => {
    const signIn = await beginSignIn(saml.portal());
    const wrapped = wrappings[name]?.(saml.genuine(signIn), victim) ?? '';
    expect(wrapped).toContain(victim);
    await saml.expectRefused(signIn, wrapped, /more than one Response|not exactly one assertion/);
  });
});

test('signatures that are valid but moved to the other element are refused', async () => {
  const signIn = await beginSignIn(saml.portal());
  const swapped = edit(saml.genuine(signIn), (document) => {
    const response = first(document, 'Response');
    const assertion = first(document, 'Assertion');
    const ofResponse = childNamed(response, 'Signature');
    const ofAssertion = childNamed(assertion, 'Signature');
    response.replaceChild(ofAssertion, ofResponse);
    assertion.appendChild(ofResponse);
  });
  await saml.expectRefused(signIn, swapped, /a signature over something else/);
});
