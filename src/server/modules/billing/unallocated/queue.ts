import type { Runner } from '#server/platform/database/database.ts';
import { limitOf, type Page } from '#server/platform/http/query.ts';
import { problemSentence } from '../runs/problems.ts';
import { suggestionsFor } from './suggest.ts';

interface Waiting {
  identifier: string | null;
  day: string;
  problems: string[];
}

/**
 * What found no place in the open runs, or in $1 alone, by account. What belongs to no account is another thing in each run.
 * A total that the lines miss is no account's, and is not among it.
 */
const WAITING = `
waiting AS (
  SELECT coalesce(lower(e.account), '') AS key, CASE WHEN e.account IS NULL THEN r.id ELSE 0 END AS own, e.account, e.cloud, e.problem,
    e.reference, e.currency, e.amount, e.lines, r.id, r.month, r.provider, r.state, r.posting_day
  FROM billing_exceptions e JOIN billing_runs r ON r.id = e.run_id
  WHERE r.state IN ('needs_review', 'ready') AND ($1::integer IS NULL OR r.id = $1) AND e.problem <> 'total_differs'
)`;

const GROUPED = `
WITH ${WAITING}, amounts AS (
  SELECT key, own, currency, sum(amount) AS amount FROM waiting GROUP BY 1, 2, 3
), totals AS (
  SELECT key, own, max(abs(amount)) AS size,
    jsonb_agg(jsonb_build_object('currency', currency, 'amount', amount::text) ORDER BY currency) AS amounts
  FROM amounts GROUP BY 1, 2
), groups AS (
  SELECT key, own, min(account) AS identifier, min(cloud) AS provider, max(posting_day) AS day,
    array_agg(DISTINCT problem) AS problems, array_agg(DISTINCT reference) AS refs, sum(lines)::bigint AS lines,
    jsonb_agg(DISTINCT jsonb_build_object('id', id, 'provider', provider, 'month', to_char(month, 'YYYY-MM'), 'state', state)) AS runs
  FROM waiting GROUP BY 1, 2
)
SELECT identifier, provider, day, problems, refs AS "references", lines, runs, amounts
FROM groups JOIN totals USING (key, own) ORDER BY size DESC, key, own`;

/**
 * The accounts that nobody is charged for, those with the largest amounts first, each with where it may belong.
 * @param run the run that is asked about; null for all that are open
 */
export async function readUnallocated(
  db: Runner,
  run: number | null,
  page: Page,
): Promise<{ rows: Record<string, unknown>[]; total: number }> {
  const { rows } = await db.query<Waiting>({
    text: `${GROUPED} ${limitOf(page)}`,
    values: [run],
  });
  const knownOf = await suggestionsFor(
    db,
    rows.flatMap(({ identifier, day }) => (identifier === null ? [] : [{ account: identifier, day }])),
  );
  const told = rows.map(({ day: _, problems, ...row }) => ({
    ...row,
    problems: problems.map((problem) => ({ problem, message: problemSentence(problem) })),
    ...knownOf(row.identifier),
  }));
  const counted = await db.query<{ total: number }>({
    text: `WITH ${WAITING} SELECT count(*) AS total FROM (SELECT DISTINCT key, own FROM waiting) groups`,
    values: [run],
  });
  return { rows: told, total: counted.rows[0]?.total ?? 0 };
}
