import { inflateRawSync } from 'node:zlib';
import { DOMParser } from '@xmldom/xmldom';

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';
const assertion = 'urn:oasis:names:tc:SAML:2.0:assertion';
const longestRequest = 64 * 1024;
const oldestRequestMs = 15 * 60_000;
const skewMs = 60_000;

/** A request that this provider does not answer; the message says why. */
export class BadRequest extends Error {}

export interface Expected {
  /** The one service provider that is served. */
  entityId: string;
  acsUrl: string;
  /** This provider's own single sign-on address. */
  ssoUrl: string;
}

/**
 * Reads an AuthnRequest of the HTTP-Redirect binding and checks that it is a recent one, of the known
 * service provider, for this address. Answers its ID.
 *
 * @throws BadRequest
 */
export function readAuthnRequest(message: string, expected: Expected, now = Date.now()): string {
  const root = parse(message);
  const attribute = (name: string) => root.getAttribute(name);
  const check = (holds: boolean, reason: string) => {
    if (!holds) throw new BadRequest(reason);
  };
  check(root.localName === 'AuthnRequest' && root.namespaceURI === protocol, 'It is no AuthnRequest.');
  check(attribute('Version') === '2.0', 'It is not of SAML 2.0.');
  check(attribute('Destination') === expected.ssoUrl, 'It is for another address.');
  const acsUrl = attribute('AssertionConsumerServiceURL');
  check(acsUrl === null || acsUrl === expected.acsUrl, 'It wants the answer at another address.');
  const issuer = root.getElementsByTagNameNS(assertion, 'Issuer')[0]?.textContent;
  check(issuer === expected.entityId, 'It is from another service provider.');
  const issued = Date.parse(attribute('IssueInstant') ?? '');
  check(
    issued > now - oldestRequestMs && issued < now + skewMs,
    'It is too old. Start again from the portal.',
  );
  const id = attribute('ID') ?? '';
  check(/^[A-Za-z_][\w.-]{15,127}$/.test(id), 'Its ID cannot be used.');
  return id;
}

function parse(message: string) {
  try {
    const deflated = Buffer.from(message, 'base64');
    const xml = inflateRawSync(deflated, { maxOutputLength: longestRequest }).toString('utf8');
    if (xml.includes('<!')) throw new Error('markup declarations are not read');
    const root = new DOMParser({ onError: stop }).parseFromString(xml, 'text/xml').documentElement;
    if (root) return root;
  } catch {
    throw new BadRequest('It cannot be read.');
  }
  throw new BadRequest('It is empty.');
}

function stop(level: string): void {
  if (level !== 'warning') throw new Error(level);
}
