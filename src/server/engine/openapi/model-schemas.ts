import { inputName } from '#calls/records.ts';
import { asReference, kindOf, type Field } from '#kernel/fields/kinds.ts';
import type { Mode } from '#kernel/fields/field.ts';
import { inputJsonSchema } from '#kernel/input.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { orNull, type JsonSchema } from '#server/platform/http/describe.ts';

const answerOf = (field: Field): JsonSchema => kindOf(field).answer(field);

/** The JSON Schema of a row, under the name by which calls refer to it, such as `cost_center`. */
export function rowSchema(registry: Registry, resource: Resource): JsonSchema & { $id: string } {
  const properties: Record<string, JsonSchema> = {};
  for (const [name, property] of registry.properties(resource)) {
    properties[name] = { title: property.label, ...orNull(answerOf(property.field), property.nullable) };
    const field = asReference(resource.fields[name]);
    if (!field?.embed) continue;
    const target = registry.properties(registry.get(field.target));
    const members = field.embed.fields.flatMap((member): [string, JsonSchema][] => {
      const embedded = target.get(member);
      return embedded ? [[member, orNull(answerOf(embedded.field), embedded.nullable)]] : [];
    });
    const embedded = { type: 'object', properties: Object.fromEntries(members) };
    properties[field.embed.as] = { title: field.label, ...orNull(embedded, field.nullable) };
  }
  return {
    $id: resource.singular,
    title: resource.label[0],
    type: 'object',
    properties,
    required: Object.keys(properties),
  };
}

/** The JSON Schemas of what a creation and an update of a model take. */
export function inputSchemas(resource: Resource): (JsonSchema & { $id: string })[] {
  const modes: Mode[] = ['create', 'update'];
  return modes
    .filter((mode) => resource.actions.includes(mode))
    .map((mode) => ({ $id: inputName(resource, mode), ...inputJsonSchema(resource, mode) }));
}
