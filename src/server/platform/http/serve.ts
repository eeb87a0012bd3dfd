import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { Call, DataOf, FileCall, Members } from '#calls/call.ts';
import { invalid, malformed, Refusal, type FieldError } from '#kernel/errors.ts';
import type { Ability } from '#kernel/rights.ts';
import type { Actor } from '../base/actor.ts';
import { askedBy } from './asked-by.ts';
import { answers, fileOf, keyHeader, type JsonSchema } from './describe.ts';
import { heavily } from './heavy-answer.ts';
import { shortened, textOf } from './query.ts';
import type { fairUse } from './request-limits.ts';

/** What calls are served with. */
export interface Door {
  scope: FastifyInstance;
  /** @throws {Refusal} 403 for who has no right to it */
  demand: (actor: Actor, right: Ability) => void;
  /** Runs a change in a transaction, once for all requests with one key, and sends its answer. */
  once: (
    request: FastifyRequest,
    reply: FastifyReply,
    change: (tx: PoolClient) => Promise<{ status: number; body: unknown }>,
  ) => Promise<FastifyReply>;
  /** What keeps one person's heavy calls from being at the cost of the others. */
  heavy: ReturnType<typeof fairUse>;
  /** Whether each answer is held against what the call declares: in tests. */
  checksAnswers: boolean;
}

/** What a call was made with. */
export interface Made<C> {
  params: C extends { params?: infer P extends Members } ? z.output<P> : never;
  query: C extends { query?: infer Q extends Members } ? z.output<Q> : never;
  body: C extends { body?: infer B extends Members } ? z.output<B> : never;
  actor: Actor;
  request: FastifyRequest;
}

const nothing = z.strictObject({});

/** Serves a call that changes nothing. */
export function serve<C extends Call>(
  door: Door,
  call: C,
  answer: (made: Made<C>) => Promise<DataOf<C>>,
): void {
  route(door, call, async (made) => checked(door, call, { data: await answer(made) }));
}

/** Serves a call that changes something: in one transaction, and once however often its key comes. */
export function serveChange<C extends Call>(
  door: Door,
  call: C,
  change: (tx: PoolClient, made: Made<C>) => Promise<DataOf<C>>,
): void {
  route(door, call, (made, reply) =>
    door.once(made.request, reply, async (tx) => ({
      status: call.status ?? 200,
      body: checked(door, call, { data: await change(tx, made) }),
    })),
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

function route<C extends Call | FileCall>(
  { scope, demand, heavy }: Door,
  call: C,
  handle: (made: Made<C>, reply: FastifyReply) => Promise<unknown>,
): void {
  const guard: onRequestAsyncHookHandler = async (request) => demand(askedBy(request), call.right);
  const isHeavy = call.weight === 'heavy';
  scope.route({
    method: call.method,
    url: `/api${call.path}`,
    ...(isHeavy && { ...heavily, config: heavy.config }),
    onRequest: isHeavy ? [guard, heavy.onRequest] : [guard],
    schema: described(call),
    // It tells; what comes is read below.
    validatorCompiler: () => () => true,
    serializerCompiler: () => JSON.stringify,
    handler: (request, reply) => handle(read(call, request), reply),
  });
}

/** What the API description says of a call. */
function described(call: Call | FileCall): JsonSchema {
  const { tag, summary, description, success, refusals = [], params, query, body, wrapper } = call;
  const content = 'file' in call ? fileOf(call.file) : jsonOf(z.object({ data: call.data }), 'output');
  const asked = body && Object.keys(body.shape).length > 0 ? jsonOf(body, 'input') : undefined;
  return {
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(params && { params: jsonOf(params, 'input') }),
    ...(query && { querystring: jsonOf(query, 'input') }),
    ...(call.method !== 'GET' && { headers: keyHeader }),
    ...(asked && { body: wrapper === undefined ? asked : { anyOf: [asked, wrapped(wrapper, asked)] } }),
    response: answers(call.status ?? 200, success, content, [...refusals]),
  };
}

const wrapped = (name: string, schema: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { [name]: schema },
  required: [name],
});

function jsonOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io });
  return json;
}

/** @throws {Refusal} 404, 400 or 422 for what is wrong in the path, the query or the body */
function read<C extends Call | FileCall>(call: C, request: FastifyRequest): Made<C> {
  const params = (call.params ?? nothing).safeParse(request.params);
  if (!params.success) throw new Refusal(404, params.error.issues[0]?.message ?? '');
  return {
    params: params.data,
    query: readQuery(call.query ?? nothing, request.query),
    body: call.method === 'GET' ? {} : readBody(call, request.body),
    actor: askedBy(request),
    request,
  } as unknown as Made<C>;
}

/** @throws {Refusal} 400 that names every parameter that is wrong */
function readQuery(members: Members, query: unknown): unknown {
  const texts = Object.entries(query as Record<string, unknown>).map(
    ([name, value]) => [name, textOf(name, value).trim()] as const,
  );
  const unknown = texts.find(([name]) => !(name in members.shape));
  if (unknown) throw malformed(`The parameter ${shortened(unknown[0])} is not known here.`);
  const read = members.safeParse(Object.fromEntries(texts.filter(([, text]) => text !== '')));
  if (read.success) return read.data;
  throw malformed(
    faultsOf(read.error)
      .map(({ message }) => message)
      .join(' '),
  );
}

/** @throws {Refusal} 400 for what is no object, 422 that names every field that is wrong */
function readBody({ body = nothing, wrapper }: Call | FileCall, given: unknown): unknown {
  const sent = given === undefined && Object.keys(body.shape).length === 0 ? {} : given;
  const wraps = wrapper !== undefined && isObject(sent) && Object.keys(sent).length === 1;
  const fields = wraps ? (sent[wrapper] ?? sent) : sent;
  if (!isObject(fields)) throw malformed('The body must be a JSON object.');
  const read = body.safeParse(fields);
  if (read.success) return read.data;
  throw invalid(faultsOf(read.error));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is wrong, field by field; each message begins with the name of its field. */
function faultsOf(error: z.ZodError): FieldError[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((field) => ({ field, message: `${shortened(field)} is not known here.` }));
    const field = issue.path.join('.');
    return [{ field, message: `${field} ${issue.message}` }];
  });
}

function checked(door: Door, call: Call, body: { data: unknown }): { data: unknown } {
  if (door.checksAnswers) {
    // As the caller gets it.
    const { success, error } = call.data.safeParse((JSON.parse(JSON.stringify(body)) as typeof body).data);
    if (!success)
      throw new Error(
        `${call.method} ${call.path} answers what it does not declare: ${z.prettifyError(error)}`,
      );
  }
  return body;
}
