import { dayOfInstant } from '#kernel/dates.ts';
import { isWritten } from '#kernel/fields/field.ts';
import { kindOf, type Field } from '#kernel/fields/kinds.ts';
import { sameInField } from '#kernel/former-values.ts';
import { defaultOf, type Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import { inputField } from '#kernel/system-fields.ts';
import { webKindOf } from '../kinds/kinds.ts';
import { plain } from './merge.ts';
import type { FormField } from './form-field.ts';

/** Whether two values of a field are the same to who reads them; what is empty is one and the same, however it is written. */
export function sameValues(field: Field, one: unknown, other: unknown): boolean {
  return sameInField(field, plain(one), plain(other));
}

/** Anything with fields: a model, or a dialog that collects values. */
type Fielded = Pick<Resource, 'fields' | 'stamps'>;

/** Fields as a form knows them. */
export function fieldsOfForm(resource: Fielded, names: readonly string[]): Record<string, FormField> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const field = inputField(resource, name);
      if (!field) return [];
      const same = (one: unknown, other: unknown) => sameValues(field, one, other);
      return [[name, { label: field.label, kept: !kindOf(field).hidden, same }] as const];
    }),
  );
}

/** The start values of the inputs of `fields`: the record's values, or the defaults of a new one. */
export function startValues(resource: Fielded, fields: readonly string[], row: Values | null): Values {
  const today = dayOfInstant(new Date(), 'local');
  const preset = (name: string) => {
    const field = inputField(resource, name);
    return field ? defaultOf(field, today) : null;
  };
  return Object.fromEntries(fields.map((name) => [name, row ? (row[name] ?? null) : preset(name)]));
}

/** The values of a copy: what is unique is blank, and what a creation refuses is left out. */
export function copyValues(resource: Resource, row: Values): Values {
  const copied = Object.entries(resource.fields).filter(([, field]) => isWritten(field, 'create'));
  return Object.fromEntries(copied.map(([name, field]) => [name, field.unique ? '' : (row[name] ?? null)]));
}

/** The body of a request from values: None and an empty text go as null. */
export function payloadOf(values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain(value)]));
}

/** A payload as requests hold it: some kinds of fields are written otherwise than they are answered. */
export function writtenOf(resource: Fielded, payload: Values): Values {
  return Object.fromEntries(
    Object.entries(payload).map(([name, value]) => {
      const field = inputField(resource, name);
      const { written } = field ? kindOf(field) : {};
      return [name, field && written && value !== null ? written(value, field) : value];
    }),
  );
}

/** The values that a row of a table may not lack, such as numbers, each with its sentence. The server judges the rest. */
export function missingValues(resource: Resource, values: Values): Record<string, string> {
  const missing = Object.entries(values).flatMap(([name, value]) => {
    const field = inputField(resource, name);
    const empty = value === null || value === undefined || value === '';
    const sentence = field && empty ? webKindOf(field).missing(field) : null;
    return sentence === null ? [] : [[name, sentence] as const];
  });
  return Object.fromEntries(missing);
}

/** Typed texts that are no value yet, such as one that names no single record, each with its sentence. */
export function openValues(resource: Fielded, values: Values): Record<string, string> {
  const open = Object.entries(values).flatMap(([name, value]) => {
    const field = inputField(resource, name);
    const sentence = field ? webKindOf(field).open(value) : null;
    return sentence === null ? [] : [[name, sentence] as const];
  });
  return Object.fromEntries(open);
}
