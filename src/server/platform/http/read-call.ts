import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AnyCall, Members } from '#calls/call.ts';
import { invalid, malformed, Refusal, type FieldError } from '#kernel/errors.ts';
import { shortened, textOf } from './query.ts';

const nothing = z.strictObject({});

/**
 * Reads what a call was made with in its address.
 * @throws {Refusal} 404 or 400 for what is wrong in the path or the query
 */
export function readAddress(call: AnyCall, request: FastifyRequest) {
  const params = (call.params ?? nothing).safeParse(request.params);
  if (!params.success) throw new Refusal(404, params.error.issues[0]?.message ?? '');
  return { params: params.data, query: readQuery(call.query ?? nothing, request.query) };
}

/** @throws {Refusal} 400 that names every parameter that is wrong */
function readQuery(members: Members, query: unknown): unknown {
  const texts = Object.entries(query as Record<string, unknown>).map(
    ([name, value]) => [name, textOf(name, value).trim()] as const,
  );
  const unknown = texts.find(([name]) => !Object.hasOwn(members.shape, name));
  if (unknown) throw malformed(`The parameter ${shortened(unknown[0])} is not known here.`);
  const read = members.safeParse(Object.fromEntries(texts.filter(([, text]) => text !== '')));
  if (read.success) return read.data;
  throw malformed(
    faultsOf(read.error)
      .map(({ message }) => message)
      .join(' '),
  );
}

/**
 * Reads the body of a call; there need be none where nothing of it must be given.
 * @throws {Refusal} 400 for what is no object, 422 that names every field that is wrong
 */
export function readBody(call: AnyCall, given: unknown): unknown {
  const { body = nothing } = call;
  const sent = given ?? (body.safeParse({}).success ? {} : given);
  const fields = unwrapped(call, sent);
  if (!isObject(fields)) throw malformed('The body must be a JSON object.');
  const read = body.safeParse(fields, unknownFields);
  if (read.success) return read.data;
  throw invalid(faultsOf(read.error));
}

/** What is in the wrapper, with what may stand beside it; else all of it. */
function unwrapped({ wrapper, beside = [] }: AnyCall, sent: unknown): unknown {
  if (wrapper === undefined || !isObject(sent)) return sent;
  const { [wrapper]: inner, ...others } = sent;
  if (inner === undefined || inner === null || Object.keys(others).some((name) => !beside.includes(name)))
    return sent;
  return isObject(inner) ? { ...others, ...inner } : inner;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is said of fields that a call does not have, where it says nothing else itself. */
const unknownFields = {
  error: ({ code }: z.core.$ZodRawIssue) => (code === 'unrecognized_keys' ? 'is not known here.' : undefined),
};

/** What is wrong, field by field; each message begins with the name of its field, unless it is in words of its own. */
function faultsOf(error: z.ZodError): FieldError[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((field) => ({ field, message: `${shortened(field)} ${issue.message}` }));
    const field = issue.path.join('.');
    const inOwnWords = issue.code === 'custom' && issue.params?.['inOwnWords'] === true;
    return [{ field, message: inOwnWords ? issue.message : `${field} ${issue.message}` }];
  });
}
