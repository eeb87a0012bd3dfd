import type { Element } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import { children, plainText } from './dom.ts';

const xmlns = 'http://www.w3.org/2000/xmlns/';

/**
 * Whether one of the keys made the signature over the `SignedInfo` of this element's signature. It is checked first
 * because it costs next to nothing: only what the provider signed is worth comparing with its digest, which takes
 * several passes over the whole message. It says nothing of the content yet.
 *
 * @param owner the element whose child the signature is, of the shape that `checkResponseStructure` accepts
 * @param keys PEM
 */
export function isSignedByOneOf(owner: Element, keys: readonly string[]): boolean {
  const [signature] = children(owner, 'signature', 'Signature');
  const [info] = signature ? children(signature, 'signature', 'SignedInfo') : [];
  const [value] = signature ? children(signature, 'signature', 'SignatureValue') : [];
  if (!signature || !info || !value) return false;
  const { CanonicalizationAlgorithms, SignatureAlgorithms } = new SignedXml();
  const Canonicalization = CanonicalizationAlgorithms[algorithmOf(info, 'CanonicalizationMethod')];
  const Algorithm = SignatureAlgorithms[algorithmOf(info, 'SignatureMethod')];
  if (!Canonicalization || !Algorithm) return false;
  const copy = info.cloneNode(true) as Element;
  const ancestorNamespaces = namespacesAround(info);
  const canonical = new Canonicalization().process(copy as unknown as Node, { ancestorNamespaces });
  const signed = plainText(value).replace(/\s/g, '');
  return keys.some((key) => verifies(new Algorithm(), String(canonical), key, signed));
}

type Algorithm = InstanceType<SignedXml['SignatureAlgorithms'][string]>;

/** A key that cannot be read made no signature. */
function verifies(algorithm: Algorithm, signedInfo: string, key: string, signature: string): boolean {
  try {
    return algorithm.verifySignature(signedInfo, key, signature);
  } catch {
    return false;
  }
}

function algorithmOf(info: Element, method: string): string {
  const [element] = children(info, 'signature', method);
  return element?.getAttribute('Algorithm') ?? '';
}

/** The prefixes that are declared above an element, which its own canonical form may have to repeat. */
function namespacesAround(element: Element) {
  const found = new Map<string, string>();
  for (let above = element.parentNode; above; above = above.parentNode) {
    if (above.nodeType !== above.ELEMENT_NODE) continue;
    for (const { namespaceURI, prefix, localName, value } of (above as Element).attributes) {
      if (namespaceURI === xmlns && prefix && localName && !found.has(localName)) found.set(localName, value);
    }
  }
  return [...found].map(([prefix, namespaceURI]) => ({ prefix, namespaceURI }));
}
