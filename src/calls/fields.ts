import { z } from 'zod';
import { isDemanded } from '#kernel/fields/field.ts';
import type { Field } from '#kernel/fields/kinds.ts';
import { checkValue, inputJsonSchema } from '#kernel/input.ts';
import { inOwnWords } from './sentence.ts';

/** The member of a body that a field is; `described` is its JSON Schema. */
function memberOf(field: Field, described: Record<string, unknown>): z.ZodType {
  const given = z.unknown().meta(described);
  return (isDemanded(field) ? given : given.optional()).transform((value, context) => {
    if (value === undefined && !isDemanded(field)) return undefined;
    const checked = checkValue(field, value, 'create');
    if ('value' in checked) return checked.value;
    if ('error' in checked) context.addIssue(inOwnWords(checked.error));
    return z.NEVER;
  });
}

/**
 * The members of a body that are declared as fields, which say what they take and what is wrong with it. What may be left out
 * and is, has no value.
 */
export function membersOf<const F extends Readonly<Record<string, Field>>>(
  fields: F,
): { [N in keyof F]: z.ZodType } {
  const { properties } = inputJsonSchema({ fields }, 'create') as {
    properties: Record<string, Record<string, unknown>>;
  };
  const members = Object.entries(fields).map(([name, field]) => [
    name,
    memberOf(field, properties[name] ?? {}),
  ]);
  return Object.fromEntries(members) as { [N in keyof F]: z.ZodType };
}
