import { resourcePath, type Resource } from '#kernel/resource.ts';
import { api } from '#web/data/client.ts';
import type { RecordAnswer, RecordRow } from '#web/data/queries.ts';

/** Brings a deleted record back as it was, under its old number; once per intent. */
export async function restore(resource: Resource, id: number, intent: string): Promise<RecordRow> {
  const path = `${resourcePath(resource.name)}/${id}/restore`;
  return (await api.post<RecordAnswer>(path, {}, { intent })).data;
}

/** The sentence when that is done. */
export const restored = (resource: Resource): string => `The ${resource.noun[0]} has been restored!`;
