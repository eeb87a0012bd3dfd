import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AnyCall, Members } from '#calls/call.ts';
import { invalid, malformed, Refusal, type FieldError } from '#kernel/errors.ts';
import { shortened, textOf } from './query.ts';

const nothing = z.strictObject({});

/**
 * Reads what a call was made with.
 * @throws {Refusal} 404, 400 or 422 for what is wrong in the path, the query or the body
 */
export function readCall(call: AnyCall, request: FastifyRequest) {
  const params = (call.params ?? nothing).safeParse(request.params);
  if (!params.success) throw new Refusal(404, params.error.issues[0]?.message ?? '');
  return {
    params: params.data,
    query: readQuery(call.query ?? nothing, request.query),
    body: call.method === 'GET' ? {} : readBody(call, request.body),
  };
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
function readBody({ body = nothing, wrapper, beside = [] }: AnyCall, given: unknown): unknown {
  const sent = given === undefined && Object.keys(body.shape).length === 0 ? {} : given;
  if (!isObject(sent)) throw malformed('The body must be a JSON object.');
  const own = Object.keys(sent).filter((name) => !beside.includes(name));
  const { [wrapper ?? '']: wrapped, ...others } = sent;
  const wraps = own.length === 1 && own[0] === wrapper && wrapped !== null;
  if (wraps && !isObject(wrapped)) throw malformed('The body must be a JSON object.');
  const read = body.safeParse(wraps ? { ...wrapped, ...others } : sent);
  if (read.success) return read.data;
  throw invalid(faultsOf(read.error));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What is wrong, field by field. Each message goes on behind the name of its field, but for one that is a whole sentence: an issue
 * with the params `{ whole: true }`.
 */
function faultsOf(error: z.ZodError): FieldError[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((field) => ({ field, message: `${shortened(field)} is not known here.` }));
    const field = issue.path.join('.');
    const isWhole = issue.code === 'custom' && issue.params?.['whole'] === true;
    return [{ field, message: isWhole ? issue.message : `${field} ${issue.message}` }];
  });
}
