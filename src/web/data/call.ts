import { keepPreviousData, type UseQueryOptions } from '@tanstack/react-query';
import type {
  AnswerOf,
  AnyCall,
  Call,
  DataOf,
  FileCall,
  InputOf,
  PlainCall,
  PreviewOf,
} from '#calls/call.ts';
import { download, readJson, send, type CallOptions, type Query } from './client.ts';

/** A call as it is sent: the parameters of its path are taken out of the input. */
function addressed(call: AnyCall, input: object): { path: string; rest: Query } {
  const rest: Record<string, Query[string]> = { ...input };
  const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  return { path, rest };
}

/** Makes a call. What its query declares goes into the query, the rest into the body. */
async function sent(call: AnyCall, input: object, options: CallOptions): Promise<unknown> {
  const { path, rest } = addressed(call, input);
  if (call.method === 'GET')
    return readJson(await send('GET', path, { query: rest, ...options }), options.signal);
  const isQuery = ([name]: [string, unknown]) => Object.hasOwn(call.query?.shape ?? {}, name);
  const query = Object.fromEntries(Object.entries(rest).filter(isQuery));
  // A call that takes a file takes nothing else as its body; files that were sent before are named in the query.
  const body =
    call.takes === 'file'
      ? undefined
      : Object.fromEntries(Object.entries(rest).filter((member) => !isQuery(member)));
  return readJson(await send(call.method, path, { query, body, ...options }), options.signal);
}

interface QueryOptions {
  /** Whether the answer before is shown until this one is there. */
  keeps?: boolean;
  /** The version of the subject: another version is fetched anew. */
  version?: string;
}

/** The `data` of a call that reads, for the cache: fetched anew when something of its topic changes. */
export function queryOf<C extends Call>(
  call: C,
  input: InputOf<C>,
  { keeps = false, version }: QueryOptions = {},
): UseQueryOptions<DataOf<C>> {
  const { path, rest } = addressed(call, input as object);
  return {
    queryKey: [call.topic, path, rest, version],
    queryFn: ({ signal }) => fetchData(call, input, { signal }),
    ...(keeps && { placeholderData: keepPreviousData }),
  };
}

/** As `queryOf`, the whole answer: with the `meta` of a list. */
export function wholeQueryOf<C extends Call | PlainCall>(
  call: C,
  input: InputOf<C>,
  { keeps = false, version }: QueryOptions = {},
): UseQueryOptions<AnswerOf<C>> {
  const { path, rest } = addressed(call, input as object);
  return {
    queryKey: [call.topic, path, rest, version, 'whole'],
    queryFn: ({ signal }) => fetchWhole(call, input, { signal }),
    ...(keeps && { placeholderData: keepPreviousData }),
  };
}

/** Makes a call that reads, and answers its `data`. @throws {ApiError} */
export async function fetchData<C extends Call>(
  call: C,
  input: InputOf<C>,
  options: { signal?: AbortSignal } = {},
): Promise<DataOf<C>> {
  return ((await sent(call, input as object, options)) as { data: DataOf<C> }).data;
}

/** Makes a call that reads, and answers all of it. @throws {ApiError} */
export async function fetchWhole<C extends Call | PlainCall>(
  call: C,
  input: InputOf<C>,
  options: { signal?: AbortSignal } = {},
): Promise<AnswerOf<C>> {
  return (await sent(call, input as object, options)) as AnswerOf<C>;
}

/**
 * Makes a change, and answers its `data`.
 * @param intent the key of one submit, which happens once however often it is tried
 * @throws {ApiError}
 */
export async function change<C extends Call>(
  call: C,
  input: InputOf<C>,
  intent?: string,
  options: { signal?: AbortSignal } = {},
): Promise<DataOf<C>> {
  return ((await sent(call, input as object, { intent, ...options })) as { data: DataOf<C> }).data;
}

/** As `change`, and answers all of it: with its `meta`. @throws {ApiError} */
export async function changeWhole<C extends Call | PlainCall>(
  call: C,
  input: InputOf<C>,
  intent?: string,
): Promise<AnswerOf<C>> {
  return (await sent(call, input as object, { intent })) as AnswerOf<C>;
}

/** The preview of a change: nothing is done. @throws {ApiError} */
export async function previewOf<C extends Call>(
  call: C,
  input: InputOf<C>,
  options: { signal?: AbortSignal } = {},
): Promise<PreviewOf<C>> {
  const { member = 'dry_run' } = call.preview ?? {};
  return (await sent(call, { ...(input as object), [member]: true }, options)) as PreviewOf<C>;
}

/** Hands the file of a call to the browser's downloads. @throws {ApiError} */
export async function saveFileOf<C extends FileCall>(call: C, input: InputOf<C>): Promise<void> {
  const { path, rest } = addressed(call, input as object);
  await download(path, rest);
}
