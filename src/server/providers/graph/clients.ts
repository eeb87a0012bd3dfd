import type { Client, Context, Middleware, RetryHandlerOptions } from '@microsoft/microsoft-graph-client';
import { SimulatorTokens } from '../common/simulator-tokens.ts';
import type { DirectoryAccess } from './interface.ts';

/** The official client, and how often calls are repeated by themselves. */
export interface OpenedClient {
  client: Client;
  /** Checks what the client would not report as it is: that a simulator gives no token. @throws {ProviderFailure} */
  ready: () => Promise<unknown>;
  /** A call that is throttled for so many seconds at most is repeated. */
  patient: (seconds: number) => RetryHandlerOptions;
  /** Nothing is. */
  once: RetryHandlerOptions;
}

export const GRAPH = 'https://graph.microsoft.com';
const VERSION = 'v1.0';
const MOST_REPEATS = 4;
const PAUSE_SECONDS = 1;

/** The path of the next call by a link of a page: without its host, so that no token ever goes to another one. */
export function pathOf(link: string): string {
  const { pathname, search } = new URL(link, GRAPH);
  return pathname.replace(/^\/(v1\.0|beta)(?=\/)/, '') + search;
}

/** Where an object is, as references name it. */
export const referenceTo = (access: DirectoryAccess, id: string): string =>
  `${baseOf(access)}/${VERSION}/directoryObjects/${encodeURIComponent(id)}`;

const baseOf = (access: DirectoryAccess): string =>
  access.kind === 'simulator' ? access.url : (access.api ?? GRAPH);

/** Puts a simulator's token on the calls, in place of the client's own part, which does so over TLS alone. */
class SimulatorAuthentication implements Middleware {
  readonly #tokens: SimulatorTokens;
  #next: Middleware | undefined;

  constructor(tokens: SimulatorTokens) {
    this.#tokens = tokens;
  }

  setNext(next: Middleware): void {
    this.#next = next;
  }

  async execute(context: Context): Promise<void> {
    const authorization = `Bearer ${await this.#tokens.get()}`;
    const headers = { ...(context.options?.headers as Record<string, string> | undefined), authorization };
    context.options = { ...context.options, headers };
    await this.#next?.execute(context);
    if (context.response?.status === 401) this.#tokens.forget();
  }
}

/** Keeps the system's word for why nothing arrived, such as ECONNREFUSED: the client's errors lose it. */
class NetworkErrors implements Middleware {
  #next: Middleware | undefined;

  setNext(next: Middleware): void {
    this.#next = next;
  }

  async execute(context: Context): Promise<void> {
    try {
      await this.#next?.execute(context);
    } catch (error) {
      const code = error instanceof Error ? (error.cause as { code?: unknown } | undefined)?.code : undefined;
      if (error instanceof Error && typeof code === 'string') error.name = code;
      throw error;
    }
  }
}

/** Loads the client, which takes a while, and makes it. */
export async function openClient(access: DirectoryAccess): Promise<OpenedClient> {
  const graph = await import('@microsoft/microsoft-graph-client');
  const base = baseOf(access);
  const tokens = access.kind === 'simulator' ? new SimulatorTokens(access, 'the directory') : null;
  const authentication =
    tokens !== null
      ? new SimulatorAuthentication(tokens)
      : new graph.AuthenticationHandler(await credentials(access.tenantId, base));
  const parts: Middleware[] = [
    authentication,
    new graph.RetryHandler(new graph.RetryHandlerOptions(0, 0)),
    new NetworkErrors(),
    new graph.HTTPMessageHandler(),
  ];
  for (const [at, part] of parts.entries()) {
    const next = parts[at + 1];
    if (next) part.setNext?.(next);
  }
  const client = graph.Client.initWithMiddleware({
    middleware: authentication,
    baseUrl: base,
    defaultVersion: VERSION,
    customHosts: new Set([new URL(base).hostname]),
  });
  return {
    client,
    ready: async () => tokens?.get(),
    once: new graph.RetryHandlerOptions(0, 0),
    patient: (seconds) =>
      new graph.RetryHandlerOptions(
        PAUSE_SECONDS,
        MOST_REPEATS,
        (_delay, _attempt, _request, _options, { headers }) =>
          Number(headers.get('retry-after') ?? PAUSE_SECONDS) <= seconds,
      ),
  };
}

/** The credentials for a tenant: those of the environment or the machine, as Microsoft's SDK looks for it. */
async function credentials(tenantId: string, base: string) {
  const { DefaultAzureCredential } = await import('@azure/identity');
  const { TokenCredentialAuthenticationProvider } =
    await import('@microsoft/microsoft-graph-client/authProviders/azureTokenCredentials/index.js');
  return new TokenCredentialAuthenticationProvider(new DefaultAzureCredential({ tenantId }), {
    scopes: [`${base}/.default`],
  });
}
