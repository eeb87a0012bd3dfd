import { costCenters } from '#resources/cost-centers.ts';
import { registry } from '#resources/registry.ts';
import { ROWS_AS_JSON, rowsSql } from '#server/engine/projection.ts';
import type { Statement } from '#server/platform/database/database.ts';

/** A list as somebody who knows the database would write it for this one question. */
export interface BareList {
  /** What stands behind WHERE over `cost_centers t`; empty for all of them. */
  where: string;
  /** The same condition in other words, of which one may be faster. */
  orWhere?: readonly string[];
  /** What stands behind ORDER BY; `t` is the table. */
  order: string;
  page: number;
}

const SIZE = 25;
/** As many as the answer counts. */
const MOST = 10_000;

/**
 * Statements that all give the answer that the portal gives, of which the fastest is to be compared with. They know
 * the values of their question, so they are planned once and for these; that is more than the portal can know. The
 * number of all records is read where the database keeps it; that of others is counted up to the same limit.
 */
export function bareStatements(list: BareList): Statement[] {
  const { where, orWhere, order, page } = list;
  if (orWhere) return [where, ...orWhere].flatMap((one) => bareStatements({ order, page, where: one }));
  const part = `LIMIT ${SIZE} OFFSET ${(page - 1) * SIZE}`;
  const from = `FROM cost_centers t${where && ` WHERE ${where}`}`;
  const inOrder = `SELECT t.id ${from} ORDER BY ${order} ${part}`;
  if (where === '')
    return [
      body(
        `page AS MATERIALIZED (${inOrder}),
         counted AS (SELECT sum(records) AS found FROM record_counts WHERE resource = 'cost_centers')`,
        list,
      ),
    ];
  return [
    // The page through an index that has the order, the number through any.
    body(
      `page AS MATERIALIZED (${inOrder}),
       counted AS (SELECT count(*) AS found FROM (SELECT ${from} LIMIT ${MOST + 1}) matched)`,
      list,
    ),
    // What matches is read once for both.
    body(
      `matched AS MATERIALIZED (SELECT t.id, t.created_at ${from}),
       page AS MATERIALIZED (SELECT t.id FROM matched t ORDER BY ${order} ${part}),
       counted AS (SELECT count(*) AS found FROM matched)`,
      list,
    ),
  ];
}

function body(parts: string, { where, order, page }: BareList): Statement {
  const rows = rowsSql(registry, costCenters, {
    from: 'page JOIN cost_centers t ON t.id = page.id',
    rest: `ORDER BY ${order}`,
  });
  const least = where === '' ? `''` : `CASE WHEN found > ${MOST} THEN ',"total_is":"at_least"' ELSE '' END`;
  const total = where === '' ? 'found' : `least(found, ${MOST})`;
  const text = `WITH ${parts}
SELECT '{"data":[' || coalesce((SELECT ${ROWS_AS_JSON} FROM (${rows}) r), '')
  || '],"meta":{"total":' || ${total} || ${least} || ',"page":${page},"per_page":${SIZE}}}' AS body FROM counted`;
  return { text };
}
