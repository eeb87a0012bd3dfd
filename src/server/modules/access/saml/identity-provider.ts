/** The identity provider, as known by configuration or by its metadata. */
export interface IdentityProvider {
  entityId: string;
  /** Single sign-on address of the HTTP-Redirect binding. */
  ssoUrl: string;
  /** PEM, certificates or public keys. Several while the provider changes from one to the next. */
  keys: string[];
}

/** Where the provider's description comes from; it may change while the portal runs. */
export interface ProviderSource {
  /** @throws SignInUnavailable when nothing is known of a provider, or it is known to be down. */
  current(): Promise<IdentityProvider>;
  /** Looks for newer keys, after a signature that none of the known ones made. True when they changed. */
  refresh(): Promise<boolean>;
}

/** No provider can be used at the moment. The reason is for the log. */
export class SignInUnavailable extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = 'SignInUnavailable';
  }
}
