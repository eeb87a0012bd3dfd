import { versionGiven } from '#calls/fields.ts';
import { invalid, Refusal, type FieldError } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';

/** Takes the version that an update was made from out of its fields; null where it has none. */
export function takeVersion(body: Values): { values: Values; version: number | null; errors: FieldError[] } {
  const { lock_version: given, ...values } = body;
  const { data: version = null, error } = versionGiven.safeParse(given);
  const message = error?.issues[0]?.message;
  const errors = message === undefined ? [] : [{ field: 'lock_version', message }];
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
