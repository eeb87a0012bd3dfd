import { randomBytes } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { escapeText } from './escape.ts';
import type { Person } from './people.ts';

const validityMs = 5 * 60_000;
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';

export interface Answer {
  person: Pick<Person, 'email' | 'name' | 'groups'>;
  requestId: string;
  /** The provider's entity id. */
  issuer: string;
  /** The service provider's entity id. */
  audience: string;
  acsUrl: string;
  /** PEM. */
  privateKey: string;
}

/** A SAML response as XML: the assertion is signed, and then the response around it. */
export function signedResponse(answer: Answer, now = Date.now()): string {
  return sign(sign(unsignedResponse(answer, now), 'Assertion', answer), 'Response', answer);
}

function unsignedResponse({ person, requestId, issuer, audience, acsUrl }: Answer, now: number): string {
  const at = (offset: number) => new Date(now + offset).toISOString();
  const text = escapeText;
  const end = at(validityMs);
  const attributes = Object.entries(attributesOf(person)).map(([name, values]) => attribute(name, values));
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${newId()}" Version="2.0" IssueInstant="${at(0)}" Destination="${text(acsUrl)}" InResponseTo="${text(requestId)}"><saml:Issuer>${text(issuer)}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion ID="${newId()}" Version="2.0" IssueInstant="${at(0)}"><saml:Issuer>${text(issuer)}</saml:Issuer><saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">${text(person.email)}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${end}" Recipient="${text(acsUrl)}" InResponseTo="${text(requestId)}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(0)}" NotOnOrAfter="${end}"><saml:AudienceRestriction><saml:Audience>${text(audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="${newId()}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement></saml:Assertion></samlp:Response>`;
}

/** The attributes of a person: attribute name to its values. */
export function attributesOf({ email, name, groups }: Answer['person']): Record<string, string[]> {
  return { email: [email], displayName: [name], groups };
}

function attribute(name: string, values: string[]): string {
  if (values.length === 0) return '';
  const items = values.map((value) => `<saml:AttributeValue>${escapeText(value)}</saml:AttributeValue>`);
  return `<saml:Attribute Name="${name}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:basic">${items.join('')}</saml:Attribute>`;
}

/** Puts an enveloped signature behind the Issuer of the element of that name. */
function sign(xml: string, element: 'Assertion' | 'Response', { privateKey }: Answer): string {
  const signature = new SignedXml({
    privateKey,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: exclusive,
  });
  const target = `//*[local-name(.)='${element}']`;
  signature.addReference({
    xpath: target,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive],
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
  });
  signature.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `${target}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signature.getSignedXml();
}

const newId = () => `_${randomBytes(16).toString('hex')}`;
