import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/data/client.ts';
import { listQuery, type RecordRow } from '#web/data/queries.ts';
import { textOf } from '../input-props.ts';

/** How the records of a model are named, in full and shortly. */
export interface Naming {
  by: string;
  short?: string | undefined;
}

/** Records that are looked at for the one of a short name. */
const LOOKED_AT = 50;

const isSame = (one: unknown, other: string) =>
  textOf(one).trim().toLowerCase() === other.trim().toLowerCase();

/** The whole name of the only record that is called so shortly; null where the text is a whole name, or means none. */
export function meantShortly(
  { by, short }: Naming,
  records: readonly RecordRow[],
  text: string,
): string | null {
  if (short === undefined || text.trim() === '' || records.some((one) => isSame(one[by], text))) return null;
  const [only, ...others] = records.filter((one) => isSame(one[short], text));
  return only && others.length === 0 ? textOf(only[by]) : null;
}

/** Looks up which record a text names shortly; null also where that cannot be found out, which stops nobody. */
export async function lookUpShortly(
  queries: QueryClient,
  target: string,
  naming: Naming,
  text: string,
): Promise<string | null> {
  if (naming.short === undefined || text.trim() === '') return null;
  const query = { q: text.trim(), page: 1, per_page: LOOKED_AT, sort: naming.by };
  try {
    const { data } = await queries.fetchQuery({ ...listQuery(target, query), staleTime: 30_000 });
    return meantShortly(naming, data, text);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return null;
  }
}
