import { z } from 'zod';
import { Refusal } from '#kernel/errors.ts';
import { isWritten, type Mode } from '#kernel/fields/field.ts';
import { MAX_ID } from '#kernel/ids.ts';
import { checkInput, inputJsonSchema } from '#kernel/input.ts';
import type { Fields, FieldValue, Resource } from '#kernel/resource.ts';

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

const records = new Map<string, ReturnType<typeof newRecord>>();

const newRecord = ({ singular }: Pick<Resource, 'singular'>) =>
  z.looseObject({ id: z.int(), lock_version: z.int() }).meta({ id: singular });

/** A record of a model, as calls answer it. The description has its fields under the name of the model. */
export function recordOf(resource: Pick<Resource, 'singular'>) {
  const known = records.get(resource.singular) ?? newRecord(resource);
  records.set(resource.singular, known);
  return known;
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
