import type { Runner } from '#server/platform/database/database.ts';
import { limitOf, type Page } from '#server/platform/http/query.ts';
import { isUnplaced, problemSentence } from '../runs/problems.ts';
import { isOpen } from '../runs/run-states.ts';
import { suggestionsFor } from './suggest.ts';

interface Waiting {
  identifier: string | null;
  day: string;
  problems: string[];
}

/** Which of the accounts are asked for; null and '' for all. */
export interface UnallocatedAsked {
  run: number | null;
  /** Whose cloud it is. */
  provider: string | null;
  problem: string | null;
  /** A part of the account or of an invoice number. */
  q: string;
}

/**
 * What found no place in the open runs. `key` and `own` tell accounts apart; what belongs to none is another thing in each run.
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
    jsonb_agg(DISTINCT jsonb_build_object('id', id, 'provider', provider, 'month', to_char(month, 'YYYY-MM'), 'state', state)) AS runs
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
  { run, provider, problem, q }: UnallocatedAsked,
  page: Page,
): Promise<{ rows: Record<string, unknown>[]; total: number }> {
  const values = [run, provider, problem, q.trim()];
  const { rows } = await db.query<Waiting>({ text: `${PAGE} ${limitOf(page)}`, values });
  const knownOf = await suggestionsFor(
    db,
    rows.flatMap(({ identifier, day }) => (identifier === null ? [] : [{ account: identifier, day }])),
  );
  const told = rows.map(({ day: _, problems, ...row }) => ({
    ...row,
    problems: problems.map((one) => ({ problem: one, message: problemSentence(one) })),
    ...knownOf(row.identifier),
  }));
  const counted = await db.query<{ total: number }>({
    text: `${GROUPED} SELECT count(*) AS total FROM groups`,
    values,
  });
  return { rows: told, total: counted.rows[0]?.total ?? 0 };
}
