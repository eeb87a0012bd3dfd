import { ProviderFailure } from '../common/interface.ts';
import type { AzureAccess } from './interface.ts';

type Simulator = Extract<AzureAccess, { kind: 'simulator' }>;

/** Renewed so long before it ends. */
const EARLY_MS = 60_000;

/**
 * The tokens of a simulator. The SDK sends its own over TLS alone, and simulators are on this machine.
 */
export class SimulatorTokens {
  readonly #access: Simulator;
  #token: { text: string; until: number } | null = null;

  constructor(access: Simulator) {
    this.#access = access;
  }

  /** @throws {ProviderFailure} */
  async get(): Promise<string> {
    if (this.#token && this.#token.until - EARLY_MS > Date.now()) return this.#token.text;
    const { url, tenantId, clientId, clientSecret } = this.#access;
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: 'https://management.azure.com/.default',
    });
    const signal = AbortSignal.timeout(10_000);
    const answer = await fetch(`${url}/${tenantId}/oauth2/v2.0/token`, { method: 'POST', body, signal })
      .then(async (response) => ({ status: response.status, body: (await response.json()) as unknown }))
      .catch((cause: unknown) => {
        throw new ProviderFailure('away', 'The simulator of Azure cannot be reached. Is it running?', {
          cause,
        });
      });
    const { access_token: text, expires_in: seconds } = answer.body as Record<string, unknown>;
    if (answer.status !== 200 || typeof text !== 'string' || typeof seconds !== 'number')
      throw new ProviderFailure('away', 'The simulator of Azure gave no token. Are its credentials right?', {
        code: String(answer.status),
      });
    this.#token = { text, until: Date.now() + seconds * 1000 };
    return text;
  }

  /** The next one is a new one. */
  forget(): void {
    this.#token = null;
  }
}
