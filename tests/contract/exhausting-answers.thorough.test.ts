import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { newTestKey } from '#tests/support/certificate.ts';
import { beyondLimits, manyGroups, times, withinLimits } from '#tests/support/exhausting-markup.ts';
import { algorithms, signBoth, signEncrypted } from '#tests/support/forged-saml.ts';
import { beginSignIn, type BegunSignIn, ownKeyFiles, postAnswer } from '#tests/support/saml-portal.ts';
import { victim, withSamlPortal } from '#tests/support/with-saml-portal.ts';

const folder = mkdtempSync(join(tmpdir(), 'skyledger-keys-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const portalKey = newTestKey();
const saml = withSamlPortal(ownKeyFiles(folder, portalKey));
const stranger = newTestKey();

/** As the provider's own, but signed by a stranger, with this markup behind its status. */
function grown(signIn: BegunSignIn, markup: string): string {
  const signed = signBoth(saml.unsigned(signIn, { nameId: victim }), stranger.privateKey);
  return signed.replace('</samlp:Status>', `</samlp:Status>${markup}`);
}

describe('a message within the limit of bytes that would keep parsers busy is refused while it is scanned', () => {
  test.each<[string, string, RegExp]>([
    ['60,000 elements side by side', beyondLimits['60,000 elements side by side'], /too many elements/],
    ['1,501 elements side by side', '<a/>'.repeat(1501), /too many elements/],
    ['elements 21 deep', `${'<a>'.repeat(20)}${'</a>'.repeat(20)}`, /nested too deeply/],
    ['25 attributes on one element', `<a${times(25, (at) => ` b${at}=""`)}/>`, /too many attributes/],
    [
      '7,200 attributes on 300 elements',
      times(300, () => `<a${times(24, (at) => ` b${at}=""`)}/>`),
      /too many attr/,
    ],
    ['13 namespaces on one element', `<a${times(13, (at) => ` xmlns:b${at}="c"`)}/>`, /too many namespaces/],
    [
      'namespaces upon namespaces',
      `${times(4, (at) => `<a${times(10, (n) => ` xmlns:b${at}${n}="c"`)}>`)}${'</a>'.repeat(4)}`,
      /too many namespaces/,
    ],
    ['an attribute of 10,000 characters', `<a b="${'c'.repeat(10_000)}"/>`, /attribute is too long/],
    ['a name of 10,000 characters', `<${'a'.repeat(10_000)}/>`, /name that is too long/],
    ['30,000 comments', beyondLimits['30,000 comments'], /comment/],
    ['entities', '&a;'.repeat(50_000), /entity/],
    ['tags that do not fit together', '<a></b>', /end tag/],
  ])('%s', async (_name, markup, reason) => {
    const signIn = await beginSignIn(saml.portal());
    await saml.expectRefused(signIn, grown(signIn, markup), reason);
  });

  test.each<[string, string]>([
    ['of a hundred thousand fields', 'a=&'.repeat(100_000)],
    ['with two answers', 'SAMLResponse=PHg%2B&SAMLResponse=PHg%2B'],
  ])('a form %s', async (_name, body) => {
    const { cookie } = await beginSignIn(saml.portal());
    const answer = await fetch(saml.portal().acsUrl, {
      method: 'POST',
      body,
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.status).toBe(403);
    expect(saml.portal().log()).toMatch(/too many fields|not exactly one SAMLResponse/);
  });
});

describe('whatever the limits let through is refused', () => {
  test.each(Object.entries(withinLimits))(
    '%s, by a stranger and around the provider’s own',
    async (_name, markup) => {
      for (const key of [stranger, saml.key]) {
        const signIn = await beginSignIn(saml.portal());
        const signed = signBoth(saml.unsigned(signIn), key.privateKey);
        await saml.expectRefused(signIn, within(signed, markup), /signature of the response/);
      }
    },
  );

  test('a large encrypted assertion', async () => {
    const signIn = await beginSignIn(saml.portal());
    const unsigned = saml.unsigned(signIn, { nameId: victim, attributes: { groups: manyGroups(1400) } });
    const xml = signEncrypted(unsigned, stranger.privateKey, portalKey.publicKey);
    expect(xml.length).toBeGreaterThan(150_000);
    await saml.expectRefused(signIn, xml, /signature of the response/);
  });

  const large = 'x'.repeat(200_000);
  test.each<[string, (signed: string) => string, RegExp]>([
    [
      'a certificate of 200 kB',
      (xml) => behind(xml, `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${large}`, '</ds:KeyInfo>'),
      /signature/,
    ],
    ['references', (xml) => repeated(xml, 'Reference', 100), /too many elements/],
    ['transforms', (xml) => repeated(xml, 'Transform', 1000), /too many elements/],
    ['signed infos', (xml) => repeated(xml, 'SignedInfo', 100), /too many elements/],
  ])('%s', async (_name, change, reason) => {
    const signIn = await beginSignIn(saml.portal());
    const xml = change(grown(signIn, ''));
    await saml.expectRefused(signIn, xml, reason);
  });

  function within(xml: string, markup: string): string {
    return xml.replace('</samlp:Status>', `</samlp:Status>${markup}`);
  }

  function behind(xml: string, markup: string, end: string): string {
    const close = '</ds:X509Certificate></ds:X509Data>';
    return xml.replace('</ds:SignatureValue>', `</ds:SignatureValue>${markup}${close}${end}`);
  }

  function repeated(xml: string, name: string, count: number): string {
    const element = new RegExp(`<ds:${name}( [^>]*)?/>|<ds:${name}[ >].*?</ds:${name}>`);
    return xml.replace(element, (found) => found.repeat(count));
  }
});

describe('nothing is read of an answer that this browser did not ask for', () => {
  const nobody = 'skyledger-sign-in=abcdefghijklmnopqrstuvwxyzABCDEF';

  test.each<[string, string | null, RegExp]>([
    ['without the cookie', null, /did not send the cookie/],
    ['with a cookie that no sign-in knows', nobody, /no open request of this browser/],
  ])('%s it is refused before its body arrives', async (_name, cookie, reason) => {
    const logged = saml.portal().log().length;
    const answer = await answerToHead(cookie);
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    expect(saml.portal().log().slice(logged)).toMatch(reason);
  });

  test('a request of another browser is refused before a parser sees the message', async () => {
    const own = await beginSignIn(saml.portal());
    const other = await beginSignIn(saml.portal());
    const logged = saml.portal().log().length;
    const { status } = await postAnswer(saml.portal(), unparsable(other), { cookie: own.cookie });
    expect(status).toBe(403);
    expect(reasonsSince(logged)).toEqual(['InResponseTo names no open request of this browser']);
  });

  test('a request takes five answers, and no parser sees a sixth', async () => {
    const signIn = await beginSignIn(saml.portal());
    const logged = saml.portal().log().length;
    for (let count = 0; count < 6; count += 1) {
      await postAnswer(saml.portal(), unparsable(signIn), { cookie: signIn.cookie });
    }
    const read = Array.from({ length: 5 }, () => 'not well-formed XML');
    expect(reasonsSince(logged)).toEqual([...read, 'InResponseTo names no open request of this browser']);
    const { status } = await postAnswer(saml.portal(), saml.genuine(signIn), { cookie: signIn.cookie });
    expect(status).toBe(403);
  });

  /** Fit for the scan, but no parser takes a prefix that nobody declared. */
  function unparsable({ requestId }: BegunSignIn): string {
    return `<samlp:Response InResponseTo="${requestId}"/>`;
  }

  function reasonsSince(length: number): string[] {
    const lines = saml.portal().log().slice(length).trim().split('\n');
    return lines.flatMap((line) => (JSON.parse(line) as { reason?: string }).reason ?? []);
  }

  /** What comes back when a body is announced and never sent. */
  function answerToHead(cookie: string | null): Promise<string> {
    const { hostname, port, pathname } = new URL(saml.portal().acsUrl);
    const socket = connect(Number(port), hostname);
    const type = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 300000\r\n';
    const head = `POST ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${type}`;
    socket.write(`${head}${cookie === null ? '' : `Cookie: ${cookie}\r\n`}\r\nSAMLResponse=`);
    return new Promise((resolve) =>
      socket.once('data', (data) => {
        socket.destroy();
        resolve(String(data));
      }),
    );
  }
});

describe('large answers of the provider itself are taken', () => {
  test.each([
    ['800 groups', 'CN=group,OU=Groups,DC=example,DC=com', ''],
    [
      '800 groups of which each declares its namespaces',
      'group',
      ' xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string"',
    ],
  ])('%s', async (_name, group, declarations) => {
    const signIn = await beginSignIn(saml.portal());
    const groups = Array.from({ length: 800 }, (_, at) => `${group}${at}`);
    const unsigned = saml
      .unsigned(signIn, { attributes: { groups } })
      .replaceAll('<saml:AttributeValue>', `<saml:AttributeValue${declarations}>`);
    const taken = postAnswer(saml.portal(), signBoth(unsigned, saml.key.privateKey), {
      cookie: signIn.cookie,
    });
    expect((await taken).status).toBe(303);
  });

  test('1,400 groups in an encrypted assertion', async () => {
    const signIn = await beginSignIn(saml.portal());
    const unsigned = saml.unsigned(signIn, { attributes: { groups: manyGroups(1400) } });
    const xml = signEncrypted(unsigned, saml.key.privateKey, portalKey.publicKey);
    const taken = postAnswer(saml.portal(), xml, { cookie: signIn.cookie });
    expect((await taken).status).toBe(303);
  });

  test('a signature that names the prefixes to keep is taken', async () => {
    const signIn = await beginSignIn(saml.portal());
    const algorithm = { ...algorithms.sha256, prefixes: ['saml', 'xs'] };
    const unsigned = saml.unsigned(signIn).replace(' xmlns:saml', ' xmlns:xs="urn:x" xmlns:saml');
    const xml = signBoth(unsigned, saml.key.privateKey, algorithm);
    expect(xml).toContain('PrefixList="saml xs"');
    expect((await postAnswer(saml.portal(), xml, { cookie: signIn.cookie })).status).toBe(303);
  });
});
