import type { Element } from '@xmldom/xmldom';
import { checkAssertion, checkResponse } from './conditions.ts';
import { children, parseXml, plainText } from './dom.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { refuseUnless, SamlRefusal } from './refusal.ts';
import { longestMessage } from './scan.ts';
import { samlFor, type ServiceProvider } from './service-provider.ts';
import { checkAssertionStructure, checkResponseStructure } from './structure.ts';

/** What a verified answer says. Nothing in it has been admitted, matched to a request or used up yet. */
export interface VerifiedAnswer {
  /** The AuthnRequest that it answers, by its own word. */
  requestId: string;
  assertionId: string;
  nameId: string | null;
  nameIdFormat: string | null;
  /** Attribute name to its values, in the order given; text only. */
  attributes: Map<string, string[]>;
}

/** The signature is by none of the known keys; newer ones may help. */
export class UnknownSignature extends SamlRefusal {}

/**
 * Verifies the `SAMLResponse` of the HTTP-POST binding: shape, both signatures, and that it is from this
 * provider, for this portal, for now.
 *
 * @throws SamlRefusal whatever is wrong with it, UnknownSignature when only the signature is.
 */
export async function verifyAnswer(
  message: unknown,
  own: ServiceProvider,
  provider: IdentityProvider,
  now = Date.now(),
): Promise<VerifiedAnswer> {
  const xml = decode(message);
  const { response, encrypted } = checkResponseStructure(parseXml(xml));
  refuseUnless(!encrypted || own.key, 'an encrypted assertion, and no key is configured');
  const signedXml = await verifySignatures(xml, own, provider);
  const assertion = checkAssertionStructure(parseXml(signedXml));
  const parties = { own, provider, now };
  const requestId = checkResponse(response, parties);
  checkAssertion(assertion, requestId, parties);
  return { requestId, ...readSubject(assertion), attributes: readAttributes(assertion) };
}

function decode(message: unknown): string {
  refuseUnless(typeof message === 'string', 'no SAMLResponse');
  refuseUnless(message.length <= longestMessage * 1.4, 'the message is too long');
  const base64 = message.replace(/[\r\n\t ]/g, '');
  refuseUnless(base64 !== '' && /^[A-Za-z0-9+/]+={0,2}$/.test(base64), 'the message is not base64');
  const xml = Buffer.from(base64, 'base64').toString('utf8');
  refuseUnless(!xml.includes('\uFFFD'), 'the message is not UTF-8');
  return xml;
}

/** The assertion as the library took it out of the signed bytes. */
async function verifySignatures(xml: string, own: ServiceProvider, provider: IdentityProvider) {
  try {
    const SAMLResponse = Buffer.from(xml).toString('base64');
    const { profile } = await samlFor(own, provider).validatePostResponseAsync({ SAMLResponse });
    const signed = profile?.getAssertionXml?.();
    refuseUnless(signed, 'no assertion in what was signed');
    return signed;
  } catch (error) {
    if (error instanceof SamlRefusal) throw error;
    throw describe(error);
  }
}

/** The library's messages may repeat what the sender wrote, so only their known beginnings are kept. */
function describe(error: unknown): SamlRefusal {
  const text = error instanceof Error ? error.message : '';
  if (text === 'Invalid document signature') return new UnknownSignature('the signature of the response');
  if (text.startsWith('Invalid signature')) return new UnknownSignature('the signature of the assertion');
  if (text.includes('audience mismatch')) return new SamlRefusal('another Audience');
  if (text === 'SAML assertion not yet valid') return new SamlRefusal('not yet valid: compare the clocks');
  if (text.startsWith('SAML assertion expired')) return new SamlRefusal('expired: compare the clocks');
  return new SamlRefusal('it could not be verified or decrypted');
}

function readSubject(assertion: Element) {
  const [subject] = children(assertion, 'assertion', 'Subject');
  refuseUnless(subject, 'no Subject');
  const [nameId, second] = children(subject, 'assertion', 'NameID');
  refuseUnless(!second, 'more than one NameID');
  return {
    assertionId: assertion.getAttribute('ID') ?? '',
    nameId: nameId ? plainText(nameId) : null,
    nameIdFormat: nameId?.getAttribute('Format') ?? null,
  };
}

function readAttributes(assertion: Element): Map<string, string[]> {
  const attributes = new Map<string, string[]>();
  for (const statement of children(assertion, 'assertion', 'AttributeStatement')) {
    for (const attribute of children(statement, 'assertion', 'Attribute')) {
      const name = attribute.getAttribute('Name') ?? '';
      refuseUnless(name !== '' && !attributes.has(name), 'an attribute without a name or named twice');
      attributes.set(name, attributeTexts(attribute));
    }
  }
  return attributes;
}

/** Values that hold elements, such as eduPersonTargetedID, are left out: none of ours is one. */
function attributeTexts(attribute: Element): string[] {
  return children(attribute, 'assertion', 'AttributeValue')
    .filter((value) => [...value.childNodes].every((node) => node.nodeType === node.TEXT_NODE))
    .map(plainText);
}
