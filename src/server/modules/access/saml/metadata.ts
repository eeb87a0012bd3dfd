import type { Element } from '@xmldom/xmldom';
import { children, everyElement, isElement, parseTrustedXml } from './dom.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { asPem } from './pem.ts';

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/**
 * Reads an identity provider from its metadata: entity id, HTTP-Redirect address and every signing
 * certificate: a new key works as soon as it is published.
 *
 * @throws Error with a sentence for the operator when the document cannot serve.
 */
export function readMetadata(xml: string): IdentityProvider {
  if (/<!DOCTYPE/i.test(xml)) throw new Error('The metadata holds a DOCTYPE, which is not read.');
  const document = parseTrustedXml(xml);
  const providers = everyElement(document, 'IDPSSODescriptor').filter((element) =>
    isElement(element, 'metadata', 'IDPSSODescriptor'),
  );
  const [descriptor, second] = providers;
  if (!descriptor) throw new Error('The metadata describes no identity provider (IDPSSODescriptor).');
  if (second) throw new Error('The metadata describes several identity providers; give that of one.');
  const entity = descriptor.parentNode as Element | null;
  const entityId = entity?.getAttribute('entityID');
  if (!entityId) throw new Error('The metadata has no entityID.');
  const ssoUrl = children(descriptor, 'metadata', 'SingleSignOnService')
    .find((service) => service.getAttribute('Binding') === redirectBinding)
    ?.getAttribute('Location');
  if (!ssoUrl || !/^https?:\/\//i.test(ssoUrl) || !URL.canParse(ssoUrl)) {
    throw new Error('The metadata has no SingleSignOnService with the HTTP-Redirect binding.');
  }
  const keys = children(descriptor, 'metadata', 'KeyDescriptor')
    .filter((key) => key.getAttribute('use') !== 'encryption')
    .flatMap((key) => [...key.getElementsByTagNameNS('*', 'X509Certificate')])
    .map((certificate) => asPem(certificate.textContent ?? ''));
  if (keys.length === 0) throw new Error('The metadata has no signing certificate.');
  return { entityId, ssoUrl, keys: [...new Set(keys)] };
}
