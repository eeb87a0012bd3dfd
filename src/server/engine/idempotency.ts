import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import { malformed, Refusal } from '#kernel/errors.ts';
import { longWork } from '#server/platform/database/limits.ts';
import type { Database, Runner } from '#server/platform/database/database.ts';
import { Leases } from '#server/platform/database/leases.ts';

/** The identity of one request that may be sent again: whose and which it is, and its content. */
export interface RequestKey {
  /** SHA-256 of the actor, the method, the path and the key. */
  scope: Buffer;
  /** SHA-256 of the query and the body. */
  fingerprint: Buffer;
}

/** The identity of one request without a key while it is worked on: the same request of the same person. */
export interface Twin {
  /** A whole number of 64 bits. */
  twin: string;
}

/** A finished answer; `body` is JSON. */
export interface Answer {
  status: number;
  body: string;
  /** It was made for an earlier request with the same key. */
  replayed?: boolean;
}

/** The answer of `work` of `answerOnce`; `body` is JSON, or becomes it. */
export interface Outcome {
  status: number;
  body: unknown;
}

const KEY = /^[\x21-\x7e]{1,255}$/;
const KEPT = '24 hours';
const PRUNE_EVERY_MS = 3_600_000;

function digest(...parts: (string | Buffer)[]): Buffer {
  const hash = createHash('sha256');
  // The length goes before each part: no two lists of parts read alike.
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return hash.digest();
}

function contentOf(request: FastifyRequest): [query: string, body: string | Buffer] {
  const { body, bodyHash } = request;
  // The hash was made while the body arrived; a large one would take long to be written again.
  const content = Buffer.isBuffer(body) ? body : (bodyHash ?? JSON.stringify(body) ?? '');
  return [request.url.split('?')[1] ?? '', content];
}

const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? '';

/**
 * The key of a request that carries an `Idempotency-Key`; null without one. The body must have been read.
 * @throws {Refusal} 400 for a key that is not 1 to 255 visible characters.
 */
export function requestKey(request: FastifyRequest): RequestKey | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !KEY.test(key))
    throw malformed('Idempotency-Key must be 1 to 255 visible characters, such as a UUID.');
  return {
    scope: digest(request.actor?.email ?? '', request.method, pathOf(request), key),
    fingerprint: digest(...contentOf(request)),
  };
}

/** The number of a request as a `Twin`. */
export function twinNumber(request: FastifyRequest): string {
  const all = digest(request.actor?.email ?? '', request.method, pathOf(request), ...contentOf(request));
  return all.readBigInt64BE().toString();
}

/** The key of a request; of one without a key what makes it the same as its twin. @throws {Refusal} as `requestKey` */
export const keyOrTwin = (request: FastifyRequest): RequestKey | Twin =>
  requestKey(request) ?? { twin: twinNumber(request) };

/** 409: the same request is being worked on already. */
export const pendingTwin = () =>
  new Refusal(
    409,
    'The same request is being worked on already. Wait for its answer before sending it again.',
  );

/** Twins that are being worked on here, or wait for a connection; a lock in the database shows those elsewhere. */
const pending = new WeakMap<Database, Set<string>>();

/**
 * Does `work` in a transaction, once: what it throws undoes everything and keeps no answer.
 * A request with a key that comes again, or at the same time, gets the first one's answer, which commits with the
 * effect. One without is refused while its twin is worked on.
 * @param repeat null for what may be done as often as it is requested
 * @throws {Refusal} 409 for a twin, 422 where the key was used for another request
 */
export async function answerOnce(
  db: Database,
  repeat: RequestKey | Twin | null,
  work: (tx: PoolClient) => Promise<Outcome>,
): Promise<Answer> {
  if (repeat === null) return db.transaction(async (tx) => answerOf(await work(tx)));
  if (!('twin' in repeat)) return db.transaction((tx) => answerKey(tx, repeat, work));
  const { twin } = repeat;
  const here = pending.get(db) ?? new Set();
  pending.set(db, here);
  if (here.has(twin)) throw pendingTwin();
  here.add(twin);
  try {
    return await db.transaction(async (tx) => {
      const { rows } = await tx.query<{ free: boolean }>({
        name: 'idempotency-twin',
        text: 'SELECT pg_try_advisory_xact_lock($1::bigint) AS free',
        values: [twin],
      });
      if (!rows[0]?.free) throw pendingTwin();
      return answerOf(await work(tx));
    });
  } finally {
    here.delete(twin);
  }
}

const answerOf = ({ status, body }: Outcome): Answer => ({
  status,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

/**
 * The call of another system that a change needs before it is made; no connection is held meanwhile.
 * @param hold keeps others from what has this name until the change is made, or says that somebody else is at it
 * @returns makes the change, in a transaction with its answer
 */
export type WorkBefore = (
  hold: (name: string, busy: string) => Promise<void>,
) => Promise<(tx: PoolClient) => Promise<Outcome>>;

/**
 * As `answerOnce` for a change that needs another system. A request that comes again is answered before that is called. Where the
 * change cannot be kept, what the other system did is done all the same: it has to be found again by the next request.
 * @throws {Refusal} as `answerOnce`; 503 where somebody else holds what it needs for longer than a few seconds
 */
export async function answerAfter(db: Database, key: RequestKey | null, work: WorkBefore): Promise<Answer> {
  const first = await keptAnswer(db, key);
  if (first) return first;
  const leases = new Leases(db);
  try {
    let change: (tx: PoolClient) => Promise<Outcome>;
    try {
      change = await work((name, busy) => leases.take(name, busy));
    } catch (error) {
      // The conflict may be with what the same request did a moment before.
      const kept = await keptAnswer(db, key);
      if (kept) return kept;
      throw error;
    }
    return await answerOnce(db, key, change);
  } finally {
    await leases.giveBack();
  }
}

/** @throws {Refusal} 422 where the key was used for another request */
async function keptAnswer(runner: Runner, key: RequestKey | null): Promise<Answer | null> {
  if (key === null) return null;
  const { rows } = await runner.query<Answer & { fingerprint: Buffer }>({
    name: 'idempotency-kept',
    // Locked, so that this answer waits for a synchronous standby as the first one did, which may have been refused for it.
    text: 'SELECT fingerprint, status, body FROM idempotency_keys WHERE scope = $1 FOR SHARE',
    values: [key.scope],
  });
  const [kept] = rows;
  if (!kept) return null;
  if (!kept.fingerprint.equals(key.fingerprint))
    throw new Refusal(422, 'This Idempotency-Key was used for another request. Use a new one.');
  return { status: kept.status, body: kept.body, replayed: true };
}

async function answerKey(
  tx: PoolClient,
  key: RequestKey,
  work: (tx: PoolClient) => Promise<Outcome>,
): Promise<Answer> {
  const { scope, fingerprint } = key;
  // Another request with the key waits here for the end of the first one.
  const claim = await tx.query({
    name: 'idempotency-claim',
    text: 'INSERT INTO idempotency_keys (scope, fingerprint) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    values: [scope, fingerprint],
  });
  const kept = claim.rowCount === 0 ? await keptAnswer(tx, key) : null;
  if (kept) return kept;
  const answer = answerOf(await work(tx));
  await tx.query({
    name: 'idempotency-keep',
    text: 'UPDATE idempotency_keys SET status = $2, body = $3 WHERE scope = $1',
    values: [scope, answer.status, answer.body],
  });
  return answer;
}

/** Sends a finished answer; a repeated one says so in `Idempotency-Replayed`. */
export function sendAnswer(reply: FastifyReply, { status, body, replayed }: Answer): FastifyReply {
  if (replayed) void reply.header('idempotency-replayed', 'true');
  return reply.code(status).type('application/json; charset=utf-8').send(body);
}

/** Forgets keys after a day; looked after every hour until `stop` is called. */
export function pruneKeys(db: Database, onError: (error: unknown) => void): { stop: () => void } {
  const prune = () =>
    longWork(() =>
      db.query(`DELETE FROM idempotency_keys WHERE created_at < now() - interval '${KEPT}'`),
    ).catch(onError);
  const timer = setInterval(() => void prune(), PRUNE_EVERY_MS).unref();
  return { stop: () => clearInterval(timer) };
}
