import { requestAccountCall, type Charged } from '#calls/factory.ts';
import { chargedName, followingFrom, type CloudRequest } from '#kernel/cloud/cloud-request.ts';
import { Refusal, type FieldError } from '#kernel/errors.ts';
import { checkInput, type Values } from '#kernel/input.ts';
import { change } from '#web/data/call.ts';
import type { ApiError } from '#web/data/client.ts';
import { readDraft } from '#web/generic/editing/drafts.ts';
import { createFormState } from '#web/generic/editing/form-state.ts';
import type { FormState } from '#web/generic/editing/form-state-types.ts';
import { payloadOf, fieldsOfForm, startValues } from '#web/generic/editing/values.ts';
import { mayWorkLater } from '#web/generic/failure-words.ts';
import type { Outcome } from '#web/ui/outcome.tsx';

/** The form in which a request is filled in; what it stores is the id of the deployment. */
export type RequestFormState = FormState<number>;

/** The fields of its form, in order. */
export const fieldNames = ({ groups }: CloudRequest): string[] => groups.flatMap(({ fields }) => fields);

/** Where a deployment is read. */
export const deploymentAddress = (id: number): string => `/auth/view/cloud_deployments/${id}`;

/** Everything that is wrong with values, as far as they alone show it. */
export function wrongValues(request: CloudRequest, values: Values): FieldError[] {
  const payload = payloadOf(values);
  try {
    return request.refused(checkInput(request, payload, 'create'));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const declared = error.errors;
    const others = request
      .refused(payload)
      .filter(({ field }) => declared.every((one) => one.field !== field));
    return [...declared, ...others];
  }
}

/** The first sentence about each field. */
export const byField = (errors: readonly FieldError[]): Record<string, string> =>
  Object.fromEntries(errors.toReversed().map(({ field, message }) => [field, message]));

/**
 * Makes the form of a request.
 * @param place where what is typed is kept, so that a reload and a new sign-in bring it back
 * @param findCharged finds who pays, from whom values follow that nobody typed
 * @param copied values that it begins with in place of its presets, by field
 */
export function createRequestFormState(
  request: CloudRequest,
  place: string,
  findCharged: (name: string) => Promise<Charged | null>,
  copied: Values = {},
): RequestFormState {
  const names = fieldNames(request);
  return createFormState<number>({
    fields: fieldsOfForm(request, names),
    start: { ...startValues(request, names, null), ...fieldsAmong(names, copied) },
    // What is copied is as good as typed.
    byHand: names.filter((name) => isGiven(copied[name])),
    derive: async (values) => {
      const name = chargedName(request, values);
      const charged = name === '' ? null : await findCharged(name);
      return charged ? followingFrom(request, charged) : {};
    },
    problems: (values) => byField(wrongValues(request, values)),
    words: (error) => wordsOf(request, error),
    submit: async ({ values, once }) => {
      const payload = payloadOf(values);
      const send = (intent: string) => change(requestAccountCall(request), payload, intent);
      return (await once(payload, send)).cloud_deployment.id;
    },
    place,
    what: request.name,
    draft: readDraft(place),
  });
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** The values of the form's fields. */
const fieldsAmong = (names: readonly string[], values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));

/** Why a request was not taken, with the way to the one that is in its way. */
function wordsOf({ messages }: CloudRequest, error: ApiError): Outcome {
  const words = { title: messages.failed, reason: error.message };
  const twin = error.details['cloud_deployment'];
  if (error.status === 409 && typeof twin === 'object' && twin !== null && 'id' in twin)
    return {
      ...words,
      link: { label: 'See the request that waits', to: deploymentAddress(Number(twin.id)) },
    };
  if (error.errors.length > 0) return { ...words, next: 'Correct what is marked, then submit again.' };
  return mayWorkLater(error) ? { ...words, requestId: error.requestId } : words;
}
