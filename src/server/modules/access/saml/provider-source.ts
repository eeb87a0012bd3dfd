import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import type { SamlProvider } from '#server/platform/config/sign-in.ts';
import { fetchMetadata } from './fetch-metadata.ts';
import { type IdentityProvider, type ProviderSource, SignInUnavailable } from './identity-provider.ts';
import { readMetadata } from './metadata.ts';
import { asPem } from './pem.ts';

/** Published keys change over days; an hour is soon enough. */
const refreshAfterMs = 60 * 60_000;
/** While nothing is known, or a signature did not fit, the source is read this often at most. */
const retryAfterMs = 5000;
const probeMs = 3000;

interface SourceLog {
  warn(details: object, message: string): void;
}

/** A provider whose facts stand in the settings. */
function fixedProvider(provider: IdentityProvider): ProviderSource {
  return { current: () => Promise.resolve(provider), refresh: () => Promise.resolve(false) };
}

/** The built-in provider, whose key is made when it is first needed. */
export function builtInProvider(describe: () => Promise<IdentityProvider>): ProviderSource {
  return { current: describe, refresh: () => Promise.resolve(false) };
}

/** No provider at all: the portal runs, and signing in says that it is unavailable. */
export function noProvider(reason: string): ProviderSource {
  return {
    current: () => Promise.reject(new SignInUnavailable(reason)),
    refresh: () => Promise.resolve(false),
  };
}

/** The source that the settings describe. */
export function configuredProvider(settings: SamlProvider, log: SourceLog): ProviderSource {
  if (settings.kind === 'explicit') {
    const { entityId, ssoUrl, certificates } = settings;
    return fixedProvider({ entityId, ssoUrl, keys: certificates.map(asPem) });
  }
  const { source, isUrl } = settings;
  return new MetadataSource(source, isUrl ? fetchMetadata : (file) => readFile(file, 'utf8'), isUrl, log);
}

/** Metadata that is read again from time to time; the last good one serves while its source is away. */
class MetadataSource implements ProviderSource {
  readonly #source: string;
  readonly #read: (source: string) => Promise<string>;
  readonly #probes: boolean;
  readonly #log: SourceLog;
  #provider: IdentityProvider | null = null;
  #readAt = Number.NEGATIVE_INFINITY;
  #triedAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;

  constructor(source: string, read: (source: string) => Promise<string>, probes: boolean, log: SourceLog) {
    this.#source = source;
    this.#read = read;
    this.#probes = probes;
    this.#log = log;
  }

  async current(): Promise<IdentityProvider> {
    if (!this.#provider || performance.now() - this.#readAt > refreshAfterMs) await this.#update();
    if (!this.#provider)
      throw new SignInUnavailable('the metadata of the identity provider could not be read');
    if (this.#probes && !(await reachable(this.#provider.ssoUrl, this.#source))) {
      throw new SignInUnavailable('the identity provider cannot be reached');
    }
    return this.#provider;
  }

  async refresh(): Promise<boolean> {
    const before = this.#provider?.keys.join();
    await this.#update();
    return this.#provider !== null && this.#provider.keys.join() !== before;
  }

  /** One reading at a time, and not again at once after one. */
  async #update(): Promise<void> {
    if (!this.#reading && performance.now() - this.#triedAt > retryAfterMs) {
      this.#reading = this.#readOnce().finally(() => {
        this.#triedAt = performance.now();
        this.#reading = null;
      });
    }
    await this.#reading;
  }

  async #readOnce(): Promise<void> {
    try {
      this.#provider = readMetadata(await this.#read(this.#source));
      this.#readAt = performance.now();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#log.warn({ reason, source: this.#source }, 'the metadata of the identity provider was not read');
    }
  }
}

/**
 * Whether the provider takes connections. Only checked where the server is known to have reached that host
 * before, since it fetched the metadata there; elsewhere the browser may get where the server may not.
 */
function reachable(ssoUrl: string, metadataUrl: string): Promise<boolean> {
  const url = new URL(ssoUrl);
  if (url.host !== new URL(metadataUrl).host) return Promise.resolve(true);
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  return new Promise((resolve) => {
    const socket = connect({ host: url.hostname.replace(/^\[|\]$/g, ''), port, timeout: probeMs });
    const finish = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => finish(true));
    socket.once('timeout', () => finish(false));
    socket.once('error', () => finish(false));
  });
}
