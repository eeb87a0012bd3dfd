import type { SAML } from '@node-saml/node-saml';
import type { Element } from '@xmldom/xmldom';
import { checkAssertion, checkResponse } from './conditions.ts';
import { children, parseXml, plainText } from './dom.ts';
import type { IdentityProvider } from './identity-provider.ts';
import type { Message } from './message.ts';
import { refuseUnless, SamlRefusal } from './refusal.ts';
import { samlFor, type ServiceProvider, type WantedSignatures } from './service-provider.ts';
import { isSignedByOneOf } from './signed-info.ts';
import { checkAssertionStructure, checkResponseStructure } from './structure.ts';

/** The contents of a verified answer. Nothing in it has been admitted, matched to a request or used up yet. */
export interface VerifiedAnswer {
  /** The AuthnRequest that it answers, by its own word. */
  requestId: string;
  assertionId: string;
  /** When the person's session at the provider ends, in milliseconds since 1970; null where it says nothing. */
  sessionEnds: number | null;
  nameId: string | null;
  nameIdFormat: string | null;
  /** Attribute name to its values, in the order given; text only. */
  attributes: Map<string, string[]>;
}

const ofResponse = 'the signature of the response';
const ofAssertion = 'the signature of the assertion';

/** The signature is by none of the known keys; newer ones may help. */
export class UnknownSignature extends SamlRefusal {}

/**
 * Verifies the answer of the HTTP-POST binding: shape, every signature that it bears, and that it is from this provider, for
 * this portal, for now. The person is read out of the signed bytes and out of nothing else. Little is done for a message that the
 * provider did not sign: the whole of it is compared with a digest only once the signature over that digest has been found to be
 * the provider's.
 *
 * @throws SamlRefusal whatever is wrong with it, UnknownSignature when only the signature is.
 */
export async function verifyAnswer(
  { xml, requestId }: Message,
  own: ServiceProvider,
  provider: IdentityProvider,
  now = Date.now(),
): Promise<VerifiedAnswer> {
  const {
    response,
    assertion,
    encrypted,
    signed: owners,
  } = checkResponseStructure(parseXml(xml), own.signed);
  refuseUnless(!encrypted || own.key, 'an encrypted assertion, and no key is configured');
  const wanted = {
    ofResponse: owners.includes(response),
    ofAssertion: encrypted ? own.signed !== 'response' : owners.includes(assertion),
  };
  if (wanted.ofResponse && !isSignedByOneOf(response, provider.keys)) throw new UnknownSignature(ofResponse);
  if (owners.includes(assertion) && !isSignedByOneOf(assertion, provider.keys))
    throw new UnknownSignature(ofAssertion);
  const verified = await verifySignatures(xml, own, provider, wanted);
  const signed = checkAssertionStructure(parseXml(verified), wanted.ofResponse && wanted.ofAssertion);
  const parties = { own, provider, now };
  refuseUnless(checkResponse(response, parties) === requestId, 'InResponseTo of another request');
  const sessionEnds = checkAssertion(signed, requestId, parties);
  return { requestId, sessionEnds, ...readSubject(signed), attributes: readAttributes(signed) };
}

/** The assertion as the library took it out of the signed bytes. */
async function verifySignatures(
  xml: string,
  own: ServiceProvider,
  provider: IdentityProvider,
  wanted: Required<WantedSignatures>,
) {
  try {
    return await signedAssertion(samlFor(own, provider, wanted), xml);
  } catch (error) {
    if (error instanceof SamlRefusal) throw error;
    if (isEncryptedFault(error)) await refuseUnsigned(xml, own, provider);
    throw describe(error);
  }
}

async function signedAssertion(saml: SAML, xml: string): Promise<string> {
  const SAMLResponse = Buffer.from(xml).toString('base64');
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse });
  const signed = profile?.getAssertionXml?.();
  refuseUnless(signed, 'no assertion in what was signed');
  return signed;
}

const isEncryptedFault = (error: unknown) =>
  error instanceof Error && error.message === 'Invalid signature from encrypted assertion';

/**
 * The library says the same of an encrypted assertion without a signature and of one with a wrong one, but an
 * operator corrects them in different places. Refuses the former; the response's signature is known to hold.
 */
async function refuseUnsigned(xml: string, own: ServiceProvider, provider: IdentityProvider): Promise<void> {
  const lenient = samlFor(own, provider, { ofResponse: true, ofAssertion: false });
  checkAssertionStructure(parseXml(await signedAssertion(lenient, xml)), true);
}

/** The library's messages may repeat what the sender wrote, so only their known beginnings are kept. */
function describe(error: unknown): SamlRefusal {
  const text = error instanceof Error ? error.message : '';
  if (text === 'Invalid document signature') return new UnknownSignature(ofResponse);
  if (text.startsWith('Invalid signature')) return new UnknownSignature(ofAssertion);
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

/** Some providers send each value as an attribute of its own, such as Keycloak the roles: those of one name are one attribute. */
function readAttributes(assertion: Element): Map<string, string[]> {
  const attributes = new Map<string, string[]>();
  for (const statement of children(assertion, 'assertion', 'AttributeStatement')) {
    for (const attribute of children(statement, 'assertion', 'Attribute')) {
      const name = attribute.getAttribute('Name') ?? '';
      refuseUnless(name !== '', 'an attribute without a name');
      const values = attributes.get(name) ?? [];
      values.push(...attributeTexts(attribute));
      attributes.set(name, values);
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
