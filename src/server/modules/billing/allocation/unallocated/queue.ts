import type { AnswerOf, QueryOf } from '#calls/call.ts';
import type { listUnallocated, ProblemName, Unallocated } from '#calls/exceptions.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { limitOf } from '#server/platform/http/query.ts';
import { isUnplaced, problemSentence } from '../../runs/problems.ts';
import { isOpen } from '../../runs/run-states.ts';
import { suggestionsFor, type KnownAccount } from './suggest.ts';

interface Waiting extends Omit<Unallocated, 'problems' | keyof KnownAccount> {
  /** The last posting day of its runs. */
  day: string;
  problems: ProblemName[];
}

/**
 * Exceptions of the open runs. `key` and `own` distinguish accounts; what belongs to none is another thing in each run.
 * A total that the lines miss is no account's, and is not among it. What is being allocated anew is not placed yet.
 */
export const UNPLACED = `
  SELECT coalesce(lower(e.account), '') AS key, CASE WHEN e.account IS NULL THEN r.id ELSE 0 END AS own, e.account, e.cloud, e.problem,
    e.reference, e.currency, e.amount, e.lines, r.id, r.month, r.provider, r.state, r.posting_day
  FROM billing_exceptions e JOIN billing_runs r ON r.id = e.run_id
  WHERE ${isOpen('r')} AND ${isUnplaced('e.problem')}`;

const GROUPED = `
WITH waiting AS (${UNPLACED} AND ($1::integer IS NULL OR r.id = $1)
), amounts AS (
  SELECT key, own, currency, sum(amount) AS amount FROM waiting GROUP BY 1, 2, 3
), totals AS (
  SELECT key, own, max(abs(amount)) AS size,
    jsonb_agg(jsonb_build_object('currency', currency, 'amount', amount::text) ORDER BY currency) AS amounts
  FROM amounts GROUP BY 1, 2
), groups AS (
  SELECT key, own, min(account) AS identifier, min(cloud) AS provider, max(posting_day) AS day,
    array_agg(DISTINCT problem) AS problems, array_agg(DISTINCT reference) AS refs, sum(lines)::bigint AS lines,
    jsonb_agg(DISTINCT jsonb_build_object('id', id, 'provider', provider, 'month', to_char(month, 'YYYY-MM'),
      'posting_day', posting_day, 'state', state)) AS runs
  FROM waiting GROUP BY 1, 2
  HAVING ($2::text IS NULL OR bool_or(cloud = $2)) AND ($3::text IS NULL OR bool_or(problem = $3))
    AND ($4 = '' OR bool_or(strpos(lower(concat_ws(E'\\n', account, reference)), lower($4)) > 0))
)`;

const PAGE = `${GROUPED}
SELECT identifier, provider, day, problems, refs AS "references", lines, runs, amounts
FROM groups JOIN totals USING (key, own) ORDER BY size DESC, key, own`;

/** The accounts that nobody is charged for, those with the largest amounts first, each with where it may belong. */
export async function readUnallocated(
  db: Runner,
  query: QueryOf<typeof listUnallocated>,
): Promise<AnswerOf<typeof listUnallocated>> {
  const { page, per_page } = query;
  const values = [query.by_run ?? null, query.by_provider, query.by_problem, query.q];
  const { rows } = await db.query<Waiting>({ text: `${PAGE} ${limitOf(query)}`, values });
  const knownOf = await suggestionsFor(
    db,
    rows.flatMap(({ identifier, day }) => (identifier === null ? [] : [{ account: identifier, day }])),
  );
  const data = rows.map(({ day: _, problems, ...row }) => ({
    ...row,
    problems: problems.map((one) => ({ problem: one, message: problemSentence(one) })),
    ...knownOf(row.identifier),
  }));
  const counted = await db.query<{ total: number }>({
    text: `${GROUPED} SELECT count(*) AS total FROM groups`,
    values,
  });
  return { data, meta: { total: counted.rows[0]?.total ?? 0, page, per_page } };
}
