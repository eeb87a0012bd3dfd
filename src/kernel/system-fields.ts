import { isWritten, type Mode } from './fields/field.ts';
import { instant } from './fields/instant.ts';
import type { Field } from './fields/kinds.ts';
import { number } from './fields/number.ts';

/** The fields that the system keeps of every record of a table, beside its id. */
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

/** A moment of the system that some models have. */
export type Stamp = 'created_at' | 'updated_at';

/** The stamps that creations and updates may set, and how a model calls them where that is otherwise. */
export type Stamps = { readonly [M in Mode]?: readonly Stamp[] } & {
  readonly labels?: Readonly<Partial<Record<Stamp, string>>>;
};

interface Stamped {
  stamps?: Stamps;
}

/** The fields that the system keeps of every record of a resource, under their names there. */
export function systemFieldsOf({ stamps }: Stamped): [string, Field][] {
  const labels: Readonly<Record<string, string | undefined>> = stamps?.labels ?? {};
  return Object.entries(systemFields).map(([name, field]) => {
    const label = labels[name];
    return [name, label === undefined ? field : { ...field, label }];
  });
}

/** The stamps that a creation or an update of a resource may set. */
export function givenStamps(resource: Stamped, mode: Mode): [Stamp, Field][] {
  const fields = new Map(systemFieldsOf(resource));
  return (resource.stamps?.[mode] ?? []).flatMap((name): [Stamp, Field][] => {
    const field = fields.get(name);
    return field ? [[name, field]] : [];
  });
}

/** A field that a person may enter: a field of a resource, or a stamp that it takes; undefined for anything else. */
export function inputField(
  resource: Stamped & { fields: Readonly<Record<string, Field>> },
  name: string,
): Field | undefined {
  if (Object.hasOwn(resource.fields, name)) return resource.fields[name];
  const stamps = [...givenStamps(resource, 'create'), ...givenStamps(resource, 'update')];
  return stamps.find(([stamp]) => stamp === name)?.[1];
}

/** Whether a creation or an update may set the property of this name. */
export function mayBeGiven(
  resource: Stamped & { fields: Readonly<Record<string, Field>> },
  name: string,
  mode: Mode,
): boolean {
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  if (field) return isWritten(field, mode);
  return givenStamps(resource, mode).some(([stamp]) => stamp === name);
}
