import { withHyphens, type CloudRequest } from '#kernel/cloud/cloud-request.ts';
import { Refusal, type FieldError } from '#kernel/errors.ts';
import { checkInput, type Values } from '#kernel/input.ts';
import { BASELINE } from '#resources/baseline.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import { readBaseline } from './baseline/read.ts';
import { readChoices, type Chosen } from './choices.ts';
import type { Recipe } from './ledger/step.ts';

/** The checked values of a request, and all that is wrong with it. */
export interface CheckedRequest {
  /** Its valid values, as they are stored, with the baseline that its template has today. */
  values: Values;
  chosen: Chosen;
  errors: FieldError[];
  /** Those of the errors that the cloud alone knows; what is under way may be the cause of them. */
  found: readonly FieldError[];
  /** Why the cloud could not check it; null where it did. */
  unchecked: string | null;
}

/** Whether only a preview is requested; a value that is neither true nor false is an error. */
export const readDryRun = (dryRun: unknown): { dryRun: boolean; errors: FieldError[] } =>
  dryRun === undefined || typeof dryRun === 'boolean'
    ? { dryRun: dryRun === true, errors: [] }
    : { dryRun: false, errors: [{ field: 'dry_run', message: 'dry_run must be true or false.' }] };

/** Holds what is given against the request, the reference data and the cloud; every wrong field is named once. */
export async function checkRequest(
  runner: Runner,
  recipe: Pick<Recipe, 'request' | 'check' | 'follows'>,
  given: Values,
): Promise<CheckedRequest> {
  const { request } = recipe;
  const { values: read, errors } = readFields(request, withHyphens(request, given));
  const wrong = new Set(errors.map(({ field }) => field));
  const add = (found: readonly FieldError[]) => {
    const further = found.filter(({ field }) => !wrong.has(field));
    errors.push(...further);
    for (const { field } of further) wrong.add(field);
  };
  const { chosen, meant, errors: unknown } = await readChoices(runner, request, read);
  const chosenValues = { ...read, ...meant };
  const { baseline, errors: unfit } = await readBaseline(runner, request, chosenValues);
  const values = { ...chosenValues, ...(baseline && { [BASELINE]: baseline }) };
  add(request.refused(values));
  add([...unknown, ...unfit]);
  const { found, follows, unchecked } = await checkInCloud(recipe, values);
  add(found);
  return { values: { ...values, ...follows }, chosen, errors, found, unchecked };
}

/** Each field by itself, so that what is right is known where others are wrong. */
function readFields({ fields }: CloudRequest, given: Values): { values: Values; errors: FieldError[] } {
  const values: Values = {};
  const errors: FieldError[] = [];
  const collect = (read: () => void) => {
    try {
      read();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      errors.push(...error.errors);
    }
  };
  const known = (name: string) => Object.hasOwn(fields, name);
  const others = Object.fromEntries(Object.entries(given).filter(([name]) => !known(name)));
  collect(() => checkInput({ fields: {} }, others, 'create'));
  for (const [name, field] of Object.entries(fields))
    collect(() => {
      const own = Object.hasOwn(given, name) ? { [name]: given[name] } : {};
      Object.assign(values, checkInput({ fields: { [name]: field } }, own, 'create'));
    });
  return { values, errors };
}

/** Checks the values with the cloud. Where the cloud cannot be reached at the moment, the steps find out later. */
async function checkInCloud(
  recipe: Pick<Recipe, 'check' | 'follows'>,
  values: Values,
): Promise<{ found: FieldError[]; follows: Values; unchecked: string | null }> {
  try {
    const found = await recipe.check(values);
    const follows = (await recipe.follows?.(values)) ?? {};
    return { found, follows, unchecked: null };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    return { found: [], follows: {}, unchecked: error.message };
  }
}
