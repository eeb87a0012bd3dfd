import type { ReferenceCount } from '#kernel/history.ts';
import { asReference } from '#kernel/fields/kinds.ts';
import type { Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import type { ApiError } from '#web/data/client.ts';
import type { Outcome, OutcomeLink } from '#web/ui/outcome.tsx';

/** The subject of a failed request. */
export interface FailedRequest {
  /** The sentence of the failure, such as 'There was a problem updating this cost center record. Please try again.' */
  sentence: string;
  resource: Resource;
  /** The record that was to be changed. */
  id?: number;
  /** The values that were to be stored. */
  values?: Values;
  /** Nothing was typed that could be corrected: what to do again once nothing is in the way, such as 'restore'. */
  onceFree?: string;
}

/** Whether the same request may succeed in a moment: the server was away or busy. */
export const mayWorkLater = ({ status }: ApiError): boolean =>
  status === 0 || status === 429 || status >= 500;

/** Whether what was to be stored is another record's already. */
const isDuplicate = ({ status, errors }: ApiError): boolean => status === 409 && errors.length > 0;

/** Who refers to a record that was to be deleted. */
const referencesOf = ({ status, details }: ApiError): readonly ReferenceCount[] =>
  status === 409 && Array.isArray(details.references) ? (details.references as ReferenceCount[]) : [];

/** The list of the records that have the values which must be unique. */
function linkToTwin({ resource, values = {} }: FailedRequest, error: ApiError): OutcomeLink | undefined {
  const search = Object.fromEntries(
    error.errors.flatMap(({ field }): [string, string][] => {
      const value = values[field];
      return typeof value === 'string' || typeof value === 'number' ? [[`by_${field}`, String(value)]] : [];
    }),
  );
  if (Object.keys(search).length === 0) return undefined;
  return { label: `See the ${resource.noun[0]} that has it`, to: `/auth/view/${resource.name}`, search };
}

/** The advice where a value that was there before is another record's by now. */
const ofTaken = (about: FailedRequest, error: ApiError): Partial<Outcome> => ({
  next: about.onceFree
    ? `Rename or delete the one that has it, then ${about.onceFree}.`
    : 'Enter a value that no other has.',
  link: linkToTwin(about, error),
});

/** The advice where the record referred to records that are gone by now; null where it is refused for something else. */
function ofGone(
  { resource, values = {}, onceFree }: FailedRequest,
  error: ApiError,
): Partial<Outcome> | null {
  const gone = error.errors.flatMap(({ field }) => {
    const reference = asReference(resource.fields[field]);
    return reference && values[field] ? [{ ...reference, id: Number(values[field]) }] : [];
  });
  const [first] = gone;
  if (!first || gone.length < error.errors.length) return null;
  return {
    reason: gone.map(({ label }) => `${label} does not exist any more.`).join(' '),
    next: `Bring it back first, then ${onceFree}.`,
    link: { label: 'See who deleted it', to: `/auth/view/${first.target}/${first.id}` },
  };
}

const linkToRecord = ({ resource, id }: FailedRequest, label: string): OutcomeLink | undefined =>
  id === undefined ? undefined : { label, to: `/auth/view/${resource.name}/${id}` };

/**
 * The words of a failed request: the sentence that belongs to what was tried, why it failed, and what helps,
 * which for a refusal is never to try the same again.
 */
export function failureWords(error: ApiError, about: FailedRequest): Outcome {
  const { sentence, resource } = about;
  const words = { title: sentence, reason: error.message };
  if (error.serverText === null || error.status >= 500) return { ...words, requestId: error.requestId };
  if (isDuplicate(error)) return { ...words, ...ofTaken(about, error) };
  if (referencesOf(error).length > 0)
    return {
      ...words,
      next: 'Let them refer to another one first, or delete them.',
      link: linkToRecord(about, `See what uses this ${resource.noun[0]}`),
    };
  if (error.status === 404)
    return {
      ...words,
      next: 'It has been deleted meanwhile.',
      link: linkToRecord(about, 'See who deleted it'),
    };
  if (about.onceFree) return { ...words, ...ofGone(about, error) };
  if (error.errors.length > 0) return { ...words, next: 'Correct what is marked, then save again.' };
  return words;
}

/** As `failureWords`, with the server's own text as the sentence where there is one and the model leaves it the word. */
export function refusalWords(error: ApiError, about: FailedRequest): Outcome {
  const { sentence, resource } = about;
  const serverText = resource.messages.alwaysDeclared ? null : error.serverText;
  return failureWords(error, { ...about, sentence: serverText ?? sentence });
}

/** A failure for a person who has left the form meanwhile, with the way back to what they typed. */
export const refusedBehind = ({ title, reason }: Outcome, form: string): Outcome => ({
  title,
  ...(reason !== undefined && { reason }),
  next: 'What you typed is still in the form.',
  link: { label: 'Back to the form', to: form },
});
