import { constants, createCipheriv, publicEncrypt, randomBytes } from 'node:crypto';
import { DOMParser, type Document, type Element, XMLSerializer } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';

/**
 * Makes SAML responses, good ones and forged ones, for tests of what a service provider lets through. It
 * shares nothing with the code under test but the libraries that speak XML signatures.
 */

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
export const algorithms = {
  sha256: {
    signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
  },
  sha1: {
    signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
    digest: 'http://www.w3.org/2000/09/xmldsig#sha1',
  },
  hmac: {
    signature: 'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
    digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
  },
} as const;

/** What a response says. Texts are put in as they are, so that a test may put markup there. */
export interface ResponseFacts {
  requestId: string;
  acsUrl: string;
  audience: string;
  issuer: string;
  nameId?: string;
  nameIdFormat?: string;
  /** Attribute name to values, as pairs where a name comes several times; default: none. */
  attributes?: Record<string, string[]> | [string, string[]][];
  destination?: string;
  recipient?: string;
  assertionIssuer?: string;
  status?: string;
  method?: string;
  confirmedRequestId?: string | null;
  responseInResponseTo?: string | null;
  version?: string;
  /** Milliseconds added to every time in the response. */
  clock?: number;
  /** Milliseconds from now. */
  notBefore?: number;
  notOnOrAfter?: number;
  confirmationEnd?: number;
  issued?: number;
  /** When the session at the provider ends; default: the response does not say. */
  sessionEnd?: number;
  assertionId?: string;
  responseId?: string;
  withoutConditions?: boolean;
  withoutAudience?: boolean;
}

const minute = 60_000;
export const newSamlId = () => `_${randomBytes(16).toString('hex')}`;

/** An unsigned response. Everything that is not said otherwise is as it should be. */
export function unsignedResponse(facts: ResponseFacts): string {
  const { requestId, acsUrl, audience, issuer, clock = 0 } = facts;
  const at = (offset: number) => new Date(Date.now() + clock + offset).toISOString();
  const issued = at(facts.issued ?? 0);
  const inResponseTo = attribute('InResponseTo', facts.responseInResponseTo, requestId);
  const confirmed = attribute('InResponseTo', facts.confirmedRequestId, requestId);
  const restriction = facts.withoutAudience
    ? ''
    : `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction>`;
  const conditions = facts.withoutConditions
    ? ''
    : `<saml:Conditions NotBefore="${at(facts.notBefore ?? 0)}" NotOnOrAfter="${at(facts.notOnOrAfter ?? 5 * minute)}">${restriction}</saml:Conditions>`;
  const given = facts.attributes ?? {};
  const statements = (Array.isArray(given) ? given : Object.entries(given)).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
  );
  const attributes = statements.length
    ? `<saml:AttributeStatement>${statements.join('')}</saml:AttributeStatement>`
    : '';
  const sessionEnd = facts.sessionEnd === undefined ? '' : ` SessionNotOnOrAfter="${at(facts.sessionEnd)}"`;
  const nameIdFormat = facts.nameIdFormat ?? 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
  const version = facts.version ?? '2.0';
  const status = facts.status ?? 'urn:oasis:names:tc:SAML:2.0:status:Success';
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${facts.responseId ?? newSamlId()}" Version="${version}" IssueInstant="${issued}" Destination="${facts.destination ?? acsUrl}"${inResponseTo}><saml:Issuer>${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status><saml:Assertion ID="${facts.assertionId ?? newSamlId()}" Version="${version}" IssueInstant="${issued}"><saml:Issuer>${facts.assertionIssuer ?? issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${nameIdFormat}">${facts.nameId ?? 'ada@example.com'}</saml:NameID><saml:SubjectConfirmation Method="${facts.method ?? 'urn:oasis:names:tc:SAML:2.0:cm:bearer'}"><saml:SubjectConfirmationData NotOnOrAfter="${at(facts.confirmationEnd ?? 5 * minute)}" Recipient="${facts.recipient ?? acsUrl}"${confirmed}/></saml:SubjectConfirmation></saml:Subject>${conditions}<saml:AuthnStatement AuthnInstant="${issued}"${sessionEnd}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>${attributes}</saml:Assertion></samlp:Response>`;
}

/** Null leaves the attribute out, undefined takes the proper value. */
function attribute(name: string, value: string | null | undefined, proper: string): string {
  return value === null ? '' : ` ${name}="${value ?? proper}"`;
}

export type SignedElement = 'Assertion' | 'Response';

export interface Algorithm {
  signature: string;
  digest: string;
  /** Prefixes whose declarations the signature covers wherever they stand; default: none. */
  prefixes?: string[];
}

/** Signs one element with an enveloped signature behind its Issuer. */
export function signElement(
  xml: string,
  element: SignedElement,
  key: string,
  { signature, digest, prefixes = [] }: Algorithm = algorithms.sha256,
): string {
  const signer = new SignedXml({
    privateKey: key,
    inclusiveNamespacesPrefixList: prefixes,
    signatureAlgorithm: signature,
    canonicalizationAlgorithm: exclusive,
  });
  if (signature === algorithms.hmac.signature) signer.enableHMAC();
  const target = `//*[local-name(.)='${element}']`;
  signer.addReference({
    xpath: target,
    transforms: [enveloped, exclusive],
    digestAlgorithm: digest,
    inclusiveNamespacesPrefixList: prefixes,
  });
  const reference = `${target}/*[local-name(.)='Issuer']`;
  signer.computeSignature(xml, { prefix: 'ds', location: { reference, action: 'after' } });
  return signer.getSignedXml();
}

/** Both signed, the assertion first, as a provider does. */
export function signBoth(xml: string, key: string, algorithm: Algorithm = algorithms.sha256) {
  return signElement(signElement(xml, 'Assertion', key, algorithm), 'Response', key, algorithm);
}

/** Removes the signatures of these elements and leaves everything else. */
export function stripSignatures(xml: string, elements: SignedElement[]): string {
  return edit(xml, (document) => {
    for (const element of elements) {
      const owner = first(document, element);
      owner.removeChild(childNamed(owner, 'Signature'));
    }
  });
}

/** Parses, lets `change` work on the document, and writes it again. */
export function edit(xml: string, change: (document: Document) => void): string {
  const document = new DOMParser().parseFromString(xml, 'text/xml');
  change(document);
  return new XMLSerializer().serializeToString(document);
}

export function first(document: Document, localName: string): Element {
  const element = document.getElementsByTagNameNS('*', localName)[0];
  if (!element) throw new Error(`The response has no ${localName}.`);
  return element;
}

export function childNamed(parent: Element, localName: string): Element {
  const child = [...parent.childNodes].find((node) => (node as Element).localName === localName);
  if (!child) throw new Error(`${parent.localName} has no ${localName}.`);
  return child as Element;
}

/** A copy that says to be somebody else, without a signature and with an identifier of its own. */
function evilCopy(element: Element, victim: string, keepSignature = false): Element {
  const copy = element.cloneNode(true) as Element;
  copy.setAttribute('ID', newSamlId());
  if (!keepSignature) copy.removeChild(childNamed(copy, 'Signature'));
  for (const nameId of copy.getElementsByTagNameNS('*', 'NameID')) nameId.textContent = victim;
  return copy;
}

/**
 * The eight known ways to wrap a signed response so that the signature covers one part and the reader takes
 * another. The names follow the usual numbering of signature wrapping attacks.
 */
export const wrappings: Record<string, (signed: string, victim: string) => string> = {
  'XSW1: the signed response inside the signature of a forged one': (signed, victim) =>
    edit(signed, (document) => {
      const original = first(document, 'Response');
      const evil = evilCopy(original, victim);
      const signature = childNamed(original, 'Signature');
      document.replaceChild(evil, original);
      original.removeChild(signature);
      evil.insertBefore(signature, evil.firstChild);
      signature.appendChild(original);
    }),
  'XSW2: the signed response beside its detached signature in a forged one': (signed, victim) =>
    edit(signed, (document) => {
      const original = first(document, 'Response');
      const evil = evilCopy(original, victim);
      const signature = childNamed(original, 'Signature');
      document.replaceChild(evil, original);
      original.removeChild(signature);
      evil.insertBefore(signature, evil.firstChild);
      evil.insertBefore(original, signature);
    }),
  'XSW3: a forged assertion before the signed one': (signed, victim) =>
    edit(signed, (document) => {
      const original = first(document, 'Assertion');
      first(document, 'Response').insertBefore(evilCopy(original, victim), original);
    }),
  'XSW4: the signed assertion inside a forged one': (signed, victim) =>
    edit(signed, (document) => {
      const original = first(document, 'Assertion');
      const evil = evilCopy(original, victim);
      first(document, 'Response').replaceChild(evil, original);
      evil.appendChild(original);
    }),
  'XSW5: a forged assertion keeps the signature, the signed one follows without': (signed, victim) =>
    edit(signed, (document) => {
      const original = first(document, 'Assertion');
      const evil = evilCopy(original, victim, true);
      const response = first(document, 'Response');
      response.replaceChild(evil, original);
      original.removeChild(childNamed(original, 'Signature'));
      response.appendChild(original);
    }),
  'XSW6: a forged assertion keeps the signature, the signed one lies inside it': (signed, victim) =>
    edit(signed, (document) => {
      const original = first(document, 'Assertion');
      const evil = evilCopy(original, victim, true);
      first(document, 'Response').replaceChild(evil, original);
      original.removeChild(childNamed(original, 'Signature'));
      childNamed(evil, 'Signature').appendChild(original);
    }),
  'XSW7: a forged assertion with the same identifier in Extensions': (signed, victim) =>
    edit(signed, (document) => {
      const original = first(document, 'Assertion');
      const evil = evilCopy(original, victim);
      evil.setAttribute('ID', original.getAttribute('ID') ?? '');
      const extensions = document.createElementNS('urn:oasis:names:tc:SAML:2.0:protocol', 'samlp:Extensions');
      extensions.appendChild(evil);
      const response = first(document, 'Response');
      response.insertBefore(extensions, childNamed(response, 'Status'));
    }),
  'XSW8: the signed assertion in an Object of the signature of a forged one': (signed, victim) =>
    edit(signed, (document) => {
      const original = first(document, 'Assertion');
      const evil = evilCopy(original, victim, true);
      evil.setAttribute('ID', original.getAttribute('ID') ?? '');
      first(document, 'Response').replaceChild(evil, original);
      original.removeChild(childNamed(original, 'Signature'));
      const object = document.createElementNS('http://www.w3.org/2000/09/xmldsig#', 'ds:Object');
      object.appendChild(original);
      childNamed(evil, 'Signature').appendChild(object);
    }),
};

/** Encrypts the assertion of a response for the owner of this key: AES-256-GCM, its key by RSA-OAEP. */
export function encryptAssertion(xml: string, publicKey: string): string {
  return edit(xml, (document) => {
    const assertion = first(document, 'Assertion');
    const contentKey = randomBytes(32);
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', contentKey, iv);
    const plain = new XMLSerializer().serializeToString(assertion);
    const content = Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    const key = publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING }, contentKey);
    const value = (bytes: Buffer) =>
      `<xenc:CipherData><xenc:CipherValue>${bytes.toString('base64')}</xenc:CipherValue></xenc:CipherData>`;
    const encrypted = `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><xenc:EncryptedData Type="http://www.w3.org/2001/04/xmlenc#Element"><xenc:EncryptionMethod Algorithm="http://www.w3.org/2009/xmlenc11#aes256-gcm"/><ds:KeyInfo><xenc:EncryptedKey><xenc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p"/>${value(key)}</xenc:EncryptedKey></ds:KeyInfo>${value(content)}</xenc:EncryptedData></saml:EncryptedAssertion>`;
    const element = new DOMParser().parseFromString(encrypted, 'text/xml').documentElement;
    if (element) assertion.parentNode?.replaceChild(document.importNode(element, true), assertion);
  });
}

/** The assertion signed and encrypted for the owner of `publicKey`, and the response signed around it. */
export function signEncrypted(xml: string, key: string, publicKey: string): string {
  return signElement(encryptAssertion(signElement(xml, 'Assertion', key), publicKey), 'Response', key);
}
