import { createHash } from 'node:crypto';
import { MOST_MATCHING } from '#kernel/bulk.ts';
import { conflict, invalid, Refusal } from '#kernel/errors.ts';
import type { Resource } from '#kernel/resource.ts';
import { grouped } from '#kernel/written.ts';
import type { Database, Runner } from '#server/platform/database/database.ts';
import { quoted } from '../sql.ts';
import type { EngineServices } from '../services.ts';

/** Which records of a model: those that match a query of its list, or those with these ids. */
export type Wanted = { query: Readonly<Record<string, string>> } | { ids: readonly number[] };

/** Selected records: their ids in order, and a digest of which versions of which records they are. */
export interface Selected {
  ids: readonly number[];
  state: string;
}

/** What a person has seen to be selected. */
export interface Held {
  total: number;
  state: string;
}

interface RequestedRecords {
  query?: Readonly<Record<string, string>> | undefined;
  ids?: readonly number[] | undefined;
}

/** The records that a request names. @throws {Refusal} 422 where it names none, or both ways */
export function wantedOf({ query, ids }: RequestedRecords): Wanted {
  if (query !== undefined && ids === undefined) return { query };
  if (ids !== undefined && query === undefined) return { ids };
  const message = 'Name the records by query, or by ids.';
  throw invalid([{ field: 'query', message }]);
}

/**
 * The records that are selected now.
 * @param options.tx a transaction until whose end nobody else changes them; without one they are only read
 * @throws {Refusal} 400 for a query that the list does not take, 422 where it finds nothing or too much
 */
export async function selectNow(
  services: EngineServices,
  resource: Resource,
  wanted: Wanted,
  { zone, tx }: { zone?: string | undefined; tx?: Runner },
): Promise<Selected> {
  const runner = tx ?? services.db;
  const how = { most: MOST_MATCHING + 1, lock: tx !== undefined };
  const versions =
    'ids' in wanted
      ? await versionsOf(runner, resource, wanted.ids, how.lock)
      : await services
          .lists(resource)
          .versions(wanted.query, { ...how, runner, ...(zone !== undefined && { zone }) });
  const [one, many] = resource.noun;
  if (versions.length === 0) throw new Refusal(422, `No ${one} matches any more.`);
  if (versions.length > MOST_MATCHING)
    throw new Refusal(
      422,
      `More than ${grouped(MOST_MATCHING)} ${many} match, which is more than are changed at once. Filter the list further.`,
    );
  const state = createHash('sha256').update(JSON.stringify(versions)).digest('hex').slice(0, 32);
  return { ids: versions.map(([id]) => id), state };
}

async function versionsOf(
  runner: Runner | Database,
  { name }: Resource,
  ids: readonly number[],
  lock: boolean,
): Promise<[number, number][]> {
  const { rows } = await runner.query<{ id: number; lock_version: number }>({
    text: `SELECT id, lock_version FROM ${quoted(name)} WHERE id = ANY($1::int[]) ORDER BY id${lock ? ' FOR NO KEY UPDATE' : ''}`,
    values: [ids],
  });
  return rows.map(({ id, lock_version }) => [id, lock_version]);
}

/** @throws {Refusal} 409 where other records are selected now than a person has seen, or other versions of them */
export function demandHeld(resource: Resource, now: Selected, held: Held): void {
  const [one, many] = resource.noun;
  const called = (count: number) => `${grouped(count)} ${count === 1 ? one : many}`;
  if (now.ids.length !== held.total)
    throw conflict(
      `${called(held.total)} matched at the preview, and ${grouped(now.ids.length)} do now. Nothing was changed. Look at the preview again.`,
    );
  if (now.state !== held.state)
    throw conflict(
      `Of the ${called(held.total)} some were changed since the preview. Nothing was changed now. Look at the preview again.`,
    );
}
