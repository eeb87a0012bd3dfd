import { Definitions, typed, type Definition, type Operation, type Schema } from './definitions.ts';
import type { Exchange } from './proxy.ts';
import { notDefined, parsed, type Judgement } from './rest.ts';
import { childrenOf, valueOf, xmlRoot } from './xml.ts';

/**
 * The errors that every operation of AWS may answer, and their statuses. JSON protocols answer 400 to whatever the caller is to blame for.
 * Source: Common Errors, in the API references of AWS; the troubleshooting of Signature Version 4; Error Responses, of S3.
 */
const COMMON: Readonly<Record<string, readonly number[]>> = {
  AccessDenied: [403],
  AccessDeniedException: [400, 403],
  ExpiredToken: [403],
  ExpiredTokenException: [400, 403],
  IncompleteSignature: [400, 403],
  InternalError: [500],
  InternalFailure: [500],
  InvalidAccessKeyId: [403],
  InvalidAction: [400],
  InvalidClientTokenId: [403],
  InvalidSignatureException: [400, 403],
  MissingAuthenticationToken: [403],
  MissingAuthenticationTokenException: [400, 403],
  NoSuchBucket: [404],
  PreconditionFailed: [412],
  ServiceUnavailable: [503],
  SignatureDoesNotMatch: [403],
  SlowDown: [503],
  Throttling: [400, 429],
  ThrottlingException: [400, 429],
  UnknownOperationException: [400, 404],
  UnrecognizedClientException: [400, 403],
  ValidationError: [400],
};

interface Found {
  file: string;
  name: string;
  operation: Operation;
  definition: Definition;
}

/** What an answer or a request says, by whatever protocol. `code` is of an error. */
interface Read {
  value: unknown;
  code?: string | undefined;
}

/** Holds exchanges with AWS against the models of its services. */
export function awsJudge(): (exchange: Exchange) => Judgement {
  const definitions = new Definitions('aws');
  const known = [...definitions.files].flatMap(([file, definition]) =>
    Object.entries(definition.operations).map(([name, operation]) => ({ file, name, operation, definition })),
  );
  return (exchange) => {
    const found = known.find((one) => isOf(one, exchange));
    if (!found) return notDefined(called(exchange));
    const { file, name, operation, definition } = found;
    const sent = requestOf(found, exchange);
    const faults = schemaFaults(definitions, sent, file, 'operations', name, 'request').map(
      (one) => `request: ${one}`,
    );
    const answer = answerOf(found, exchange);
    const where = `answer ${exchange.status}${answer.code === undefined ? '' : ` ${answer.code}`}`;
    const wrong =
      answer.code === undefined
        ? successFaults(definitions, found, exchange.status, answer.value)
        : errorFaults(definitions, found, exchange.status, answer);
    return {
      operation: `${definition === undefined ? '' : file}:${operation.action ?? name}`,
      faults: [...faults, ...wrong.map((one) => `${where}: ${one}`)],
    };
  };
}

const called = ({ method, path, headers, body }: Exchange) =>
  String(headers['x-amz-target'] ?? new URLSearchParams(body).get('Action') ?? `${method} ${path}`);

function isOf({ operation, definition }: Found, { method, path, headers, body, query }: Exchange): boolean {
  const target = headers['x-amz-target'];
  if (operation.target !== undefined) return operation.target === target && method === 'POST' && path === '/';
  if (operation.action !== undefined) return new URLSearchParams(body).get('Action') === operation.action;
  if (target !== undefined || operation.method !== method) return false;
  if (definition.protocol === 'rest-json') return operation.path === path;
  return isOfStore(operation, path, query);
}

/** Paths of S3 are a bucket alone, or a bucket and a key. */
const isOfStore = ({ path }: Operation, asked: string, query: URLSearchParams) =>
  path.includes('{Key')
    ? /^\/[^/]+\/.+/.test(asked)
    : /^\/[^/]+\/?$/.test(asked) && query.get('list-type') === '2';

function schemaFaults(definitions: Definitions, value: unknown, file: string, ...path: string[]): string[] {
  return value === undefined ? ['cannot be read'] : definitions.faults(value, file, ...path);
}

function requestOf({ operation, definition }: Found, exchange: Exchange): unknown {
  if (definition.protocol === 'rest-xml') return storeRequest(operation, definition, exchange);
  if (operation.action === undefined) return parsed(exchange.body === '' ? '{}' : exchange.body);
  const form = new URLSearchParams(exchange.body);
  if (form.get('Version') !== operation.version) return undefined;
  form.delete('Action');
  form.delete('Version');
  return typed(form, schemaIn(definition, operation.request));
}

function schemaIn({ schemas }: Definition, schema: Schema | null | undefined): Schema {
  const name = String(schema?.['$ref'] ?? '').replace('#/schemas/', '');
  return schemas[name] ?? {};
}

/** Where a member of a request or an answer of S3 is. */
interface Place {
  path?: true;
  query?: string;
  header?: string;
  payload?: true;
}

/** A bucket, a key, the query and the headers as the members that they are; headers of HTTP itself are none. */
function storeRequest(
  operation: Operation,
  definition: Definition,
  exchange: Exchange,
): Record<string, unknown> {
  const { properties = {} } = schemaIn(definition, operation.request);
  const [, bucket = '', ...key] = decodeURIComponent(exchange.path).split('/');
  const made: Record<string, unknown> = {
    Bucket: bucket,
    ...(key.join('/') !== '' && { Key: key.join('/') }),
  };
  const members = Object.entries(properties as Record<string, Schema>);
  for (const [name, text] of exchange.query) {
    if (name === 'list-type' || name === 'x-id') continue;
    const [member, schema] = members.find(
      ([, { in: place }]) => (place as Place | undefined)?.query === name,
    ) ?? [name, {}];
    Object.assign(made, typed(new URLSearchParams([[member, text]]), { properties: { [member]: schema } }));
  }
  return { ...made, ...headed(members, exchange.headers) };
}

const headed = (members: [string, Schema][], headers: Exchange['headers']) =>
  Object.fromEntries(
    members.flatMap(([name, schema]) => {
      const { header } = (schema['in'] ?? {}) as Place;
      const value = header === undefined ? undefined : headers[header];
      if (value === undefined) return [];
      const text = schema['format'] === 'date-time' ? new Date(String(value)).toISOString() : String(value);
      return Object.entries(typed(new URLSearchParams([[name, text]]), { properties: { [name]: schema } }));
    }),
  );

function answerOf({ operation, definition }: Found, exchange: Exchange): Read {
  const { status, answer } = exchange;
  const isError = status >= 300;
  if (definition.protocol === 'query' || definition.protocol === 'rest-xml')
    return isError ? xmlError(answer, status) : { value: xmlAnswer(operation, definition, exchange) };
  const value = parsed(answer === '' ? '{}' : answer);
  if (!isError) return { value };
  const { __type: type, ...rest } = (value ?? {}) as Record<string, unknown>;
  const named = exchange.answerHeaders['x-amzn-errortype'] ?? type;
  const code = String(named ?? 'no code')
    .replace(/^.*#/, '')
    .replace(/:.*$/, '');
  return { value: rest, code };
}

function xmlAnswer(operation: Operation, definition: Definition, exchange: Exchange): unknown {
  const schema = schemaIn(definition, operation.answers['200']);
  const members = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  const ofHeaders = definition.protocol === 'query' ? {} : headed(members, exchange.answerHeaders);
  // The content of an object is no XML.
  if (members.some(([, { in: place }]) => (place as Place | undefined)?.payload) || exchange.answer === '')
    return ofHeaders;
  try {
    const root = xmlRoot(exchange.answer);
    const result =
      operation.action === undefined
        ? root
        : childrenOf(root).find(({ localName }) => localName === `${operation.action}Result`);
    return result && { ...(valueOf(result, schema, definition) as object), ...ofHeaders };
  } catch {
    return undefined;
  }
}

function xmlError(answer: string, status: number): Read {
  // An answer to HEAD has no body.
  if (answer === '') return { value: {}, code: status === 404 ? 'NotFound' : String(status) };
  const root = xmlRoot(answer);
  const error =
    root.localName === 'Error' ? root : childrenOf(root).find(({ localName }) => localName === 'Error');
  // Code, message and request id are of every error, and of none in particular.
  const code = error && childrenOf(error).find(({ localName }) => localName === 'Code')?.textContent;
  return { value: {}, code: code ?? 'no code' };
}

function successFaults(
  definitions: Definitions,
  { file, name }: Found,
  status: number,
  value: unknown,
): string[] {
  // Part of an object is 206.
  if (status !== 200 && status !== 206) return ['the operation does not define the status'];
  return schemaFaults(definitions, value, file, 'operations', name, 'answers', '200');
}

function errorFaults(
  definitions: Definitions,
  { file, name, operation }: Found,
  status: number,
  { value, code = '' }: Read,
): string[] {
  const own = operation.errors?.[code];
  const statuses = [...(own?.statuses ?? []), ...(COMMON[code] ?? [])];
  if (statuses.length === 0) return ['the operation does not define the error'];
  const faults = statuses.includes(status) ? [] : [`the error has ${statuses.join(' or ')}`];
  if (own === undefined) return faults;
  const path = ['operations', name, 'errors', code, 'body'];
  // Services spell it with either letter, and the SDKs read both.
  const { message, Message = message, ...rest } = (value ?? {}) as Record<string, unknown>;
  const spellings =
    Message === undefined
      ? [rest]
      : [
          { ...rest, message: Message },
          { ...rest, Message },
        ];
  const tried = spellings.map((one) => definitions.faults(one, file, ...path));
  return [...faults, ...(tried.find((one) => one.length === 0) ?? tried[0] ?? [])];
}
