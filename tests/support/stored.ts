import type { Database } from '#server/platform/database/database.ts';

/** Tables that change by being looked at, or by themselves. */
const RESTLESS = ['sessions', 'api_tokens'];

/** Tables whose rows are worked on by themselves; which rows there are is told. */
const WORKED_ON = ['webhook_deliveries'];

/** What every table holds, as one digest per table; two of them are equal when nothing was changed between. */
export async function storedContent({ db }: { db: Database }): Promise<Record<string, string>> {
  const { rows } = await db.query<{ name: string; digest: string }>(
    `SELECT tablename AS name,
       md5(query_to_xml(format('SELECT %s::text AS row FROM %I t ORDER BY 1', CASE WHEN tablename = ANY ($2) THEN 't.id' ELSE 't' END, tablename), true, false, '')::text) AS digest
     FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL ($1)`,
    [RESTLESS, WORKED_ON],
  );
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
