import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { AnswerOf, AnyCall, Call, DataOf, FileCall, Members, PlainCall, Right } from '#calls/call.ts';
import type { Actor } from '../base/actor.ts';
import { askedBy } from './asked-by.ts';
import { answerShape, describeCall } from './describe-call.ts';
import { heavily } from './heavy-answer.ts';
import { readCall } from './read-call.ts';
import type { fairUse } from './request-limits.ts';

interface Outcome {
  status: number;
  body: unknown;
}

/** What calls are served with. */
export interface Door {
  scope: FastifyInstance;
  /** @throws {Refusal} 401 without a person, 403 for who has no right to it */
  demand: (request: FastifyRequest, right: Right) => void;
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
  /** What keeps one person's heavy calls from being at the cost of the others. */
  heavy: ReturnType<typeof fairUse>;
  /** The same for calls that take a file, and how many bytes they may have. */
  uploads: ReturnType<typeof fairUse> & { bodyLimit: number };
  /** Whether each answer is held against what the call declares: in tests. */
  checksAnswers: boolean;
}

/** Holds something by its name until the change is made. @throws {Refusal} 503 with the sentence where somebody else holds it */
type Hold = (name: string, busy: string) => Promise<void>;

/** What a call was made with. */
export interface Made<C> {
  params: C extends { params?: infer P extends Members } ? z.output<P> : never;
  query: C extends { query?: infer Q extends Members } ? z.output<Q> : never;
  body: C extends { body?: infer B extends Members } ? z.output<B> : never;
  /** Who makes it. Reading it throws 401 where nobody is signed in, which only public calls let happen. */
  readonly actor: Actor;
  request: FastifyRequest;
}

/** The data of a change whose success has another status than the call's own. */
export class WithStatus<T> {
  readonly status: 200 | 201 | 202;
  readonly data: T;

  constructor(status: 200 | 201 | 202, data: T) {
    this.status = status;
    this.data = data;
  }
}

type Changed<C> = DataOf<C> | WithStatus<DataOf<C>>;

/** What goes on around a change: before its transaction begins, and after it is committed. */
type Around<C> = (change: () => Promise<FastifyReply>, made: Made<C>) => Promise<FastifyReply>;

/** Serves a call that changes nothing; `answer` makes its `data`. */
export function serve<C extends Call>(
  door: Door,
  call: C,
  answer: (made: Made<C>, reply: FastifyReply) => Promise<DataOf<C>>,
): void {
  route(door, call, async (made, reply) => checked(door, call, { data: await answer(made, reply) }));
}

/** Serves a call whose handler makes the whole answer: `data` and `meta`, or what the specification fixes. */
export function serveWhole<C extends Call | PlainCall>(
  door: Door,
  call: C,
  answer: (made: Made<C>, reply: FastifyReply) => Promise<AnswerOf<C>>,
): void {
  route(door, call, async (made, reply) => checked(door, call, await answer(made, reply)));
}

/** Serves a call whose answer is written as JSON by the database, or streamed in portions. Streams are not checked. */
export function serveJson<C extends Call | PlainCall>(
  door: Door,
  call: C,
  answer: (made: Made<C>, reply: FastifyReply) => Promise<string | Readable>,
): void {
  route(door, call, async (made, reply) => {
    const json = await answer(made, reply);
    if (typeof json === 'string' && door.checksAnswers) check(call, JSON.parse(json));
    return reply.type('application/json; charset=utf-8').send(json);
  });
}

/**
 * Serves a call that changes something: in one transaction, and once however often its key comes.
 * @param around what is done before the transaction and after it, such as waking the job that was asked for in it
 */
export function serveChange<C extends Call>(
  door: Door,
  call: C,
  change: (tx: PoolClient, made: Made<C>) => Promise<Changed<C>>,
  around: Around<C> = (work) => work(),
): void {
  route(door, call, (made, reply) =>
    around(
      () => door.once(made.request, reply, async (tx) => outcomeOf(door, call, await change(tx, made))),
      made,
    ),
  );
}

/** Makes a change in a transaction of its own, once for all requests with one key, and sends its answer. */
export type Once<C extends Call> = (change: (tx: PoolClient) => Promise<Changed<C>>) => Promise<FastifyReply>;

/**
 * Serves a change whose handler says when its transaction begins, where what it does depends on what was sent.
 * @param work answers what `once` answers, or data with their status where nothing is changed
 */
export function serveOnce<C extends Call>(
  door: Door,
  call: C,
  work: (made: Made<C>, once: Once<C>, reply: FastifyReply) => Promise<FastifyReply | WithStatus<DataOf<C>>>,
): void {
  route(door, call, async (made, reply) => {
    const once: Once<C> = (change) =>
      door.once(made.request, reply, async (tx) => outcomeOf(door, call, await change(tx)));
    const done = await work(made, once, reply);
    if (!(done instanceof WithStatus)) return done;
    const { status, body } = outcomeOf(door, call, done);
    return reply.code(status).send(body);
  });
}

/**
 * Serves a change that needs another system.
 * @param prepare calls it, without a transaction, and answers the change that keeps what came of it
 */
export function serveChangeAfter<C extends Call>(
  door: Door,
  call: C,
  prepare: (hold: Hold, made: Made<C>) => Promise<(tx: PoolClient) => Promise<Changed<C>>>,
): void {
  route(door, call, (made, reply) =>
    door.onceAfter(made.request, reply, async (hold) => {
      const change = await prepare(hold, made);
      return async (tx) => outcomeOf(door, call, await change(tx));
    }),
  );
}

/** Serves a call that answers a file. */
export function serveFile<C extends FileCall>(
  door: Door,
  call: C,
  file: (made: Made<C>, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  route(door, call, file);
}

function route<C extends AnyCall>(
  door: Door,
  call: C,
  handle: (made: Made<C>, reply: FastifyReply) => Promise<unknown>,
): void {
  const { scope, demand } = door;
  const guard = async (request: FastifyRequest) => {
    if (call.right !== 'public') demand(request, call.right);
  };
  const { limit, ...options } = costOf(door, call.weight);
  scope.route({
    method: call.method,
    // Models have scopes of their own below their address.
    url: `/api${call.path}`.slice(scope.prefix.length),
    ...options,
    config: {
      ...limit?.config,
      ...(call.right === 'public' && { public: true }),
      ...(call.fileMember !== undefined && { fileMember: call.fileMember }),
    },
    onRequest: limit ? [guard, limit.onRequest] : [guard],
    schema: describeCall(call),
    // The schema is only the description; `readCall` reads what comes.
    validatorCompiler: () => () => true,
    serializerCompiler: () => JSON.stringify,
    handler: (request, reply) => handle(madeOf(call, request), reply),
  });
}

/** What a weight makes of a route's options; `limit` is what one person may ask for. */
function costOf({ heavy, uploads }: Door, weight: AnyCall['weight'] = 'light'): Cost {
  const costs: Record<typeof weight, Cost> = {
    light: {},
    long: heavily,
    heavy: { ...heavily, limit: heavy },
    upload: { bodyLimit: uploads.bodyLimit, limit: uploads },
  };
  return costs[weight];
}

interface Cost extends Partial<typeof heavily> {
  bodyLimit?: number;
  limit?: ReturnType<typeof fairUse>;
}

/** @throws {Refusal} as `readCall` */
function madeOf<C extends AnyCall>(call: C, request: FastifyRequest): Made<C> {
  return {
    ...readCall(call, request),
    get actor() {
      return askedBy(request);
    },
    request,
  } as unknown as Made<C>;
}

function outcomeOf<C extends Call>(door: Door, call: C, changed: Changed<C>): Outcome {
  const own = changed instanceof WithStatus ? changed : new WithStatus(call.status ?? 200, changed);
  return { status: own.status, body: checked(door, call, { data: own.data }) };
}

function checked<T>({ checksAnswers }: Door, call: Call | PlainCall, answer: T): T {
  // As the caller gets it.
  if (checksAnswers) check(call, JSON.parse(JSON.stringify(answer)));
  return answer;
}

function check(call: Call | PlainCall, answer: unknown): void {
  const { success, error } = answerShape(call).safeParse(answer);
  if (!success)
    throw new Error(
      `${call.method} ${call.path} answers what it does not declare: ${z.prettifyError(error)}`,
    );
}
