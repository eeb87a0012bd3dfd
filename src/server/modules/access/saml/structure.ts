import type { Document, Element } from '@xmldom/xmldom';
import type { SignedParts } from '#server/platform/config/sign-in.ts';
import { checkStatus } from './conditions.ts';
import { elementChildren, everyElement, isElement, children } from './dom.ts';
import { refuseUnless } from './refusal.ts';

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** The allowed algorithms of a signature. SHA-1, HMAC and "none" are missing on purpose. */
const signatureAlgorithms: Record<string, readonly string[]> = {
  CanonicalizationMethod: [exclusive],
  SignatureMethod: [
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  ],
  DigestMethod: ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'],
  Transform: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive],
};

/** A signature has about ten elements, and three more for each certificate that it brings along. */
const mostInSignature = 40;

/** RSA 1.5 and triple DES are missing on purpose. */
const encryptionAlgorithms = [
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
];

/** The parts of a response. */
export interface ResponseParts {
  response: Element;
  /** The assertion, or the element that holds the encrypted one. */
  assertion: Element;
  encrypted: boolean;
  /** Those of the two that bear a signature: each of them has to be verified. Of an encrypted assertion it is not known yet. */
  signed: Element[];
}

/**
 * The one shape of a response that is read: a Response with one assertion, plain or encrypted, directly
 * below it, and signatures only as the direct children of those two, each over its own parent. Wrapped
 * signatures need a second assertion or a signature elsewhere, so none of them has this shape.
 *
 * @param demanded the parts that have to be signed. What is decrypted has to come from the provider, whatever they are: somebody who
 *   may send ciphertexts of their own, and sees what becomes of them, could find out what another one says.
 */
export function checkResponseStructure(document: Document, demanded: SignedParts): ResponseParts {
  const response = document.documentElement;
  refuseUnless(isElement(response, 'protocol', 'Response'), 'the root is no Response');
  refuseUnless(everyElement(document, 'Response').length === 1, 'more than one Response');
  const plain = everyElement(document, 'Assertion');
  const encrypted = everyElement(document, 'EncryptedAssertion');
  // A provider that refuses sends no assertion, and the operator is to read that it refused.
  if (plain.length + encrypted.length === 0) checkStatus(response);
  refuseUnless(plain.length + encrypted.length === 1, 'not exactly one assertion');
  const assertion = plain[0] ?? encrypted[0];
  refuseUnless(
    isElement(assertion, 'assertion', plain.length ? 'Assertion' : 'EncryptedAssertion') &&
      assertion.parentNode === response,
    'the assertion stands in the wrong place',
  );
  const signed = checkSignatures(document, plain.length ? [response, assertion] : [response]);
  const isSigned = signed.includes(response);
  refuseUnless(isSigned || demanded === 'assertion', 'the response is not signed');
  refuseUnless(isSigned || plain.length, 'an encrypted assertion in a response that is not signed');
  if (plain.length && demanded !== 'response')
    refuseUnless(signed.includes(assertion), 'the assertion is not signed');
  for (const method of everyElement(document, 'EncryptionMethod')) {
    refuseUnless(
      encryptionAlgorithms.includes(method.getAttribute('Algorithm') ?? ''),
      'an encryption algorithm that is not accepted',
    );
  }
  return { response, assertion, encrypted: encrypted.length === 1, signed };
}

/**
 * The same for an assertion alone: one that has been decrypted, or was taken out of what was signed.
 * @param isSigned whether it has to bear a signature; one whose own signature was verified alone comes without it
 */
export function checkAssertionStructure(document: Document, isSigned: boolean): Element {
  const assertion = document.documentElement;
  refuseUnless(isElement(assertion, 'assertion', 'Assertion'), 'the root is no Assertion');
  refuseUnless(everyElement(document, 'Assertion').length === 1, 'more than one assertion');
  const signed = checkSignatures(document, [assertion]);
  refuseUnless(!isSigned || signed.length === 1, 'the assertion is not signed');
  return assertion;
}

/** Each of `owners` has at most one signature, over itself, and there is no other in the document. Answers those that have one. */
function checkSignatures(document: Document, owners: Element[]): Element[] {
  checkIdentifiers(document);
  const signed = owners.filter((owner) => {
    const [signature, second] = children(owner, 'signature', 'Signature');
    refuseUnless(!second, 'two signatures on one part');
    if (signature) checkSignature(signature, owner.getAttribute('ID') ?? '');
    return signature !== undefined;
  });
  refuseUnless(
    everyElement(document, 'Signature').length === signed.length,
    'a signature in the wrong place',
  );
  return signed;
}

function checkSignature(signature: Element, id: string): void {
  refuseUnless(descendants(signature, '*').length <= mostInSignature, 'a signature of too many elements');
  const [signedInfo, second] = descendants(signature, 'SignedInfo');
  refuseUnless(signedInfo && !second && signedInfo.parentNode === signature, 'not exactly one SignedInfo');
  const [reference, other] = descendants(signature, 'Reference');
  refuseUnless(reference && !other && reference.parentNode === signedInfo, 'not exactly one Reference');
  refuseUnless(id !== '' && reference.getAttribute('URI') === `#${id}`, 'a signature over something else');
  const digests = descendants(signature, 'DigestValue');
  refuseUnless(digests.length === 1 && digests[0]?.parentNode === reference, 'a digest in the wrong place');
  refuseUnless(descendants(signature, 'Object').length === 0, 'an object within a signature');
  for (const [name, accepted] of Object.entries(signatureAlgorithms)) {
    const methods = descendants(signature, name);
    refuseUnless(methods.length > 0, 'a signature without its algorithms');
    for (const method of methods) {
      refuseUnless(
        accepted.includes(method.getAttribute('Algorithm') ?? ''),
        'a signature algorithm that is not accepted',
      );
    }
  }
}

function descendants(element: Element, localName: string): Element[] {
  return [...element.getElementsByTagNameNS('*', localName)];
}

/** No two elements share an identifier, however the attribute is written. */
function checkIdentifiers(document: Document): void {
  const seen = new Set<string>();
  const visit = (element: Element): void => {
    for (const attribute of element.attributes) {
      if (attribute.localName?.toLowerCase() !== 'id') continue;
      refuseUnless(!seen.has(attribute.value), 'an identifier that is used twice');
      seen.add(attribute.value);
    }
    elementChildren(element).forEach(visit);
  };
  if (document.documentElement) visit(document.documentElement);
}
