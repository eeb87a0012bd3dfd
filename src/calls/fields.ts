import { z } from 'zod';
import { Refusal } from '#kernel/errors.ts';
import { isWritten, type Mode } from '#kernel/fields/field.ts';
import type { Field } from '#kernel/fields/kinds.ts';
import { MAX_ID } from '#kernel/ids.ts';
import { checkInput, inputJsonSchema } from '#kernel/input.ts';
import type { Fields, FieldValue, Resource } from '#kernel/resource.ts';

/*
 * Inputs of calls that fields declare. Their errors have the sentences of the kinds.
 */

const describedBy = (declared: Pick<Resource, 'fields'>, mode: Mode) =>
  inputJsonSchema(declared, mode) as { properties: Record<string, object>; required?: string[] };

/** The member of a body that a field declares. @param name as the body has it */
export function fieldGiven<F extends Field>(name: string, field: F, mode: Mode = 'create') {
  const fields = { [name]: field };
  const { properties, required = [] } = describedBy({ fields }, mode);
  const given = required.includes(name) ? z.unknown() : z.unknown().optional();
  return given
    .transform((value, context): FieldValue<F> => {
      try {
        const values = checkInput({ fields }, value === undefined ? {} : { [name]: value }, mode);
        return values[name] as FieldValue<F>;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        for (const { message } of error.errors) context.addIssue(message);
        return z.NEVER;
      }
    })
    .meta({ ...properties[name] });
}

type Taken<F extends Fields, M extends Mode> = {
  [K in keyof F]: z.ZodType<FieldValue<F[K]> | (M extends 'update' ? undefined : never), unknown>;
};

/** The members of a body that the fields of a model declare which are written. */
export function fieldMembers<const F extends Fields, const M extends Mode>(fields: F, mode: M): Taken<F, M> {
  const written = Object.entries(fields).filter(([, field]) => isWritten(field, mode));
  const members = written.map(([name, field]) => [name, fieldGiven(name, field, mode)]);
  return Object.fromEntries(members) as Taken<F, M>;
}

/**
 * The body of a call whose handler checks the fields (`checksBody`).
 * @param more what may be given beside the fields
 */
export function bodyOf(declared: Pick<Resource, 'fields'>, more: Readonly<Record<string, z.ZodType>> = {}) {
  const { properties, required = [] } = describedBy(declared, 'create');
  const members = Object.entries(properties).map(([name, schema]) => {
    const member = required.includes(name) ? z.unknown() : z.unknown().optional();
    return [name, member.meta({ ...schema })] as const;
  });
  return z
    .looseObject({ ...Object.fromEntries<z.ZodType>(members), ...more })
    .meta({ additionalProperties: false });
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
