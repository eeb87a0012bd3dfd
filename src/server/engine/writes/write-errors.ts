import pg from 'pg';
import { conflict, invalid, Refusal, type FieldError } from '#kernel/errors.ts';
import type { Mode } from '#kernel/fields/field.ts';
import { kindOf, referencesOf } from '#kernel/fields/kinds.ts';
import { noneMessage } from '#kernel/fields/ref.ts';
import type { ReferenceCount } from '#kernel/history.ts';
import { checkInput, checkValue, type Values } from '#kernel/input.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { namedByIds } from './mentioned-ids.ts';
import { cleaned } from '../kinds/sql-of.ts';
import { dayOfMoment } from '../time-zone.ts';
import { foreignKey, uniqueRules, type UniqueRule } from '../schema/schema.ts';
import { quoted } from '../sql.ts';
import { todayIn, UTC } from '#server/platform/database/today.ts';

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

const gone = (resource: Resource, field: string): FieldError => {
  const label = resource.fields[field]?.label ?? field;
  return { field, message: `${label} does not exist any more. Choose another one.` };
};

/** 422 for a record that would still lack references which an edited record must have, one error for each. */
export function lackingReferences(resource: Resource, names: readonly string[]): Refusal {
  return invalid(
    referencesOf(resource).flatMap(([field, ref]) =>
      names.includes(field) ? [{ field, message: noneMessage(ref) }] : [],
    ),
  );
}

/** Every reference among `values` whose record is not there, in the order of the declaration. */
export async function missingReferences(
  runner: Runner,
  resource: Resource,
  values: Values,
): Promise<FieldError[]> {
  const given = referencesOf(resource).flatMap(([name, { target }]) => {
    const id = values[name];
    return typeof id === 'number' ? [{ name, id, target }] : [];
  });
  if (given.length === 0) return [];
  const checks = given.map(
    ({ target, name }, at) =>
      `EXISTS (SELECT FROM ${quoted(target)} WHERE id = $${at + 1}) AS ${quoted(name)}`,
  );
  const { rows } = await runner.query<Record<string, boolean>>({
    text: `SELECT ${checks.join(', ')}`,
    values: given.map(({ id }) => id),
  });
  return given.flatMap(({ name }) => (rows[0]?.[name] ? [] : [gone(resource, name)]));
}

/**
 * Checks a body as `checkInput` does, and where it is wrong looks for missing references too, so that the
 * person hears of every wrong field at once.
 */
export async function checkBody(
  runner: Runner,
  resource: Resource,
  given: Values,
  mode: Mode,
  zone = UTC,
): Promise<Values> {
  const readable = withDays(resource, cleaned(resource, given), zone);
  const { body, errors } = await namedByIds(runner, resource, readable, mode);
  try {
    const values = checkInput(resource, body, mode, todayIn(zone));
    if (errors.length > 0) throw invalid(errors);
    return values;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const missing = await missingReferences(runner, resource, readableReferences(resource, body, mode));
    const found = error.errors.filter((one) => !errors.includes(one));
    if (missing.length + errors.length === 0) throw error;
    const order = [...Object.keys(given), ...Object.keys(resource.fields)];
    const all = [...found, ...errors, ...missing];
    throw invalid(all.toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field)));
  }
}

/** A body in which a moment that stands for a calendar day is the day that it is for who sends it. */
function withDays(resource: Resource, body: Values, zone: string): Values {
  const days = Object.entries(body).flatMap(([name, value]): [string, string][] => {
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
    const isDay = field !== undefined && kindOf(field).decides === 'days';
    const day = isDay && typeof value === 'string' ? dayOfMoment(value, zone) : null;
    return day === null ? [] : [[name, day]];
  });
  return days.length === 0 ? body : { ...body, ...Object.fromEntries(days) };
}

function readableReferences(resource: Resource, body: Values, mode: Mode): Values {
  const found: Values = {};
  for (const [name, field] of referencesOf(resource)) {
    if (!Object.hasOwn(body, name)) continue;
    const checked = checkValue(field, body[name], mode);
    if ('value' in checked) found[name] = checked.value;
  }
  return found;
}

/** The promise of a resource, to be unique or to refer to what is there, that an error of the database is about. */
function brokenPromise(error: unknown, resource: Resource): { rule: UniqueRule } | { field: string } | null {
  if (!(error instanceof pg.DatabaseError)) return null;
  const { code, constraint } = error;
  if (code === UNIQUE_VIOLATION) {
    const rule = uniqueRules(resource).find(
      ({ index, alike }) => constraint !== undefined && [index, alike].includes(constraint),
    );
    return rule ? { rule } : null;
  }
  if (code !== FOREIGN_KEY_VIOLATION) return null;
  const field = Object.keys(resource.fields).find((name) => foreignKey(resource, name) === constraint);
  return field === undefined ? null : { field };
}

/** Whether somebody took, or took away, what an INSERT or UPDATE of this resource needed. */
export const isOvertaken = (error: unknown, resource: Resource): boolean =>
  brokenPromise(error, resource) !== null;

/**
 * The refusal for a failed INSERT or UPDATE: 409 with the declared sentence for a duplicate, 422
 * with every reference that is gone. Errors about anything that the model does not declare come back as they are.
 * @param runner looks for the other missing references; null where the transaction can run no statement any more
 */
export async function explainWrite(
  error: unknown,
  runner: Runner | null,
  resource: Resource,
  values: Values,
): Promise<unknown> {
  const broken = brokenPromise(error, resource);
  if (!broken) return error;
  if ('rule' in broken) {
    const { fields, message } = broken.rule;
    return conflict(message, { errors: fields.map((field) => ({ field, message })) });
  }
  const missing = runner ? await missingReferences(runner, resource, values) : [];
  return invalid(missing.length > 0 ? missing : [gone(resource, broken.field)]);
}

/**
 * The refusal for a failed DELETE: 409 that says which models refer to the record and how often, in
 * `references: [{ model, label, count }]` too.
 * @param shown how people call the record, such as 'Company 01'
 */
export async function explainDelete(
  error: unknown,
  runner: Runner,
  registry: Registry,
  resource: Resource,
  id: number,
  shown: string,
): Promise<unknown> {
  if (!(error instanceof pg.DatabaseError) || error.code !== FOREIGN_KEY_VIOLATION) return error;
  const referring = registry.referencesTo(resource);
  if (!referring.some(({ from, field }) => foreignKey(from, field) === error.constraint)) return error;
  const fieldsOf = Map.groupBy(referring, ({ from }) => from);
  const models = [...fieldsOf.keys()];
  const counts = models.map((from, at) => {
    const refers = (fieldsOf.get(from) ?? []).map(({ field }) => `${quoted(field)} = $1`).join(' OR ');
    const itself = from === resource ? ' AND id <> $1' : '';
    return `(SELECT count(*)::integer FROM ${quoted(from.name)} WHERE (${refers})${itself}) AS m${at}`;
  });
  const { rows } = await runner.query<Record<string, number>>({
    text: `SELECT ${counts.join(', ')}`,
    values: [id],
  });
  const references = models.flatMap((from, at): ReferenceCount[] => {
    const count = rows[0]?.[`m${at}`] ?? 0;
    return count > 0 ? [{ model: from.name, label: from.label[count === 1 ? 0 : 1], count }] : [];
  });
  if (references.length === 0)
    return conflict(`${shown} was referred to a moment ago, so it was not deleted. Please try again.`);
  const list = references.map(({ count, label }) => `${count} ${label}`);
  const all = list.length > 1 ? `${list.slice(0, -1).join(', ')} and ${list.at(-1)}` : list[0];
  const verb = references.length === 1 && references[0]?.count === 1 ? 'refers' : 'refer';
  return conflict(`${shown} cannot be deleted: ${all} ${verb} to it.`, { details: { references } });
}
