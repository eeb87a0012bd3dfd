import { parse } from 'content-disposition';
import type { FieldError } from '#kernel/errors.ts';
import { REASON_HEADER } from '#kernel/review.ts';
import { noteWaits, reasonFor } from './peer-review.ts';
import { saveFile } from './save-file.ts';
import { endSession, readHeaders, type SessionHeaders } from './session-store.ts';

/** A request that failed: `status` is 0 when no answer came at all. `message` is the sentence to show. */
export class ApiError extends Error {
  readonly status: number;
  /** The server's own text; null where there is none that can be read. */
  readonly serverText: string | null;
  /** Every wrong field of the input. */
  readonly errors: FieldError[];
  /** Further members of the answer, such as who changed a record meanwhile. */
  readonly details: Record<string, unknown>;
  readonly requestId: string | null;
  /** Seconds after which trying again makes sense, where the server says so. */
  readonly retryAfter: number | null;

  constructor(
    status: number,
    sentence: string,
    extras: Partial<Omit<ApiError, 'status' | keyof Error>> = {},
  ) {
    super(sentence);
    this.name = 'ApiError';
    this.status = status;
    this.serverText = extras.serverText ?? null;
    this.errors = extras.errors ?? [];
    this.details = extras.details ?? {};
    this.requestId = extras.requestId ?? null;
    this.retryAfter = extras.retryAfter ?? null;
  }

  get sentence(): string {
    return this.message;
  }
}

/** That something is not there any more is an answer, not a failure to get one. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface CallOptions {
  query?: Query;
  /** A Blob is sent as the JSON text that it holds already. */
  body?: unknown;
  /** The content type that is wanted; JSON by default. */
  accept?: string;
  /** The intent's key: the same for every attempt of one submit, which happens once. */
  intent?: string;
  /** Why the change is made, once the person has given it. */
  reason?: string;
  signal?: AbortSignal;
  /** Headers to send in place of the stored session's. */
  session?: SessionHeaders;
}

const UNREACHABLE = 'The portal cannot be reached. Check your connection and try again.';
const UNREADABLE = 'The portal gave an answer that cannot be read. Please try again.';

/** A key for one intent of a person: make it when a form opens, make a new one after success. */
export function newIntent(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The address of a call, without what is empty in its query. */
export function apiUrl(path: string, query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  );
  const text = new URLSearchParams(given).toString();
  return `/api${path}${text && `?${text}`}`;
}

/** The fixed header that names this client, where the server has one set. */
function clientAuthorization(): string | null {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="client-authorization"]');
  return meta?.content || null;
}

/** Where a browser has it, Temporal knows the zone at once; Intl reads the data of a language first, which takes a while. */
const timeZone = (): string =>
  globalThis.Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The headers of a call: the session, the time zone, and the content type. */
export function headersOf(options: CallOptions): Headers {
  const session = options.session ?? readHeaders();
  const authorization = clientAuthorization();
  // Days mean those of the calendar that the screens show.
  const headers = new Headers({
    accept: options.accept ?? 'application/json',
    'time-zone': timeZone(),
    ...session,
  });
  if (authorization) headers.set('authorization', authorization);
  if (options.body !== undefined) headers.set('content-type', 'application/json');
  if (options.intent) headers.set('idempotency-key', options.intent);
  if (options.reason) headers.set(REASON_HEADER, encodeURIComponent(options.reason));
  return headers;
}

/** Ends the session that was refused: only that one, since another tab may have begun a new one meanwhile. */
export function endRefused(refused: string | null): void {
  if (refused !== null && readHeaders()?.['access-token'] === refused) endSession('expired');
}

/** No answer came at all. */
export const unreachable = () => new ApiError(0, UNREACHABLE);

/**
 * Makes one call and answers the response when it is a success.
 * @throws {ApiError} for every other answer and when there is none; AbortError when `signal` aborts.
 */
export async function send(method: string, path: string, options: CallOptions = {}): Promise<Response> {
  const headers = headersOf(options);
  const written = options.body instanceof Blob || options.body === undefined;
  const body = written ? (options.body as Blob | undefined) : JSON.stringify(options.body);

  let response: Response;
  try {
    response = await fetch(apiUrl(path, options.query), { method, headers, body, signal: options.signal });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw unreachable();
  }
  if (response.ok) return response;
  if (response.status === 401 && !options.session) endRefused(headers.get('access-token'));
  const failure = await failureOf(response);
  const reason = options.reason === undefined ? await reasonFor(failure.details) : null;
  if (reason === null) throw failure;
  return send(method, path, { ...options, reason });
}

async function failureOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as Record<string, unknown> | null;
  return failureFrom(response.status, body, response.headers);
}

/** The failure of a body of the form `{ error, errors, request_id, … }`. */
export function failureFrom(
  status: number,
  body: Record<string, unknown> | null,
  headers: Headers,
): ApiError {
  const { error, errors, request_id, ...details } = body ?? {};
  const retry = Number(headers.get('retry-after') ?? Number.NaN);
  const serverText = typeof error === 'string' && error !== '' ? error : null;
  return new ApiError(status, serverText ?? UNREADABLE, {
    serverText,
    errors: Array.isArray(errors) ? (errors as FieldError[]) : [],
    details,
    requestId: typeof request_id === 'string' ? request_id : headers.get('x-request-id'),
    retryAfter: Number.isFinite(retry) ? retry : null,
  });
}

async function call<T>(method: string, path: string, options: CallOptions): Promise<T> {
  return readJson<T>(await send(method, path, options), options.signal);
}

/**
 * The JSON of an answer.
 * @throws {ApiError} for what cannot be read; AbortError when `signal` aborts
 */
export async function readJson<T>(response: Response, signal?: AbortSignal): Promise<T> {
  try {
    const answer = (await response.json()) as T;
    if (response.status === 202) noteWaits(answer);
    return answer;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(response.status, UNREADABLE, { requestId: response.headers.get('x-request-id') });
  }
}

/** The API by method. `path` begins below /api; `T` is the shape that the contract promises. */
export const api = {
  get: <T>(path: string, options: Pick<CallOptions, 'query' | 'signal'> = {}) =>
    call<T>('GET', path, options),
  post: <T>(path: string, body: unknown, options: { intent: string; signal?: AbortSignal; query?: Query }) =>
    call<T>('POST', path, { body, ...options }),
  put: <T>(path: string, body: unknown, options: { intent?: string; signal?: AbortSignal } = {}) =>
    call<T>('PUT', path, { body, ...options }),
  remove: <T>(path: string, options: Pick<CallOptions, 'query'> = {}) => call<T>('DELETE', path, options),
};

/** Fetches a file with the session's headers and hands it to the browser's downloads under the server's name; with a body it is requested by POST. */
export async function download(path: string, query?: Query, body?: unknown): Promise<void> {
  const response = await send(body === undefined ? 'GET' : 'POST', path, { query, body });
  const { filename } = parse(response.headers.get('content-disposition') ?? '').parameters;
  saveFile(filename || 'download', await response.blob());
}
