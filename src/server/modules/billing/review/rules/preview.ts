import type { PoolClient } from 'pg';
import type { Move, MovedRun, RulesWanted } from '#calls/rules.ts';
import type { Database } from '#server/platform/database/database.ts';
import { longWork } from '#server/platform/database/limits.ts';
import { rehearse } from '#server/platform/database/rehearse.ts';
import { allocateRun } from '../allocate-run.ts';
import { isUnplaced } from '../../runs/problems.ts';
import { holdRun } from '../../runs/run.ts';
import { readPooledMoves } from '../../allocation/pools/read-moves.ts';
import { readRulesOf } from '../../runs/rules.ts';
import { versionOf } from './versions.ts';
import { isWaiting } from '../../runs/run-states.ts';

/** As many moves of a run are listed, the largest; the count is of all of them. */
const MOST_MOVES = 100;

/** Everything that a run charges, and in places without names what it charges to nobody. */
const CHARGED = `
SELECT reference, currency, company_code, gl_account, coalesce(cost_center, '') AS cost_center, coalesce(wbs_element, '') AS wbs_element,
  sum(amount) AS amount
FROM billing_postings WHERE run_id = $1 GROUP BY 1, 2, 3, 4, 5, 6
UNION ALL
SELECT reference, currency, '', '', '', '', sum(amount) FROM billing_exceptions
WHERE run_id = $1 AND ${isUnplaced()} GROUP BY 1, 2`;

const placeOf = (
  side: string,
) => `CASE WHEN ${side}.company_code <> '' THEN jsonb_build_object('company_code', ${side}.company_code,
    'gl_account', ${side}.gl_account, 'cost_center', nullif(${side}.cost_center, ''), 'wbs_element', nullif(${side}.wbs_element, '')) END`;

/**
 * The charges of now against those of before ($2): places with less give to places with more, the largest first. Of an invoice
 * both come to the same.
 */
const MOVES = `
WITH before AS (
  SELECT * FROM jsonb_to_recordset($2) AS b(reference text, currency text, company_code text, gl_account text, cost_center text,
    wbs_element text, amount numeric)
), differences AS (
  SELECT reference, currency, company_code, gl_account, cost_center, wbs_element, coalesce(n.amount, 0) - coalesce(b.amount, 0) AS more
  FROM (${CHARGED}) n FULL JOIN before b USING (reference, currency, company_code, gl_account, cost_center, wbs_element)
), ranges AS (
  SELECT *, abs(more) AS size, sum(abs(more)) OVER (PARTITION BY reference, currency, more > 0
    ORDER BY abs(more) DESC, company_code, gl_account, cost_center, wbs_element) AS till
  FROM differences WHERE more <> 0
), moves AS (
  SELECT f.reference, f.currency, ${placeOf('f')} AS "from", ${placeOf('t')} AS "to",
    least(f.till, t.till) - greatest(f.till - f.size, t.till - t.size) AS amount
  FROM ranges f JOIN ranges t ON t.reference = f.reference AND t.currency = f.currency AND f.more < 0 AND t.more > 0
    AND least(f.till, t.till) > greatest(f.till - f.size, t.till - t.size)
)
SELECT reference, currency, amount::text AS amount, "from", "to", count(*) OVER () AS total
FROM moves m ORDER BY m.amount DESC, reference, currency, "from"::text, "to"::text LIMIT ${MOST_MOVES}`;

/**
 * Says what rules would move in the open runs, by allocating each of them with these rules and keeping nothing. They may be
 * those in force, which runs that are older have not taken.
 * @throws {Refusal} as `versionOf`
 */
export async function previewRules(db: Database, rules: RulesWanted, by: string): Promise<MovedRun[]> {
  return longWork(() =>
    rehearse(db, async (tx) => {
      const { version } = await versionOf(tx, rules, by);
      const { rows } = await tx.query<{ id: number }>(
        `SELECT id FROM billing_runs r WHERE ${isWaiting('r')} ORDER BY id FOR UPDATE`,
      );
      const runs: MovedRun[] = [];
      for (const { id } of rows) runs.push(await movedRun(tx, id, version));
      return runs;
    }),
  );
}

async function movedRun(tx: PoolClient, id: number, version: number): Promise<MovedRun> {
  const run = await holdRun(tx, id);
  const { rows } = await tx.query<{ charged: string }>(
    `SELECT coalesce(jsonb_agg(c), '[]')::text AS charged FROM (${CHARGED}) c`,
    [id],
  );
  await allocateRun(tx, { ...run, rules_version: version });
  const moved = await tx.query<Move & { total: number }>(MOVES, [id, rows[0]?.charged]);
  return {
    id,
    provider: run.provider,
    month: run.month.slice(0, 7),
    state: run.state,
    rules_version: run.rules_version,
    moves: moved.rows.map(({ total: _, ...move }) => move),
    moves_total: moved.rows[0]?.total ?? 0,
    pools: await readPooledMoves(tx, id, await readRulesOf(tx, version)),
  };
}
