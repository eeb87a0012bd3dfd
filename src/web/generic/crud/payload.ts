import { dayOfInstant } from '#kernel/dates.ts';
import { NEW_ROW_ID, NONE_ID } from '#kernel/ids.ts';
import { defaultOf, type Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';

/** The row that stands for a record that is not saved yet; its id is never sent. */
export const NEW_ROW: RecordRow = { id: NEW_ROW_ID, created_at: '', updated_at: '', lock_version: 0 };

/** What the inputs of `fields` start with: the record's values, or the defaults of a new one. */
export function startValues(resource: Resource, fields: readonly string[], row: Values | null): Values {
  const today = dayOfInstant(new Date(), 'local');
  const preset = (name: string) => {
    const field = resource.fields[name];
    return field ? defaultOf(field, today) : null;
  };
  return Object.fromEntries(fields.map((name) => [name, row ? (row[name] ?? null) : preset(name)]));
}

/** The values of a copy: what is unique is blank, and what a creation refuses is left out. */
export function copyValues(resource: Resource, row: Values): Values {
  const copied = Object.entries(resource.fields).filter(
    ([, field]) => field.writing === 'required' || field.writing === 'omissible',
  );
  return Object.fromEntries(copied.map(([name, field]) => [name, field.unique ? '' : (row[name] ?? null)]));
}

/** What is sent of values: None and an empty text go as null. */
export function payloadOf(values: Values): Values {
  const sent = (value: unknown) => (value === NONE_ID || value === '' || value === undefined ? null : value);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, sent(value)]));
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
