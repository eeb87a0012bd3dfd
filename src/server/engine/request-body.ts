import { versionGiven } from '#calls/fields.ts';
import { invalid, malformed, Refusal, type FieldError } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Members that say how a request is meant and are no fields: they may be beside the wrapped body as well as in it. */
const BESIDE = ['lock_version', 'dry_run'];

/**
 * The fields of a request's body, which may be bare or wrapped in the model's name in singular or plural
 * (`{ "cost_center": { … } }`, with `lock_version` and `dry_run` in it or beside it).
 * @throws {Refusal} 400 for what is no JSON object.
 */
export function readBody(resource: Pick<Resource, 'name' | 'singular' | 'fields'>, body: unknown): Values {
  if (!isObject(body)) throw malformed('The body must be a JSON object with the fields of the record.');
  const [wrapper, ...others] = Object.keys(body).filter((name) => !BESIDE.includes(name));
  const wraps =
    wrapper !== undefined &&
    others.length === 0 &&
    (wrapper === resource.singular || wrapper === resource.name) &&
    !Object.hasOwn(resource.fields, wrapper);
  if (!wraps) return body;
  const inner = body[wrapper];
  if (!isObject(inner)) throw malformed(`${wrapper} must be a JSON object with the fields of the record.`);
  const beside = BESIDE.filter((name) => Object.hasOwn(body, name));
  return beside.length === 0
    ? inner
    : { ...Object.fromEntries(beside.map((name) => [name, body[name]])), ...inner };
}

/**
 * Refuses any field of a request about which nothing can be said; no body and `null` say nothing.
 * @throws {Refusal} 422 that names each of them
 */
export function demandNoFields(resource: Resource, body: unknown): void {
  const names = body === undefined || body === null ? [] : Object.keys(readBody(resource, body));
  if (names.length > 0)
    throw invalid(names.map((field) => ({ field, message: `${field.slice(0, 60)} is not known here.` })));
}

/** Takes the version that an update was made from out of its fields; null where it has none. */
export function takeVersion(body: Values): { values: Values; version: number | null; errors: FieldError[] } {
  const { lock_version: given, ...values } = body;
  const { data: version = null, error } = versionGiven.safeParse(given);
  const errors = error?.issues.map(({ message }) => ({ field: 'lock_version', message })) ?? [];
  return { values, version, errors };
}

/** Lets `check` name the wrong fields and adds those that were found before. */
export function refuseAll(errors: readonly FieldError[], check: () => unknown): void {
  if (errors.length === 0) return;
  try {
    check();
  } catch (error) {
    if (error instanceof Refusal) throw invalid([...errors, ...error.errors]);
    throw error;
  }
  throw invalid([...errors]);
}
