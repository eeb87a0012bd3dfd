import type { PoolClient } from 'pg';
import type { Looked } from './look.ts';

/** So many days apart, two findings of one service are the same anomaly: a day may be corrected later. */
const NEAR_DAYS = 3;

const GIVEN = `given AS (
  SELECT g.kind, g.provider, g.account, g.service, g.currency, date '1970-01-01' + g.first AS first_day,
    date '1970-01-01' + g.last AS last_day, g.expected, g.over
  FROM jsonb_to_recordset($1) AS g(kind text, provider text, account text, service text, currency text, first int, last int,
    expected numeric, over boolean)
)`;

const isOf = (one: string, other: string) =>
  `${one}.kind = ${other}.kind AND ${one}.provider = ${other}.provider AND ${one}.account = ${other}.account
   AND ${one}.service = ${other}.service AND ${one}.currency = ${other}.currency
   AND ${one}.first_day <= ${other}.last_day + ${NEAR_DAYS} AND ${one}.last_day >= ${other}.first_day - ${NEAR_DAYS}`;

/** What the days of a row cost, exactly. */
const costOf = (row: string, first: string, last: string) =>
  `(SELECT coalesce(sum(c.amount), 0) FROM running_costs c WHERE c.provider = ${row}.provider AND lower(c.account) = ${row}.account
    AND coalesce(c.service, '') = ${row}.service AND c.currency = ${row}.currency AND c.day BETWEEN ${first} AND ${last})`;

/** Goes on with those that are known: an anomaly that is longer than what is looked at keeps its first day. */
const GO_ON = `WITH ${GIVEN}, joined AS (
  SELECT DISTINCT ON (a.id) a.id, least(a.first_day, g.first_day) AS first_day, greatest(a.last_day, g.last_day) AS last_day,
    g.expected / (g.last_day - g.first_day + 1) AS each_day, g.over
  FROM anomalies a JOIN given g ON ${isOf('a', 'g')} ORDER BY a.id, g.last_day DESC
)
UPDATE anomalies a SET last_day = j.last_day, cost = ${costOf('a', 'a.first_day', 'j.last_day')},
  expected = j.each_day * (j.last_day - a.first_day + 1),
  ended_on = CASE WHEN j.over THEN coalesce(a.ended_on, today()) END
FROM joined j WHERE j.id = a.id`;

const BEGIN = `WITH ${GIVEN}
INSERT INTO anomalies (kind, provider, account, service, currency, decimals, first_day, last_day, cost, expected, ended_on)
SELECT g.kind, g.provider, g.account, g.service, g.currency,
  coalesce((SELECT max(c.decimals) FROM running_costs c WHERE c.provider = g.provider AND lower(c.account) = g.account AND c.currency = g.currency), 2),
  g.first_day, g.last_day, ${costOf('g', 'g.first_day', 'g.last_day')}, g.expected, CASE WHEN g.over THEN today() END
FROM given g WHERE NOT EXISTS (SELECT FROM anomalies a WHERE ${isOf('a', 'g')})
ON CONFLICT DO NOTHING RETURNING ended_on`;

/** What is not found any more is usual by now, or was corrected by its cloud. */
const END = `WITH ${GIVEN}
UPDATE anomalies a SET ended_on = today()
WHERE a.ended_on IS NULL AND a.provider = ANY($2) AND NOT EXISTS (SELECT FROM given g WHERE ${isOf('a', 'g')})`;

/** Keeps what was found; whatever was found before is not doubled, and ends where it was not found again. @returns how many are new and go on */
export async function keepFound(tx: PoolClient, { found, latest }: Looked): Promise<number> {
  const given = JSON.stringify(
    found.map(({ firstDay: first, lastDay: last, isOver: over, ...one }) => ({ ...one, first, last, over })),
  );
  await tx.query(GO_ON, [given]);
  const { rows } = await tx.query<{ ended_on: string | null }>(BEGIN, [given]);
  await tx.query(END, [given, [...latest.keys()]]);
  return rows.filter(({ ended_on: ended }) => ended === null).length;
}
