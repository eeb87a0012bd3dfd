import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { PoolClient } from 'pg';
import type { z } from 'zod';
import type { Members, Right } from '#calls/call.ts';
import type { Actor } from '../base/actor.ts';
import type { Further } from './read-call.ts';
import type { fairUse } from './request-limits.ts';

/** The services for calls whose answers are not kept for a repeated request. */
export interface PlainDoor {
  scope: FastifyInstance;
  /** @throws {Refusal} 401 without a person, 403 for who has no right to it */
  demand: (request: FastifyRequest, right: Right) => void;
  /** The limits that keep one person's heavy calls from being at the cost of the others. */
  heavy?: ReturnType<typeof fairUse>;
  /** The same for calls that take a file, and how many bytes they may have. */
  uploads?: ReturnType<typeof fairUse> & { bodyLimit: number };
  /** Whether each answer is held against what the call declares: in tests. */
  checksAnswers: boolean;
  /** Options of its routes beside those of their calls, such as limits of their own. */
  options?: Pick<RouteShorthandOptions, 'config' | 'exposeHeadRoute'> & {
    onRequest?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  };
  /** The errors of a body beyond its shape; they are listed together with those of the shape. */
  further?: Further;
}

/** A status and a body, which is JSON or becomes it. */
export interface Outcome {
  status: number;
  body: unknown;
}

/** Holds something by its name until the change is made. @throws {Refusal} 503 with the sentence where somebody else holds it */
export type Hold = (name: string, busy: string) => Promise<void>;

/** The services for calls. */
export interface Door extends PlainDoor {
  heavy: NonNullable<PlainDoor['heavy']>;
  uploads: NonNullable<PlainDoor['uploads']>;
  /** Runs a change in a transaction, once for all requests with one key, and sends its answer. */
  once: (
    request: FastifyRequest,
    reply: FastifyReply,
    change: (tx: PoolClient) => Promise<Outcome>,
  ) => Promise<FastifyReply>;
  /** As `once` for a change that needs another system, which is called before the transaction, with what is held meanwhile. */
  onceAfter: (
    request: FastifyRequest,
    reply: FastifyReply,
    work: (hold: Hold) => Promise<(tx: PoolClient) => Promise<Outcome>>,
  ) => Promise<FastifyReply>;
}

/** The inputs of a call. */
export interface Made<C> {
  params: C extends { params?: infer P extends Members } ? z.output<P> : never;
  query: C extends { query?: infer Q extends Members } ? z.output<Q> : never;
  /** Of a public call it is read with the first look at it, which throws what is wrong: who may make the call is known before. */
  readonly body: C extends { body?: infer B extends Members } ? z.output<B> : never;
  /** Who makes it. Reading it throws 401 where nobody is signed in, which only public calls let happen. */
  readonly actor: Actor;
  request: FastifyRequest;
}
