import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import { malformed, Refusal } from '#kernel/errors.ts';
import { longWork } from '#server/platform/database/limits.ts';
import type { Database, Runner } from '#server/platform/database/database.ts';

/** What stands for one request that may be sent again: whose and which it is, and what it says. */
export interface RequestKey {
  /** SHA-256 of the actor, the method, the path and the key. */
  scope: Buffer;
  /** SHA-256 of the query and the body. */
  fingerprint: Buffer;
}

/** A finished answer; `body` is JSON. */
export interface Answer {
  status: number;
  body: string;
  /** It was made for an earlier request with the same key. */
  replayed?: boolean;
}

/** What `work` of `answerOnce` answers; `body` becomes JSON. */
export interface Outcome {
  status: number;
  body: unknown;
}

const KEY = /^[\x21-\x7e]{1,255}$/;
const KEPT = '24 hours';
const PRUNE_EVERY_MS = 3_600_000;

function digest(...parts: (string | Buffer)[]): Buffer {
  const hash = createHash('sha256');
  // The length goes before each part, so that no two lists of parts read alike.
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return hash.digest();
}

function saidBy(request: FastifyRequest): [query: string, body: string | Buffer] {
  const { body, bodyHash } = request;
  // The hash was made while the body arrived; a large one would take long to be written again.
  const said = Buffer.isBuffer(body) ? body : (bodyHash ?? JSON.stringify(body) ?? '');
  return [request.url.split('?')[1] ?? '', said];
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
    fingerprint: digest(...saidBy(request)),
  };
}

/** A number of 64 bits that stands for a request without a key: the same person asking for the same. */
export function twinNumber(request: FastifyRequest): string {
  const all = digest(request.actor?.email ?? '', request.method, pathOf(request), ...saidBy(request));
  return all.readBigInt64BE().toString();
}

/** 409: the same request is being worked on already. */
export const pendingTwin = () =>
  new Refusal(
    409,
    'The same request is being worked on already. Wait for its answer before sending it again.',
  );

/**
 * The answer that was given under a key; null where there is none.
 * @throws {Refusal} 422 where the key was used for another body.
 */
export async function keptAnswer(runner: Runner, key: RequestKey): Promise<Answer | null> {
  const { rows } = await runner.query<{ fingerprint: Buffer; status: number; body: string }>({
    name: 'idempotency-kept',
    text: 'SELECT fingerprint, status, body FROM idempotency_keys WHERE scope = $1 AND status IS NOT NULL',
    values: [key.scope],
  });
  const kept = rows[0];
  if (!kept) return null;
  if (!kept.fingerprint.equals(key.fingerprint))
    throw new Refusal(422, 'This Idempotency-Key was used for another request. Use a new one.');
  return { status: kept.status, body: kept.body, replayed: true };
}

/**
 * Does `work` in a transaction, once per key: a request that comes again, or at the same time, gets the
 * first one's answer, and the answer commits with the effect. Without a key it is a plain transaction.
 * What `work` throws undoes everything and keeps no answer.
 */
export async function answerOnce(
  db: Database,
  key: RequestKey | null,
  work: (tx: PoolClient) => Promise<Outcome>,
): Promise<Answer> {
  return db.transaction(async (tx) => {
    if (key) {
      // A twin waits here for the first one's end.
      const claim = await tx.query({
        name: 'idempotency-claim',
        text: 'INSERT INTO idempotency_keys (scope, fingerprint) VALUES ($1, $2) ON CONFLICT DO NOTHING',
        values: [key.scope, key.fingerprint],
      });
      const kept = claim.rowCount === 0 ? await keptAnswer(tx, key) : null;
      if (kept) return kept;
    }
    const { status, body } = await work(tx);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    if (key) {
      await tx.query({
        name: 'idempotency-keep',
        text: 'UPDATE idempotency_keys SET status = $2, body = $3 WHERE scope = $1',
        values: [key.scope, status, text],
      });
    }
    return { status, body: text };
  });
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
