import type { FieldError } from './errors.ts';
import type { Field } from './fields/kinds.ts';

/** A demand on the values of a record together. A record that fails it is refused. */
export type Demand =
  | { about: 'one of'; fields: readonly string[]; message: string }
  | { about: 'order'; fields: readonly [day: string, after: string] };

/** One of the fields has a value, and the others have none. @param message the sentence where none or several have one */
export const exactlyOne = (fields: readonly string[], message: string): Demand => ({
  about: 'one of',
  fields,
  message,
});

/** The day is not before that of the field `after`, where both are given. */
export const neverBefore = (day: string, after: string): Demand => ({ about: 'order', fields: [day, after] });

interface Demanding {
  fields: Readonly<Record<string, Field>>;
  demands?: readonly Demand[];
}

const isGiven = (value: unknown) => value !== null && value !== undefined && value !== '';

/**
 * The errors in the values of a whole record, as they are stored. A demand that names a field of `wrong`, which has a fault
 * already, is not judged.
 */
export function unmetDemands(
  { fields, demands = [] }: Demanding,
  values: Readonly<Record<string, unknown>>,
  wrong: ReadonlySet<string> = new Set(),
): FieldError[] {
  return demands
    .filter((demand) => !demand.fields.some((name) => wrong.has(name)))
    .flatMap((demand) => {
      if (demand.about === 'one of') {
        const given = demand.fields.filter((name) => isGiven(values[name]));
        const named = given.length > 0 ? given : demand.fields.slice(0, 1);
        return given.length === 1 ? [] : named.map((field) => ({ field, message: demand.message }));
      }
      const [day, after] = demand.fields;
      const [one, other] = [values[day], values[after]];
      if (!isGiven(one) || !isGiven(other) || String(one) >= String(other)) return [];
      const message = `${fields[day]?.label} must not be before ${fields[after]?.label}.`;
      return [{ field: day, message }];
    });
}
