import { z } from 'zod';
import { Refusal } from '#kernel/errors.ts';
import type { Field } from '#kernel/fields/kinds.ts';
import { checkInput, inputJsonSchema } from '#kernel/input.ts';
import type { FieldValue, Resource } from '#kernel/resource.ts';

/*
 * What calls take and answer that fields and models declare.
 */

/** A record as calls answer it. */
export type Row = { id: number; lock_version: number } & Record<string, unknown>;

/** A record of a model; the description of the model says what is in it. */
export const rowOf = ({ singular }: Pick<Resource, 'singular'>) =>
  z.unknown().meta({ $ref: `${singular}#` }) as unknown as z.ZodType<Row>;

/**
 * A body of fields. It is described by them and taken as it comes, also what is in none of them: whoever serves the call checks it.
 * @param more what may be given beside the fields
 */
export function bodyOf(declared: Pick<Resource, 'fields'>, more: Readonly<Record<string, z.ZodType>> = {}) {
  const { properties, required = [] } = inputJsonSchema(declared, 'create');
  const members = Object.entries(properties as Record<string, object>).map(
    ([name, schema]) =>
      [
        name,
        z
          .unknown()
          .optional()
          .meta({ ...schema }),
      ] as const,
  );
  return z
    .looseObject({ ...Object.fromEntries<z.ZodType>(members), ...more })
    .meta({ required, additionalProperties: false });
}

/** A field of a body, which its declaration checks with its own sentences. @param name as the body has it */
export function fieldGiven<F extends Field>(name: string, field: F) {
  const fields = { [name]: field };
  const { properties } = inputJsonSchema({ fields }, 'create');
  return z
    .unknown()
    .optional()
    .transform((given, context): FieldValue<F> => {
      try {
        const values = checkInput({ fields }, given === undefined ? {} : { [name]: given }, 'create');
        return values[name] as FieldValue<F>;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        for (const { message } of error.errors)
          context.addIssue({ code: 'custom', message, params: { whole: true } });
        return z.NEVER;
      }
    })
    .meta({ ...(properties as Record<string, object>)[name] });
}
