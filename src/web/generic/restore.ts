import { resourcePath, type Resource } from '#kernel/resource.ts';
import type { HistoryEntry } from '#kernel/history.ts';
import type { Values } from '#kernel/input.ts';
import { api, ApiError } from '#web/data/client.ts';
import type { ListAnswer, RecordAnswer, RecordRow } from '#web/data/queries.ts';
import type { Outcome } from '#web/ui/outcome.tsx';
import { failureWords } from './failure-words.ts';

interface RestoreAttempt {
  resource: Resource;
  id: number;
  /** The sentence of the failure, where it is known by another one. */
  sentence?: string;
}

/** Brings a deleted record back as it was, under its old number; once per intent. */
export async function restore(resource: Resource, id: number, intent: string): Promise<RecordRow> {
  const path = `${resourcePath(resource.name)}/${id}/restore`;
  return (await api.post<RecordAnswer>(path, {}, { intent })).data;
}

/** The sentence when that is done. */
export const restored = (resource: Resource): string => `The ${resource.noun[0]} has been restored!`;

/** The values that a deleted record had; none where its history cannot be read. */
async function valuesOf(resource: Resource, id: number): Promise<Values> {
  const path = `${resourcePath(resource.name)}/${id}/history`;
  try {
    const { data } = await api.get<ListAnswer<HistoryEntry>>(path, { query: { per_page: 1 } });
    return Object.fromEntries((data[0]?.changes ?? []).map(({ field, from }) => [field, from])) as Values;
  } catch (error) {
    if (error instanceof ApiError) return {};
    throw error;
  }
}

/** The words of a restore that failed: why, what helps, and a link to the record that is in the way. */
export async function restoreFailed(
  failure: Error,
  { resource, id, sentence = 'This record could not be restored' }: RestoreAttempt,
): Promise<Outcome> {
  if (!(failure instanceof ApiError)) return { title: sentence, reason: failure.message };
  const values = failure.errors.length > 0 ? await valuesOf(resource, id) : {};
  return failureWords(failure, { sentence, resource, id, values, onceFree: 'restore' });
}
