import { keepPreviousData, type UseQueryOptions } from '@tanstack/react-query';
import type { Call, DataOf, InputOf } from '#calls/call.ts';
import { api, type Query } from './client.ts';

/** A call as it is sent: what stands in its path is taken out of the input. */
function addressed(call: Call, input: object): { path: string; rest: Query } {
  const rest: Record<string, Query[string]> = { ...input };
  const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  return { path, rest };
}

/**
 * The `data` of a call that reads, for the cache: fetched anew when something of its topic changes.
 * @param keeps whether the answer before is shown until this one is there
 */
export function queryOf<C extends Call>(
  call: C,
  input: InputOf<C>,
  { keeps = false }: { keeps?: boolean } = {},
): UseQueryOptions<DataOf<C>> {
  const { path, rest } = addressed(call, input as object);
  return {
    queryKey: [call.topic, path, rest],
    queryFn: async ({ signal }) => (await api.get<{ data: DataOf<C> }>(path, { query: rest, signal })).data,
    ...(keeps && { placeholderData: keepPreviousData }),
  };
}

/**
 * Makes a change, and answers its `data`.
 * @param intent the key of one submit, which happens once however often it is tried
 * @throws {ApiError}
 */
export async function change<C extends Call>(call: C, input: InputOf<C>, intent: string): Promise<DataOf<C>> {
  const { path, rest } = addressed(call, input as object);
  return (await api.post<{ data: DataOf<C> }>(path, rest, { intent })).data;
}
