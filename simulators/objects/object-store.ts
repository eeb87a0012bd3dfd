import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Faults } from '../faults/faults.ts';
import { serve } from '../serve/serve.ts';

/** An object under a path. */
export interface StoredObject {
  path: string;
  content: Buffer;
  /** Without quotes; another one once something else is put there. */
  tag: string;
  writtenAt: Date;
}

/** A simulator of a service that keeps files by their paths. */
export interface ObjectStore {
  /** Without a slash at the end. */
  url: string;
  /** `list` and `get` are its operations. */
  faults: Faults;
  /** Puts a file there, or in the place of another; each is newer than those before. */
  put: (path: string, content: string | Buffer) => void;
  /** Puts a file there where there is none. */
  putOnce: (path: string, content: () => string | Buffer) => void;
  remove: (path: string) => void;
  close: () => Promise<void>;
}

/** An answer on the wire. */
export interface StoreAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** A listing of a page of objects. */
export interface Listed {
  objects: readonly StoredObject[];
  /** The begin of the next page; null where it is the last one. */
  next: string | null;
}

/** How a service speaks: its own words on the wire, over what is stored. */
export interface Spoken {
  /** The operation of a request. @throws {StoreError} where it may not */
  read: (
    request: IncomingMessage,
    url: URL,
  ) => { operation: 'list'; prefix: string; from: string } | { operation: 'get'; path: string };
  list: (listed: Listed, prefix: string) => string;
  /** The body of a failure. */
  failure: (error: StoreError) => string;
  /** How its failures are called. */
  codes: Record<
    'denied' | 'throttled' | 'failing' | 'missing' | 'changed',
    readonly [number, string, string]
  >;
  /** The headers of an object, its tag in quotes among them. */
  headers: (object: StoredObject) => Record<string, string> & { etag: string };
  /** The name of the header with a range of bytes. */
  range: string;
  /** How the header is called that names a failure; null where there is none. */
  codeHeader: string | null;
}

/** A refusal as its service words it. */
export class StoreError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Begins a simulator on a free port of this machine. @param perPage how many objects a listing has at most */
export async function startObjectStore(spoken: Spoken, perPage: number): Promise<ObjectStore> {
  const objects = new Map<string, StoredObject>();
  const faults = new Faults();
  let clock = Date.parse('2026-01-01T00:00:00Z');
  const refuse = (what: keyof Spoken['codes']) => new StoreError(...spoken.codes[what]);

  const answer = (request: IncomingMessage): StoreAnswer => {
    const call = spoken.read(request, new URL(request.url ?? '/', 'http://simulator'));
    const fault = faults.take(call.operation);
    if (fault === 'denied' || fault === 'throttled' || fault === 'failing') throw refuse(fault);
    if (call.operation === 'list') {
      const found = [...objects.values()]
        .filter(({ path }) => path.startsWith(call.prefix) && path > call.from)
        .toSorted((one, other) => (one.path < other.path ? -1 : 1));
      const page = found.slice(0, perPage);
      const next = found.length > perPage ? (page.at(-1)?.path ?? null) : null;
      return xml(200, spoken.list({ objects: page, next }, call.prefix));
    }
    const object = objects.get(call.path);
    if (!object) throw refuse('missing');
    const wanted = request.headers['if-match'];
    if (wanted !== undefined && wanted !== spoken.headers(object).etag) throw refuse('changed');
    const cut = fault === 'lost' ? Math.floor(object.content.length / 2) : null;
    return ranged(object, String(request.headers[spoken.range] ?? ''), spoken, cut);
  };

  const { url, close } = await serve((request, response) => {
    try {
      send(response, answer(request));
    } catch (error) {
      const failure =
        error instanceof StoreError ? error : new StoreError(500, 'InternalError', String(error));
      const answered = xml(failure.status, spoken.failure(failure));
      if (spoken.codeHeader !== null) answered.headers[spoken.codeHeader] = failure.code;
      send(response, answered);
    }
  });
  const put = (path: string, given: string | Buffer) => {
    const content = Buffer.from(given);
    clock += 1000;
    const tag = createHash('md5').update(content).update(String(clock)).digest('hex');
    objects.set(path, { path, content, tag, writtenAt: new Date(clock) });
  };
  return {
    url,
    faults,
    put,
    putOnce: (path, content) => void (objects.has(path) || put(path, content())),
    remove: (path) => void objects.delete(path),
    close,
  };
}

const xml = (status: number, text: string): StoreAnswer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from(`<?xml version="1.0" encoding="utf-8"?>\n${text}`),
});

/** The requested bytes. @param cut after so many of them the connection breaks; null: it does not */
function ranged(object: StoredObject, range: string, spoken: Spoken, cut: number | null): StoreAnswer {
  const { content } = object;
  const [, begin, end] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
  const from = Number(begin ?? 0);
  const to = end ? Math.min(Number(end) + 1, content.length) : content.length;
  const bytes = content.subarray(from, to);
  return {
    status: begin === undefined ? 200 : 206,
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': String(bytes.length),
      'last-modified': object.writtenAt.toUTCString(),
      ...(begin !== undefined && { 'content-range': `bytes ${from}-${to - 1}/${content.length}` }),
      ...spoken.headers(object),
    },
    body: cut === null ? bytes : bytes.subarray(0, cut),
  };
}

function send(response: ServerResponse, { status, headers, body }: StoreAnswer): void {
  // By which clients correct their clocks, so it is the one that their signatures are held against.
  response.writeHead(status, { date: new Date().toUTCString(), ...headers });
  const promised = Number(headers['content-length'] ?? body.length);
  if (promised === body.length) response.end(body);
  else response.write(body, () => response.destroy());
}
