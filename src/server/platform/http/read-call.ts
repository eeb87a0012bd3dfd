import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AnyCall, Members } from '#calls/call.ts';
import { givenAlone } from '#calls/shapes.ts';
import { invalid, malformed, Refusal, type FieldError } from '#kernel/errors.ts';
import { shortened, textOf } from './query.ts';

const nothing = z.strictObject({});

/** The errors of the fields of a body beyond their shape. The body that it is given may have any shape. */
export type Further = (fields: Readonly<Record<string, unknown>>, request: FastifyRequest) => FieldError[];

/**
 * Reads what a call was made with in its address.
 * @throws {Refusal} 400 for an unknown parameter, then 404 or 400 for what is wrong in the path or the query
 */
export function readAddress(call: AnyCall, request: FastifyRequest) {
  const { query = nothing, checksQuery } = call;
  const texts = checksQuery === 'handler' ? null : textsOf(query, request.query);
  const params = (call.params ?? nothing).safeParse(request.params);
  if (!params.success) throw new Refusal(404, params.error.issues[0]?.message ?? '');
  return { params: params.data, query: texts === null ? request.query : readQuery(query, texts) };
}

/** The query of the address, without empty parameters. @throws {Refusal} 400 for a parameter that is unknown or no text */
function textsOf(members: Members, query: unknown): Record<string, string> {
  const texts = Object.entries(query as Record<string, unknown>).map(
    ([name, value]) => [name, textOf(name, value).trim()] as const,
  );
  const unknown = texts.find(([name]) => !Object.hasOwn(members.shape, name));
  if (unknown) throw malformed(`The parameter ${shortened(unknown[0])} is not known here.`);
  const isGiven = ([name, text]: readonly [string, string]) =>
    text !== '' || givenAlone.has(members.shape[name] ?? members);
  return Object.fromEntries(texts.filter(isGiven));
}

/**
 * Reads the parameters of a query that a handler reads itself beside others, whose members follow from the registry.
 * @throws {Refusal} 400 for a parameter that is unknown, or wrong
 */
export const readParameters = <M extends Members>(members: M, query: unknown): z.output<M> =>
  readQuery(members, textsOf(members, query)) as z.output<M>;

/** @throws {Refusal} 400 that names every parameter that is wrong */
function readQuery(members: Members, texts: Record<string, string>): unknown {
  const read = members.safeParse(texts, { error: defaultMessage });
  if (read.success) return read.data;
  throw malformed(
    faultsOf(read.error)
      .map(({ message }) => message)
      .join(' '),
  );
}

/** Members that say how a request is meant and are no fields: they may be beside the wrapped body as well as in it. */
export const BESIDE = ['lock_version', 'dry_run'];

/**
 * Reads the body of a call; there need be none where nothing of it must be given.
 * @throws {Refusal} 400 for what is no object, 422 that names every field that is wrong
 */
export function readBody(call: AnyCall, request: FastifyRequest, further: Further = () => []): unknown {
  if (call.method === 'GET' || call.takes === 'file') return {};
  const { body = nothing, wrapper = [], fileMember } = call;
  const mayBeLeftOut = !call.needsBody && body.safeParse({}).success;
  const sent = request.body ?? (mayBeLeftOut ? {} : request.body);
  const fields = unwrapped(sent, [wrapper].flat(), body);
  if (call.checksBody === 'handler') return fields;
  const isFile = fileMember !== undefined && typeof fields[fileMember] === 'string';
  const read = body.safeParse(isFile ? { ...fields, [fileMember]: request.bodyFile } : fields, {
    error: defaultMessage,
  });
  const faults = [...(read.success ? [] : faultsOf(read.error)), ...further(fields, request)];
  if (read.success && faults.length === 0) return read.data;
  throw invalid(faults);
}

/** The fields of a body, which may be wrapped in a name. @throws {Refusal} 400 for what is no object */
function unwrapped(given: unknown, wrappers: readonly string[], { shape }: Members): Record<string, unknown> {
  if (!isObject(given)) throw malformed('The body must be a JSON object.');
  const [wrapper, ...others] = Object.keys(given).filter((name) => !BESIDE.includes(name));
  if (wrapper === undefined || others.length > 0 || !wrappers.includes(wrapper)) return given;
  const { [wrapper]: inner, ...beside } = given;
  if (isObject(inner)) return { ...beside, ...inner };
  if (Object.hasOwn(shape, wrapper)) return given;
  throw malformed(`${wrapper} must be a JSON object.`);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The message where a shape has none. */
const defaultMessage = ({ code, input }: { code?: string; input?: unknown }) => {
  if (code === 'unrecognized_keys') return 'is not known here.';
  return input === undefined ? 'must be given.' : 'is not valid.';
};

/** The errors, field by field. A message that is no sentence of its own (which begins with a capital) follows the name. */
function faultsOf(error: z.ZodError): FieldError[] {
  return error.issues.flatMap((issue) => {
    const { path, message } = issue;
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        field: [...path, key].join('.'),
        message: `${shortened(key)} ${message}`,
      }));
    const isSentence = /^\p{Lu}/u.test(message);
    const name = String(path.findLast((part) => typeof part === 'string') ?? '');
    return [{ field: path.join('.'), message: isSentence ? message : `${name} ${message}` }];
  });
}
