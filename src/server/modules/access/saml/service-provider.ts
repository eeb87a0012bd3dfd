import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import type { Config } from '#server/platform/config/config.ts';
import type { SignedParts } from '#server/platform/config/sign-in.ts';
import type { IdentityProvider } from './identity-provider.ts';

/** The portal as an identity provider sees it. */
export interface ServiceProvider {
  entityId: string;
  /** The address that the provider posts its answer to: `PUBLIC_URL/api/auth/saml/callback`. */
  callbackUrl: string;
  /** PEM. With it requests are signed and encrypted assertions can be read. */
  key?: string | undefined;
  certificate?: string | undefined;
  /** The parts of an answer that have to be signed. */
  signed: SignedParts;
}

/** This portal, by its settings. */
export function ownProvider({ publicUrl, saml }: Pick<Config, 'publicUrl' | 'saml'>): ServiceProvider {
  return {
    entityId: saml.spEntityId,
    callbackUrl: `${publicUrl}/api/auth/saml/callback`,
    key: saml.spKey?.key,
    certificate: saml.spKey?.certificate,
    signed: saml.signed,
  };
}

/** A clock that differs by a minute is common; what differs by more than this is refused. */
export const clockSkewMs = 90_000;

/** The signatures that the library demands and verifies; by default those that the settings do. */
export interface WantedSignatures {
  ofResponse?: boolean;
  ofAssertion?: boolean;
}

/**
 * The library set up for one message. Requests are matched by our own table rather than by its cache,
 * because several processes serve together.
 */
export function samlFor(
  own: ServiceProvider,
  provider: IdentityProvider,
  {
    requestId,
    ofResponse = own.signed !== 'assertion',
    ofAssertion = own.signed !== 'response',
  }: WantedSignatures & { requestId?: string } = {},
): SAML {
  return new SAML({
    callbackUrl: own.callbackUrl,
    issuer: own.entityId,
    audience: own.entityId,
    entryPoint: provider.ssoUrl,
    idpIssuer: provider.entityId,
    idpCert: provider.keys,
    wantAuthnResponseSigned: ofResponse,
    wantAssertionsSigned: ofAssertion,
    acceptedClockSkewMs: clockSkewMs,
    validateInResponseTo: ValidateInResponseTo.never,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    ...(own.key ? { privateKey: own.key, decryptionPvk: own.key } : {}),
    ...(requestId ? { generateUniqueId: () => requestId } : {}),
  });
}

/** The address of the provider with an AuthnRequest of that id, by the HTTP-Redirect binding. */
export function authorizeUrl(own: ServiceProvider, provider: IdentityProvider, requestId: string) {
  return samlFor(own, provider, { requestId }).getAuthorizeUrlAsync('', undefined, {});
}

/** The metadata document that an administrator of an identity provider loads. */
export function serviceProviderMetadata(own: ServiceProvider): string {
  const provider = { entityId: '', ssoUrl: own.callbackUrl, keys: ['unused'] };
  const certificate = own.certificate ?? null;
  return samlFor(own, provider).generateServiceProviderMetadata(certificate, certificate);
}
