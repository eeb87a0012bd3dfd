import { Refusal } from '#kernel/errors.ts';
import { checkInput, type Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import { ApiError } from '#web/data/client.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { createFormState } from '../editing/form-state.ts';
import type { FormState } from '../editing/form-state-types.ts';
import { openValues, payloadOf, fieldsOfForm } from '../editing/values.ts';
import { bulkCalls, refusedRecords } from './bulk-calls.ts';

export interface Changed {
  stored: readonly RecordRow[];
  /** The records as they were. */
  before: readonly RecordRow[];
}

/**
 * Makes the form that sets one field of several records to one value, of all or of none.
 * @param onRefused called with the refusal, which names the records that it is about
 */
export function createBulkFormState(
  resource: Resource,
  rows: readonly RecordRow[],
  field: string,
  onRefused: (error: ApiError) => void,
): FormState<Changed> {
  let before = rows;
  return createFormState<Changed>({
    fields: fieldsOfForm(resource, [field]),
    start: { [field]: null },
    problems: (values) => ({
      ...problemsOf(resource, field, payloadOf(values)),
      ...openValues(resource, payloadOf(values)),
    }),
    words: (error) => ({ title: resource.messages.updateFailed, reason: error.message }),
    submit: async ({ values, once }) => {
      const change = payloadOf(values);
      const input = [before.map(({ id, lock_version }) => [id, lock_version]), change];
      try {
        const stored = await once(input, (intent) =>
          bulkCalls.update(resource, before, () => change, intent),
        );
        return { stored, before };
      } catch (error) {
        if (error instanceof ApiError) {
          onRefused(error);
          // The person sees who changed what; another try is based on that.
          const newer = newerOf(error);
          before = before.map((row) => newer.find(({ id }) => id === row.id) ?? row);
        }
        throw error;
      }
    },
  });
}

/** The records that somebody else has changed meanwhile, as they are now. */
const newerOf = (error: ApiError): RecordRow[] =>
  refusedRecords(error).flatMap(({ conflict }) =>
    conflict ? [conflict.current as unknown as RecordRow] : [],
  );

function problemsOf(resource: Resource, name: string, payload: Values): Record<string, string> {
  const field = resource.fields[name];
  if (!field) return {};
  try {
    checkInput({ fields: { [name]: field } }, payload, 'update');
    return {};
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return Object.fromEntries(error.errors.map((one) => [one.field, one.message]));
  }
}
