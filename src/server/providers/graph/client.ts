import { setTimeout as pause } from 'node:timers/promises';
import { retryAfter } from '../common/failure.ts';
import { SimulatorTokens } from '../common/simulator-tokens.ts';
import type { DirectoryAccess } from './interface.ts';

/** A request of Graph. */
interface GraphRequest {
  method: 'GET' | 'POST' | 'DELETE';
  /** Without host and version, such as `/groups/…/members/$ref`. */
  path: string;
  body?: object | undefined;
}

/** An answer that is an error: `{ error: { code, message } }`. */
export class GraphError extends Error {
  readonly status: number;
  /** Graph's own word for it, such as `Request_ResourceNotFound`; empty where there is none. */
  readonly code: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, code: string, message: string, retryAfterSeconds: number | undefined) {
    super(message);
    this.name = 'GraphError';
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Sends a request once.
 * @returns the JSON of the answer; undefined where it has no body
 * @throws {GraphError} and whatever the network or the credentials throw
 */
export type Send = (request: GraphRequest, signal: AbortSignal) => Promise<unknown>;

interface ErrorBody {
  error?: { code?: unknown; message?: unknown };
}

interface Tokens {
  get: (signal: AbortSignal) => Promise<string>;
  /** The next one is a new one. */
  forget?: () => void;
}

const GRAPH = 'https://graph.microsoft.com';
const VERSION = 'v1.0';

/** The answers of Graph by which it has too much to do. */
const BUSY = new Set([429, 503, 504]);
const MOST_REPEATS = 4;
const PAUSE_SECONDS = 1;

const baseOf = (access: DirectoryAccess): string =>
  access.kind === 'simulator' ? access.url : (access.api ?? GRAPH);

/** The path of the next call by a link of a page: without its host, so that no token ever goes to another one. */
export function pathOf(link: string): string {
  const { pathname, search } = new URL(link, GRAPH);
  return pathname.replace(/^\/(v1\.0|beta)(?=\/)/, '') + search;
}

/** Where an object is, as references name it. */
export const referenceTo = (access: DirectoryAccess, id: string): string =>
  `${baseOf(access)}/${VERSION}/directoryObjects/${encodeURIComponent(id)}`;

/** Loads what signs in, which takes a while, and answers how requests are sent. */
export async function openClient(access: DirectoryAccess): Promise<Send> {
  const base = baseOf(access);
  const tokens: Tokens =
    access.kind === 'simulator'
      ? new SimulatorTokens(access, 'the directory')
      : await tenantTokens(access.tenantId, base);
  return async ({ method, path, body }, signal) => {
    const answer = await fetch(`${base}/${VERSION}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await tokens.get(signal)}`,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal,
    });
    if (answer.status === 401) tokens.forget?.();
    if (!answer.ok) throw await errorOf(answer);
    const text = await answer.text();
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  };
}

/** The tokens for a tenant, by the credentials of the environment or the machine, as Microsoft's SDK looks for them. */
async function tenantTokens(tenantId: string, base: string): Promise<Tokens> {
  const { DefaultAzureCredential } = await import('@azure/identity');
  const credential = new DefaultAzureCredential({ tenantId });
  return {
    get: async (abortSignal) => (await credential.getToken(`${base}/.default`, { abortSignal })).token,
  };
}

async function errorOf(answer: Response): Promise<GraphError> {
  const text = await answer.text();
  let body: ErrorBody | null = null;
  try {
    body = JSON.parse(text) as ErrorBody | null;
  } catch {
    // As much as one that names no error.
  }
  const { code = '', message = answer.statusText } = body?.error ?? {};
  return new GraphError(
    answer.status,
    String(code),
    String(message),
    retryAfter(answer.headers.get('retry-after')),
  );
}

/** Sends a request again while Graph has too much to do, unless it wants a longer pause than `seconds`. */
export const patiently =
  (send: Send, seconds: number): Send =>
  async (request, signal) => {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await send(request, signal);
      } catch (error) {
        if (!(error instanceof GraphError) || !BUSY.has(error.status) || attempt > MOST_REPEATS) throw error;
        const wanted = error.retryAfterSeconds ?? PAUSE_SECONDS * 2 ** (attempt - 1);
        if (wanted > seconds) throw error;
        await pause(wanted * 1000, undefined, { signal });
      }
  };
