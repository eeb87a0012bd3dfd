import { ProviderFailure } from './interface.ts';

/** Where a simulator of a service of Microsoft is, and the application that calls it. */
interface Simulator {
  url: string;
  tenantId: string;
  clientId: string;
  clientSecret: string;
}

/** Renewed so long before it ends. */
const EARLY_MS = 60_000;

/**
 * The tokens of a simulator. Microsoft's libraries send their own over TLS alone, and simulators are on this machine.
 */
export class SimulatorTokens {
  readonly #access: Simulator;
  readonly #what: string;
  #token: { text: string; until: number } | null = null;

  /** @param what the service that it simulates, such as 'Azure' */
  constructor(access: Simulator, what: string) {
    this.#access = access;
    this.#what = what;
  }

  /** @throws {ProviderFailure} */
  async get(): Promise<string> {
    if (this.#token && this.#token.until - EARLY_MS > Date.now()) return this.#token.text;
    const { url, tenantId, clientId, clientSecret } = this.#access;
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: `${url}/.default`,
    });
    const signal = AbortSignal.timeout(10_000);
    const answer = await fetch(`${url}/${tenantId}/oauth2/v2.0/token`, {
      method: 'POST',
      body,
      redirect: 'error',
      signal,
    })
      .then(async (response) => ({ status: response.status, body: (await response.json()) as unknown }))
      .catch((cause: unknown) => {
        throw new ProviderFailure(
          'away',
          `The simulator of ${this.#what} cannot be reached. Is it running?`,
          {
            cause,
          },
        );
      });
    const { access_token: text, expires_in: seconds } = answer.body as Record<string, unknown>;
    if (answer.status !== 200 || typeof text !== 'string' || typeof seconds !== 'number')
      throw new ProviderFailure(
        'away',
        `The simulator of ${this.#what} gave no token. Are its credentials right?`,
        {
          code: String(answer.status),
        },
      );
    this.#token = { text, until: Date.now() + seconds * 1000 };
    return text;
  }

  /** The next one is a new one. */
  forget(): void {
    this.#token = null;
  }
}
