import type { Anomaly } from '#calls/anomalies.ts';
import type { AnomalyKind, AnomalyState } from '#kernel/billing/anomalies.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { limitOf, type Page } from '#server/platform/http/query.ts';
import { isMuted } from './muted.ts';

/** Selects anomalies. */
export interface AnomalyFilter {
  by_state: AnomalyState | null;
  by_kind: AnomalyKind | null;
  provider: string | null;
  q: string;
}

export type StateCounts = Record<AnomalyState, number>;

/** Each with its state and whose it is. @param where what else holds of the anomaly `a` and its account `p`, as SQL */
const all = (where: string): string => `
listed AS (
  SELECT a.*, p.id AS cloud_parent_id, nullif(p.name, '') AS name, nullif(lower(btrim(p.cloud_contact_email)), '') AS owner_email,
    CASE WHEN a.ended_on IS NOT NULL THEN 'ended' WHEN a.acknowledged_at IS NOT NULL THEN 'acknowledged'
      WHEN ${isMuted('a')} THEN 'muted' ELSE 'open' END AS state
  FROM anomalies a LEFT JOIN cloud_parents p ON lower(btrim(p.identifier)) = a.account WHERE ${where}
)`;

const COLUMNS = `t.id, t.kind, t.state, t.provider, t.account AS identifier, t.name, t.cloud_parent_id, nullif(t.service, '') AS service,
  t.first_day, t.last_day, t.currency, round(t.cost, t.decimals)::text AS cost, round(t.expected, t.decimals)::text AS expected,
  round(t.cost - t.expected, t.decimals)::text AS beyond, t.owner_email, nullif(o.name, '') AS owner_name, o.id AS cloud_contact_id,
  CASE WHEN t.acknowledged_at IS NOT NULL THEN jsonb_build_object('by', t.acknowledged_by, 'name', t.acknowledged_name,
    'at', to_char(t.acknowledged_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'reason', t.reason) END AS acknowledged,
  t.found_at, t.told_at`;

const FROM = `FROM listed t LEFT JOIN cloud_contacts o ON lower(btrim(o.email)) = t.owner_email`;

const FILTERED = `($1::text IS NULL OR a.kind = $1) AND ($2::text IS NULL OR a.provider = $2)
  AND ($3 = '' OR position(lower($3) IN lower(concat_ws(' ', a.account, p.name, p.cloud_contact_email, a.service))) > 0)`;

const valuesOf = ({ by_kind: kind, provider, q, by_state: state }: AnomalyFilter) => [
  kind,
  provider,
  q,
  state,
];

/** Anomalies, the newest first: a page of them, or all. */
export async function readAnomalies(
  db: Runner,
  filter: AnomalyFilter,
  page: Page | null,
): Promise<Anomaly[]> {
  const { rows } = await db.query<Anomaly>({
    text: `WITH ${all(FILTERED)} SELECT ${COLUMNS} ${FROM} WHERE $4::text IS NULL OR t.state = $4
      ORDER BY t.first_day DESC, t.id DESC ${page ? limitOf(page) : ''}`,
    values: valuesOf(filter),
  });
  return rows;
}

/** How many there are of each state, whatever the filter by state is. */
export async function countStates(db: Runner, filter: AnomalyFilter): Promise<StateCounts> {
  const { rows } = await db.query<{ state: AnomalyState; count: number }>({
    text: `WITH ${all(FILTERED)} SELECT t.state, count(*) AS count FROM listed t GROUP BY t.state`,
    values: valuesOf(filter).slice(0, 3),
  });
  const counts = new Map(rows.map(({ state, count }) => [state, count]));
  const of = (state: AnomalyState) => counts.get(state) ?? 0;
  return { open: of('open'), acknowledged: of('acknowledged'), muted: of('muted'), ended: of('ended') };
}

/** One of them; undefined where there is none. */
export async function readAnomaly(runner: Runner, id: number): Promise<Anomaly | undefined> {
  const text = `WITH ${all('a.id = $1')} SELECT ${COLUMNS} ${FROM}`;
  return (await runner.query<Anomaly>({ text, values: [id] })).rows[0];
}

/** Those that go on of the accounts of somebody $1, the largest first. @param mine whether the account `p` is theirs, as SQL */
export async function readAnomaliesOf(
  db: Runner,
  { mine, email, most }: { mine: string; email: string; most: number },
): Promise<Anomaly[]> {
  const { rows } = await db.query<Anomaly>({
    text: `WITH ${all(`a.ended_on IS NULL AND p.id IS NOT NULL AND ${mine}`)} SELECT ${COLUMNS} ${FROM}
      WHERE t.state <> 'muted' ORDER BY t.cost - t.expected DESC, t.id LIMIT ${most}`,
    values: [email],
  });
  return rows;
}
