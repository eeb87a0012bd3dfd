import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AnyCall, Members } from '#calls/call.ts';
import { givenAlone } from '#calls/shapes.ts';
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
    body: call.method === 'GET' || call.takes === 'file' ? {} : readBody(call, request),
  };
}

/** @throws {Refusal} 400 that names every parameter that is wrong */
function readQuery(members: Members, query: unknown): unknown {
  const texts = Object.entries(query as Record<string, unknown>).map(
    ([name, value]) => [name, textOf(name, value).trim()] as const,
  );
  const unknown = texts.find(([name]) => !(name in members.shape));
  if (unknown) throw malformed(`The parameter ${shortened(unknown[0])} is not known here.`);
  const given = texts.filter(([name, text]) => text !== '' || givenAlone.has(members.shape[name] ?? members));
  const read = members.safeParse(Object.fromEntries(given));
  if (read.success) return read.data;
  throw malformed(
    faultsOf(read.error)
      .map(({ message }) => message)
      .join(' '),
  );
}

/** @throws {Refusal} 400 for what is no object, 422 that names every field that is wrong */
function readBody({ body = nothing, wrapper, fileMember }: AnyCall, request: FastifyRequest): unknown {
  const given = request.body;
  // Who leaves everything out need not send a body; where there are no fields, null is as good as none.
  const isNothing = given === undefined || (given === null && Object.keys(body.shape).length === 0);
  const sent = isNothing && body.safeParse({}).success ? {} : given;
  const [only, ...others] = isObject(sent) ? Object.keys(sent) : [];
  const wraps = only !== undefined && others.length === 0 && [wrapper].flat().includes(only);
  const fields = wraps ? ((sent as Record<string, unknown>)[only] ?? sent) : sent;
  if (!isObject(fields)) throw malformed('The body must be a JSON object.');
  const read = body.safeParse(
    fileMember !== undefined && typeof fields[fileMember] === 'string'
      ? { ...fields, [fileMember]: request.bodyFile }
      : fields,
  );
  if (read.success) return read.data;
  throw invalid(faultsOf(read.error));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is wrong, field by field; a message that is no sentence of its own begins with the name of its field. */
function faultsOf(error: z.ZodError): FieldError[] {
  return error.issues.flatMap(({ path, message, ...issue }) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        field: [...path, key].join('.'),
        message: `${shortened(key)} is not known here.`,
      }));
    const name = String(path.findLast((part) => typeof part === 'string') ?? '');
    return [{ field: path.join('.'), message: isSentence(message) ? message : `${name} ${message}` }];
  });
}

const isSentence = (message: string) => /^\p{Lu}.*\.$/su.test(message);
