import { dayOfInstant } from '#kernel/dates.ts';
import { isWritten } from '#kernel/fields/field.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { defaultOf, type Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import { openReference } from '../inputs/name-reference.ts';
import { plain } from './merge.ts';
import type { RoomField } from './room-field.ts';

/** What has fields: a model, or a dialog that asks for values. */
type Fielded = Pick<Resource, 'fields'>;

/** Fields as a room knows them. */
export function roomFields(resource: Fielded, names: readonly string[]): Record<string, RoomField> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const field = resource.fields[name];
      return field ? [[name, { label: field.label, kept: !kindOf(field).hidden }] as const] : [];
    }),
  );
}

/** What the inputs of `fields` start with: the record's values, or the defaults of a new one. */
export function startValues(resource: Fielded, fields: readonly string[], row: Values | null): Values {
  const today = dayOfInstant(new Date(), 'local');
  const preset = (name: string) => {
    const field = resource.fields[name];
    return field ? defaultOf(field, today) : null;
  };
  return Object.fromEntries(fields.map((name) => [name, row ? (row[name] ?? null) : preset(name)]));
}

/** The values of a copy: what is unique is blank, and what a creation refuses is left out. */
export function copyValues(resource: Resource, row: Values): Values {
  const copied = Object.entries(resource.fields).filter(([, field]) => isWritten(field, 'create'));
  return Object.fromEntries(copied.map(([name, field]) => [name, field.unique ? '' : (row[name] ?? null)]));
}

/** What is sent of values: None and an empty text go as null. */
export function payloadOf(values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain(value)]));
}

/** Numbers that lack their input, each with its sentence. Everything else is for the server to judge. */
export function missingNumbers(resource: Resource, values: Values): Record<string, string> {
  const missing = Object.entries(values).flatMap(([name, value]) => {
    const field = resource.fields[name];
    const empty = value === null || value === undefined || value === '';
    return field?.kind === 'number' && empty ? [[name, `Please Input ${field.label}!`] as const] : [];
  });
  return Object.fromEntries(missing);
}

/** References into which something was typed that names no single record, each with its sentence. */
export function openReferences(resource: Fielded, values: Values): Record<string, string> {
  const open = Object.entries(values).flatMap(([name, value]) =>
    resource.fields[name]?.kind === 'ref' && typeof value === 'string' && value.trim() !== ''
      ? [[name, openReference(value)] as const]
      : [],
  );
  return Object.fromEntries(open);
}
