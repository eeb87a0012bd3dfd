import { randomBytes } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { escapeText as text } from './escape.ts';
import { products, type Answered, type Product, type ProductName } from './products.ts';

const validityMs = 5 * 60_000;
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';

export interface Answer {
  person: Answered;
  requestId: string;
  /** The provider's entity id. */
  issuer: string;
  /** The service provider's entity id. */
  audience: string;
  acsUrl: string;
  /** PEM. */
  privateKey: string;
  /** PEM; it is sent along where it is known. */
  certificate?: string | undefined;
  /** Whose answer it looks like. Default: `plain`. */
  product?: ProductName | undefined;
}

/** A SAML response as XML: the assertion is signed, and then the response around it, as far as the product does. */
export function signedResponse(answer: Answer, now = Date.now()): string {
  const product: Product = products[answer.product ?? 'plain'];
  let xml = unsignedResponse(answer, product, now);
  for (const element of product.signs) xml = sign(xml, element, answer, product.prefixes.signature);
  return xml;
}

function unsignedResponse(answer: Answer, product: Product, now: number): string {
  const { person, requestId, issuer, audience, acsUrl } = answer;
  const { prefixes, nameId } = product;
  const p = prefixes.protocol;
  const a = prefixes.assertion && `${prefixes.assertion}:`;
  const declares = `xmlns${prefixes.assertion && `:${prefixes.assertion}`}="${ASSERTION}"`;
  const at = (offset: number) => new Date(now + offset).toISOString();
  const end = at(validityMs);
  const id = nameId(person);
  const subjectName = id ? `<${a}NameID Format="${id.format}">${text(id.value)}</${a}NameID>` : '';
  const subject = `<${a}Subject>${subjectName}<${a}SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><${a}SubjectConfirmationData NotOnOrAfter="${end}" Recipient="${text(acsUrl)}" InResponseTo="${text(requestId)}"/></${a}SubjectConfirmation></${a}Subject>`;
  const conditions = `<${a}Conditions NotBefore="${at(0)}" NotOnOrAfter="${end}"><${a}AudienceRestriction><${a}Audience>${text(audience)}</${a}Audience></${a}AudienceRestriction></${a}Conditions>`;
  const statement = `<${a}AuthnStatement AuthnInstant="${at(0)}" SessionIndex="${newId()}"><${a}AuthnContext><${a}AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</${a}AuthnContextClassRef></${a}AuthnContext></${a}AuthnStatement>`;
  const assertion = `<${a}Assertion ${declares} ID="${newId()}" Version="2.0" IssueInstant="${at(0)}"><${a}Issuer>${text(issuer)}</${a}Issuer>${subject}${conditions}${statement}<${a}AttributeStatement>${attributes(person, product, a)}</${a}AttributeStatement></${a}Assertion>`;
  return `<${p}:Response xmlns:${p}="${PROTOCOL}" ID="${newId()}" Version="2.0" IssueInstant="${at(0)}" Destination="${text(acsUrl)}"${product.ofResponse} InResponseTo="${text(requestId)}"><${a}Issuer ${declares}>${text(issuer)}</${a}Issuer><${p}:Status><${p}:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></${p}:Status>${assertion}</${p}:Response>`;
}

function attributes(person: Answered, { attributes: of, ofAttribute, ofValue }: Product, a: string): string {
  const value = (one: string) => `<${a}AttributeValue${ofValue}>${text(one)}</${a}AttributeValue>`;
  return of(person)
    .map(
      ({ name, values }) =>
        `<${a}Attribute Name="${name}"${ofAttribute}>${values.map(value).join('')}</${a}Attribute>`,
    )
    .join('');
}

/** Puts an enveloped signature behind the Issuer of the element of that name. */
function sign(
  xml: string,
  element: 'Assertion' | 'Response',
  { privateKey, certificate }: Answer,
  prefix: string,
): string {
  const signature = new SignedXml({
    privateKey,
    ...(certificate !== undefined && { publicCert: certificate }),
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
    prefix,
    location: { reference: `${target}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signature.getSignedXml();
}

const newId = () => `_${randomBytes(16).toString('hex')}`;
