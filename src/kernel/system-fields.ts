import type { Mode } from './fields/field.ts';
import { instant } from './fields/instant.ts';
import type { Field } from './fields/kinds.ts';
import { number } from './fields/number.ts';

/** What the system keeps of every record of a table, beside its id. */
export const systemFields: Readonly<Record<string, Field>> = {
  created_at: instant('Created'),
  updated_at: instant('Updated'),
  lock_version: { ...number('Version'), writing: 'never' },
};

/** A field of a resource, its own or the system's; undefined for what is none. */
export function fieldNamed(
  { fields }: { fields: Readonly<Record<string, Field>> },
  name: string,
): Field | undefined {
  if (Object.hasOwn(fields, name)) return fields[name];
  return Object.hasOwn(systemFields, name) ? systemFields[name] : undefined;
}

/** A moment of the system's that some models are told. */
type Stamp = 'created_at' | 'updated_at';

/** The stamps that creations and updates may set. */
export type Stamps = { readonly [M in Mode]?: readonly Stamp[] };

/** The stamps that a creation or an update of a resource may set. */
export function givenStamps({ stamps }: { stamps?: Stamps }, mode: Mode): [Stamp, Field][] {
  return (stamps?.[mode] ?? []).flatMap((name): [Stamp, Field][] => {
    const field = systemFields[name];
    return field ? [[name, field]] : [];
  });
}
