import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AnyCall } from '#calls/call.ts';
import { answers, fileBody, fileOf, keyHeader, type JsonSchema } from './describe.ts';

/** What the API description says of a call, as the schema of its route. */
export function describeCall(call: AnyCall): JsonSchema {
  const { tag, summary, description, success, refusals = [], params, query, body } = call;
  const [wrapper] = [call.wrapper].flat();
  const { status = 200, otherSuccess } = call;
  const content = 'file' in call ? fileOf(call.file) : jsonOf(answerShape(call), 'output');
  const taken = body && Object.keys(body.shape).length > 0 ? jsonOf(body, 'input') : undefined;
  return {
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(params && { params: jsonOf(params, 'input') }),
    ...(query && { querystring: jsonOf(query, 'input') }),
    ...(call.method !== 'GET' && !call.keyless && { headers: keyHeader }),
    ...(call.takes === 'file' && { body: fileBody }),
    ...(taken && { body: wrapper === undefined ? taken : { anyOf: [taken, wrapped(wrapper, taken)] } }),
    response: {
      ...(otherSuccess && answers(otherSuccess.status, otherSuccess.success, content)),
      ...answers(status, success, content, [...refusals]),
    },
  };
}

/** The whole answer of a call. */
export const answerShape = (call: Exclude<AnyCall, { file: string }>): z.ZodType =>
  'answer' in call ? call.answer : z.object({ data: call.data, ...(call.meta && { meta: call.meta }) });

/**
 * Lets the description know the shapes that have a name (`.meta({ id, title })`), which stand in it once. Call it when all calls
 * are declared, before the first is served.
 */
export function addNamedShapes(app: FastifyInstance): void {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { uri: referenceTo, override: withoutSafeLimits });
  for (const [id, { $schema: _, ...json }] of Object.entries(schemas))
    if (!app.getSchema(id)) app.addSchema({ ...json, $id: id });
}

const referenceTo = (id: string) => `${id}#`;

const wrapped = (name: string, schema: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { [name]: schema },
  required: [name],
});

function jsonOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, $defs: _named, ...json } = z.toJSONSchema(schema, { io, override: withoutSafeLimits });
  const text = JSON.stringify(json).replaceAll(/"\$ref":"#\/\$defs\/(\w+)"/g, (_all, id: string) =>
    JSON.stringify({ $ref: referenceTo(id) }).slice(1, -1),
  );
  return JSON.parse(text) as JsonSchema;
}

/** That numbers stay within what JavaScript can count is no limit of a call. */
function withoutSafeLimits({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}
