import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AnyCall, Call, PlainCall } from '#calls/call.ts';
import { actorOf } from './request-actor.ts';
import { answerShape } from './describe-call.ts';
import type { Made, PlainDoor } from './door.ts';
import { heavily } from './heavy-answer.ts';
import { fileCheck } from './answer-checks.ts';
import { readAddress, readBody, type Further } from './read-call.ts';
import type { fairUse } from './request-limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The declaration of the route, of which its description is made. */
    call?: AnyCall;
    /** Whether it answers somebody who sees their own records only: with these, or with what is about themselves. */
    toOwners?: boolean;
  }
}

/** Registers the route of a call: guarded, limited by its weight, and read. */
export function routeCall<C extends AnyCall>(
  door: PlainDoor,
  call: C,
  handle: (made: Made<C>, reply: FastifyReply) => Promise<unknown>,
): void {
  const { scope, demand, options: { onRequest: own = [], config, ...options } = {} } = door;
  const guard = async (request: FastifyRequest) => {
    if (call.right !== 'public') demand(request, call.right);
  };
  const { limit, ...cost } = costOf(door, call);
  scope.route({
    ...options,
    ...cost,
    method: call.method,
    url: urlWithin(scope, call),
    config: {
      call,
      ...config,
      ...limit?.config,
      ...(call.right === 'public' && { public: true }),
      ...(call.owners !== undefined && { toOwners: true }),
      ...(call.fileMember !== undefined && { fileMember: call.fileMember }),
    },
    onRequest: [guard, limit?.onRequest ?? [], own].flat(),
    ...checksOf(door, call),
    handler: (request, reply) =>
      handle(madeOf(call, request, door.further), reply.status(call.status ?? 200)),
  });
}

/** The part of a route's options by which in tests a file is held against its declaration. */
const checksOf = ({ checksAnswers }: PlainDoor, call: AnyCall) =>
  checksAnswers && 'file' in call ? { onSend: fileCheck(call) } : {};

interface Cost extends Partial<typeof heavily> {
  bodyLimit?: number;
  /** The limits of one person. */
  limit?: ReturnType<typeof fairUse>;
}

/** The options of a route by its weight. */
function costOf({ heavy, uploads }: PlainDoor, { weight = 'light', path }: AnyCall): Cost {
  const costs: Record<typeof weight, Cost | undefined> = {
    light: {},
    long: heavily,
    limited: heavy && { limit: heavy },
    heavy: heavy && { ...heavily, limit: heavy },
    upload: uploads && { bodyLimit: uploads.bodyLimit, limit: uploads },
  };
  const cost = costs[weight];
  if (!cost) throw new Error(`${path} is ${weight}, and nothing limits it.`);
  return cost;
}

/** The address of a call as its scope writes it, which may stand at the start of it, such as /api/members. */
function urlWithin({ prefix }: FastifyInstance, { path }: AnyCall): string {
  const url = `/api${path}`;
  if (prefix === '') return url;
  // With and without a slash at the end.
  if (url === prefix) return '/';
  if (url.startsWith(`${prefix}/`)) return url.slice(prefix.length);
  throw new Error(`${path} is no address below ${prefix}.`);
}

/** @throws {Refusal} as `readAddress` and `readBody` */
function madeOf<C extends AnyCall>(call: C, request: FastifyRequest, further?: Further): Made<C> {
  const made = {
    ...readAddress(call, request),
    get body() {
      return readBody(call, request, further);
    },
    get actor() {
      return actorOf(request);
    },
    request,
  };
  if (call.right !== 'public') Object.defineProperty(made, 'body', { value: made.body });
  return made as unknown as Made<C>;
}

/** The shape of a whole answer with a status. */
function shapeOf(call: Call, status: number): z.ZodType {
  const { preview, otherSuccess } = call;
  if (preview && status === 200) return preview.answer;
  return (status === otherSuccess?.status && otherSuccess.answer) || answerShape(call);
}

/** A finished answer, which in tests is held against what its call declares of its status. Its body is JSON. */
export function checkedText<T extends { status: number; body: string }>(
  door: PlainDoor,
  call: Call,
  answer: T,
): T {
  if (door.checksAnswers) checked(door, call, JSON.parse(answer.body), shapeOf(call, answer.status));
  return answer;
}

/** A line of an answer, which in tests is held against what its call declares of lines. @param line JSON */
export function checkedLine(door: PlainDoor, call: Call, line: string): string {
  if (door.checksAnswers) checked(door, call, JSON.parse(line), call.lines);
  return `${line}\n`;
}

/** An answer, which in tests is held against its declaration, as the caller gets it. */
export function checked<T>(
  { checksAnswers }: PlainDoor,
  call: Call | PlainCall,
  answer: T,
  shape: z.ZodType = answerShape(call),
): T {
  if (!checksAnswers) return answer;
  const { success, error } = shape.safeParse(JSON.parse(JSON.stringify(answer)));
  if (!success)
    throw new Error(
      `${call.method} ${call.path} answers what it does not declare: ${z.prettifyError(error)}`,
    );
  return answer;
}
