import type { WaitingWork } from '#calls/overview.ts';
import { MOST_COUNTED } from '#kernel/overview.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { waitsOf } from '#kernel/waits.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { conditionSql, filtersOf, readFilter } from './lists/filters.ts';
import { Joins, quoted } from './sql.ts';
import type { Statements } from './statements.ts';

interface Counting {
  registry: Registry;
  statements: Statements;
  /** Whose calendar says what has expired. */
  zone: string;
}

/** How much of some work waits, up to `MOST_COUNTED`. */
const upTo = (counted: number): Pick<WaitingWork, 'count' | 'more'> => ({
  count: Math.min(counted, MOST_COUNTED),
  more: counted > MOST_COUNTED,
});

/**
 * Counts work that waits in no model, such as jobs that failed.
 * @param name of the statement, which is prepared
 * @param rows finds the work: a SELECT without a limit
 */
export async function countRows(
  runner: Runner,
  { name, rows, values = [] }: { name: string; rows: string; values?: unknown[] },
): Promise<Pick<WaitingWork, 'count' | 'more'>> {
  const counted = await runner.query<{ count: number }>({
    name,
    text: `SELECT count(*)::integer AS count FROM (${rows} LIMIT ${MOST_COUNTED + 1}) found`,
    values,
  });
  return upTo(counted.rows[0]?.count ?? 0);
}

/**
 * Counts the work that waits in these models, whatever there is none of included, in one statement. Each number is
 * that of the list with the same filter, up to `MOST_COUNTED`.
 */
export async function countWaiting(
  runner: Runner,
  resources: readonly Resource[],
  { registry, statements, zone }: Counting,
): Promise<WaitingWork[]> {
  const values: unknown[] = [];
  const waits = resources.flatMap((resource) => {
    const filters = filtersOf(registry, resource);
    return waitsOf(resource).flatMap(({ filter: key, ...wait }) => {
      const filter = filters.get(key);
      const condition = filter && readFilter(`by_${key}`, filter, wait.value, zone);
      if (!condition) return [];
      const joins = new Joins(registry, resource);
      const column = joins.column(condition.property);
      const names = condition.values.map((value) => `$${values.push(value)}`);
      const where = conditionSql(condition, column, false, names);
      const rows = `SELECT FROM ${quoted(resource.name)} t${joins.sql} WHERE ${where} LIMIT ${MOST_COUNTED + 1}`;
      return [{ list: resource.name, filter: key, ...wait, sql: `(SELECT count(*) FROM (${rows}) found)` }];
    });
  });
  if (waits.length === 0) return [];
  const statement = statements.get(
    `waiting|${waits.map(({ list, filter, value }) => `${list}.${filter}.${value}`).join('|')}`,
    () => `SELECT ARRAY[${waits.map(({ sql }) => sql).join(',\n')}]::integer[] AS counts`,
  );
  const { rows } = await runner.query<{ counts: number[] }>({ ...statement, values });
  return waits.map(({ sql: _sql, ...wait }, at) => ({ ...wait, ...upTo(rows[0]?.counts[at] ?? 0) }));
}
