import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AnyCall, OwnRefusal } from '#calls/call.ts';
import {
  answers,
  failure,
  fileBody,
  fileOf,
  keyHeader,
  reasonHeader,
  zoneHeader,
  type JsonSchema,
} from './describe.ts';
import { BESIDE } from './read-call.ts';

const nothing = z.strictObject({});

/** Said of a change that is carried out each time that it comes. */
const NO_KEY = 'An Idempotency-Key has no effect, since the answer is not kept.';

/** The API description of a call, as Fastify takes it for a route. */
export function describeCall(call: AnyCall): JsonSchema {
  const { tag, operationId, summary, description, success, refusals = [], params, query } = call;
  const { body = nothing, status = 200, otherSuccess, wrapper = [], zoned = false } = call;
  const mayTakeBody = call.method !== 'GET' && call.takes !== 'file';
  const takesBody = mayTakeBody && (wrapper.length > 0 || Object.keys(body.shape).length > 0);
  const isChange = call.method !== 'GET';
  const headers = [
    ...(isChange && !call.keyless ? [keyHeader] : []),
    ...(zoned ? [zoneHeader] : []),
    ...(call.reasoned ? [reasonHeader] : []),
  ];
  const sentences = [description, isChange && call.keyless && NO_KEY].filter(Boolean);
  const preview = 'preview' in call ? call.preview : undefined;
  const content = 'file' in call ? fileOf(call.file) : jsonOf(answerShape(call), 'output');
  const other = otherSuccess?.answer ? jsonOf(otherSuccess.answer, 'output') : content;
  const common = refusals.filter((refusal) => typeof refusal === 'number');
  const own = refusals.filter((refusal) => typeof refusal === 'object');
  return {
    tags: [tag],
    ...(operationId !== undefined && { operationId }),
    summary,
    ...(sentences.length > 0 && { description: sentences.join(' ') }),
    ...(params && { params: jsonOf(params, 'input') }),
    ...(query && { querystring: jsonOf(query, 'input') }),
    ...(headers.length > 0 && {
      headers: { type: 'object', properties: Object.assign({}, ...headers) as JsonSchema },
    }),
    ...(call.takes === 'file' && { body: fileBody }),
    ...(takesBody && { body: describeBody(call) }),
    response: {
      ...(preview && answers(200, preview.success, withLines(call, jsonOf(preview.answer, 'output')))),
      ...(otherSuccess && answers(otherSuccess.status, otherSuccess.success, other)),
      ...answers(status, success, content, common),
      ...Object.fromEntries(own.map((refusal) => [refusal.status, describeRefusal(refusal)])),
    },
  };
}

const describeRefusal = ({ when, answer }: OwnRefusal): JsonSchema => ({
  description: when,
  ...(answer ? jsonOf(answer, 'output') : failure),
});

/** An answer that may come line by line, too. */
const withLines = (call: AnyCall, schema: JsonSchema): JsonSchema =>
  'lines' in call && call.lines
    ? { content: { 'application/json': { schema }, ...fileOf('application/x-ndjson').content } }
    : schema;

/** A body, bare or in a wrapper; none, where nothing of it must be given. */
function describeBody({ body = nothing, wrapper = [], needsBody }: AnyCall): JsonSchema {
  const bare = jsonOf(body, 'input');
  const beside = BESIDE.flatMap((name): [string, JsonSchema][] => {
    const member = body.shape[name];
    return member ? [[name, jsonOf(member, 'input')]] : [];
  });
  const wrapped = (name: string) => ({
    type: 'object',
    properties: { [name]: bare, ...Object.fromEntries(beside) },
    required: [name],
  });
  const bodies = [
    bare,
    ...[wrapper].flat().map(wrapped),
    ...(needsBody || 'required' in bare ? [] : [{ type: 'null' }]),
  ];
  return bodies.length === 1 ? bare : { anyOf: bodies };
}

/** The whole answer of a call. */
export const answerShape = (call: Exclude<AnyCall, { file: string }>): z.ZodType =>
  'answer' in call ? call.answer : z.object({ data: call.data, ...(call.meta && { meta: call.meta }) });

/**
 * Lets the description know the shapes that have a name (`.meta({ id, title })`), which stand in it once. Call it when all calls
 * are declared, before the first is served.
 */
export function addNamedShapes(app: FastifyInstance): void {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { uri: referenceTo, override: adjusted });
  for (const [id, { $schema: _, ...json }] of Object.entries(schemas))
    if (!app.getSchema(id)) app.addSchema({ ...json, $id: id });
}

const referenceTo = (id: string) => `${id}#`;

function jsonOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, $defs: _named, ...json } = z.toJSONSchema(schema, { io, override: adjusted });
  const text = JSON.stringify(json).replaceAll(/"\$ref":"#\/\$defs\/(\w+)"/g, (_all, id: string) =>
    JSON.stringify({ $ref: referenceTo(id) }).slice(1, -1),
  );
  return JSON.parse(text) as JsonSchema;
}

interface Written {
  zodSchema: z.core.$ZodType;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}

/**
 * Leaves out the bounds of what JavaScript can count, which are no limit of a call, adds the default, and names a shape that the
 * description has from elsewhere.
 */
function adjusted({ zodSchema, jsonSchema }: Written): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  const { default: preset, describedAs } = z.globalRegistry.get(zodSchema) ?? {};
  if (preset !== undefined) jsonSchema.default = preset as typeof jsonSchema.default;
  if (typeof describedAs !== 'string') return;
  for (const word of Object.keys(jsonSchema)) delete jsonSchema[word];
  jsonSchema.$ref = referenceTo(describedAs);
}
