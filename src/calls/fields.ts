import { z } from 'zod';
import { Refusal } from '#kernel/errors.ts';
import { isDemanded, isWritten, type Mode } from '#kernel/fields/field.ts';
import type { Field } from '#kernel/fields/kinds.ts';
import { MAX_ID } from '#kernel/ids.ts';
import { checkInput, checkValue, inputJsonSchema } from '#kernel/input.ts';
import type { Fields, FieldValue } from '#kernel/resource.ts';

/*
 * What calls take and answer that the fields of a declaration say.
 */

type Taken<F extends Fields, M extends Mode> = {
  [K in keyof F]: z.ZodType<FieldValue<F[K]> | (M extends 'update' ? undefined : never), unknown>;
};

/** Members of a body that fields read and describe: what is wrong is said in the sentences of their kinds. */
export function fieldMembers<const F extends Fields, const M extends Mode>(fields: F, mode: M): Taken<F, M> {
  const { properties, required = [] } = inputJsonSchema({ fields }, mode) as {
    properties: Record<string, object>;
    required?: string[];
  };
  const members = Object.entries(fields)
    .filter(([, field]) => isWritten(field, mode))
    .map(([name, field]) => {
      const given = required.includes(name) ? z.unknown() : z.unknown().optional();
      const member = given.transform((value, context) => {
        try {
          return checkInput(
            { fields: { [name]: field } },
            value === undefined ? {} : { [name]: value },
            mode,
          )[name];
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          for (const { message } of error.errors) context.addIssue(message);
          return z.NEVER;
        }
      });
      return [name, member.meta({ ...properties[name] })];
    });
  return Object.fromEntries(members) as Taken<F, M>;
}

const VERSION_WANTED = 'The version (lock_version) must be the whole number that came with the record.';

/** The version of a record that a change was made from; null where none is given, and the record is changed whatever it is. */
export const versionGiven = z
  .int(VERSION_WANTED)
  .min(1, VERSION_WANTED)
  .max(MAX_ID, VERSION_WANTED)
  .nullish()
  .transform((version) => version ?? null)
  .meta({ title: 'Version' });

/** The member of a body that a field is; `described` is its JSON Schema. */
function memberOf(field: Field, described: Record<string, unknown>): z.ZodType {
  const given = z.unknown().meta(described);
  return (isDemanded(field) ? given : given.optional()).transform((value, context) => {
    if (value === undefined && !isDemanded(field)) return undefined;
    const checked = checkValue(field, value, 'create');
    if ('value' in checked) return checked.value;
    if ('error' in checked) context.addIssue(checked.error);
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
