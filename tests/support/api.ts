import { setTimeout as pause } from 'node:timers/promises';
import type { FieldError } from '#kernel/errors.ts';
import type { ReferenceCount, StaleConflict } from '#kernel/history.ts';

/** A record as the API answers it. */
export type Row = { id: number; lock_version: number } & Record<string, unknown>;

/** The members that bodies of the API may have; each answer has some of them. */
export interface Body<Data = Row> {
  data: Data;
  meta: { total: number; page?: number; per_page?: number };
  error: string;
  errors: FieldError[];
  request_id: string;
  conflict: StaleConflict;
  references: ReferenceCount[];
}

export interface Answer<Data = Row> {
  status: number;
  /** The body read as JSON; an empty object where it is none. */
  body: Body<Data>;
  text: string;
  headers: Headers;
}

type Init = Record<string, string>;

/** Calls the API with the same headers each time, as the web does. */
export interface Api {
  get: <Data = Row>(path: string, headers?: Init) => Promise<Answer<Data>>;
  post: <Data = Row>(path: string, body?: unknown, headers?: Init) => Promise<Answer<Data>>;
  put: <Data = Row>(path: string, body?: unknown, headers?: Init) => Promise<Answer<Data>>;
  delete: <Data = Row>(path: string, headers?: Init) => Promise<Answer<Data>>;
  /** A request with any method and a body that is sent as it is. */
  send: <Data = Row>(method: string, path: string, body?: string, headers?: Init) => Promise<Answer<Data>>;
}

/** What a portal answers whose queue has not started yet, which takes a busy machine a while. */
const QUEUE_STARTS = 'Background work cannot be taken at the moment.';
const START_PATIENCE_MS = 60_000;

/**
 * Requests of a portal whose queue is still starting are sent again, as its answer asks for.
 * @param url where the portal is; paths begin below its /api, such as `/cost_centers?q=a`
 * @param headers sent with every request, such as those of a session
 */
export function apiClient(url: string, headers: Init = {}): Api {
  const patientUntil = Date.now() + START_PATIENCE_MS;
  async function send<Data>(
    method: string,
    path: string,
    body?: string,
    more: Init = {},
  ): Promise<Answer<Data>> {
    const type: Init = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { ...headers, ...type, ...more },
      ...(body !== undefined && { body }),
    });
    // `text()` would leave a byte order mark out.
    const text = Buffer.from(await answer.arrayBuffer()).toString('utf8');
    if (answer.status === 503 && text.includes(QUEUE_STARTS) && Date.now() < patientUntil) {
      await pause(500);
      return send<Data>(method, path, body, more);
    }
    return { status: answer.status, body: parsed<Data>(answer, text), text, headers: answer.headers };
  }
  const json = (body: unknown) => (body === undefined ? undefined : JSON.stringify(body));
  return {
    send,
    get: (path, more) => send('GET', path, undefined, more),
    post: (path, body, more) => send('POST', path, json(body), more),
    put: (path, body, more) => send('PUT', path, json(body), more),
    delete: (path, more) => send('DELETE', path, undefined, more),
  };
}

function parsed<Data>(answer: Response, text: string): Body<Data> {
  const isJson = answer.headers.get('content-type')?.includes('application/json') === true;
  return (isJson ? JSON.parse(text) : {}) as Body<Data>;
}
