import { DOMParser, type Document, type Element } from '@xmldom/xmldom';
import { SamlRefusal } from './refusal.ts';
import { scanXml } from './scan.ts';

export const namespaces = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  encryption: 'http://www.w3.org/2001/04/xmlenc#',
} as const;

export type Namespace = keyof typeof namespaces;

/** Parses a scanned message. Anything the parser is not content with is refused. */
export function parseXml(xml: string): Document {
  scanXml(xml);
  return parseTrustedXml(xml);
}

/** Parses XML of the operator's own choosing, such as metadata, where comments are welcome. */
export function parseTrustedXml(xml: string): Document {
  try {
    return new DOMParser({
      onError: (level) => {
        if (level !== 'warning') throw new Error(level);
      },
    }).parseFromString(xml, 'text/xml');
  } catch {
    throw new SamlRefusal('not well-formed XML');
  }
}

export function isElement(node: Element | null | undefined, space: Namespace, name: string): node is Element {
  return node?.localName === name && node.namespaceURI === namespaces[space];
}

/** The child elements of that name, not deeper descendants. */
export function children(parent: Element, space: Namespace, name: string): Element[] {
  return elementChildren(parent).filter((child) => isElement(child, space, name));
}

export function elementChildren(parent: Element): Element[] {
  return [...parent.childNodes].filter((node): node is Element => node.nodeType === node.ELEMENT_NODE);
}

/** Every element of that local name in any namespace, the root included. */
export function everyElement(document: Document, localName: string): Element[] {
  return [...document.getElementsByTagNameNS('*', localName)];
}

/** The text of an element that holds nothing but text; anything else is refused. */
export function plainText(element: Element): string {
  for (const node of element.childNodes) {
    if (node.nodeType !== node.TEXT_NODE) throw new SamlRefusal('markup where plain text belongs');
  }
  return element.textContent ?? '';
}
