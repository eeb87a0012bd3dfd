import type { listAnomalies } from '#calls/anomalies.ts';
import type { AnswerOf } from '#calls/call.ts';
import type { Reading } from '#calls/running-costs.ts';
import { cloudName } from '#kernel/clouds.ts';
import { FETCHED_CLOUDS } from '#kernel/billing/sources.ts';
import type { Runner } from '#server/platform/database/database.ts';
import type { SourceAtHand } from '../../intake/sources/source.ts';
import { isMonthBooked } from './months-to-read.ts';
import { RUNNING, runningSources } from './running-job.ts';

type AnomalyReading = AnswerOf<typeof listAnomalies>['meta']['reading'];
type Read = Omit<Reading, 'place' | 'simulated' | 'missing'>;

const READ = `
SELECT p.provider, r.export_id AS export, coalesce(r.files, 0) AS files, coalesce(r.lines, 0) AS lines, r.read_at, r.tried_at, r.error,
  (SELECT max(c.day) FROM running_costs c WHERE c.provider = p.provider AND c.month = $1::date) AS last_day,
  ${isMonthBooked('p.provider', '$1::date')} AS booked
FROM unnest($2::text[]) WITH ORDINALITY AS p(provider, place)
LEFT JOIN running_readings r ON r.provider = p.provider AND r.month = $1::date ORDER BY p.place`;

const NOT_READ =
  'It is not read as long as only others have a source: simulated costs do not stand beside real ones.';

/** What was read of each cloud for a month, YYYY-MM. */
export async function readReadings(
  db: Runner,
  sources: readonly SourceAtHand[],
  month: string,
): Promise<Reading[]> {
  const { rows } = await db.query<Read>({ text: READ, values: [`${month}-01`, FETCHED_CLOUDS] });
  const read = runningSources(sources);
  return rows.map((row) => {
    const source = read.find(({ provider }) => provider === row.provider);
    const other = sources.find(({ provider }) => provider === row.provider);
    const missing = source ? null : other && 'missing' in other ? other.missing : NOT_READ;
    return { ...row, place: source?.place ?? null, simulated: source?.simulated ?? false, missing };
  });
}

/** The months that have figures, YYYY-MM, the newest first. */
export async function readMonths(db: Runner): Promise<string[]> {
  const { rows } = await db.query<{ month: string }>({
    text: `SELECT DISTINCT to_char(month, 'YYYY-MM') AS month FROM running_readings WHERE read_at IS NOT NULL ORDER BY 1 DESC`,
    values: [],
  });
  return rows.map(({ month }) => month);
}

/** How far the running month is read: what anomalies are found in. */
export async function readState(db: Runner): Promise<AnomalyReading> {
  const { rows } = await db.query<{
    under_way: boolean;
    read: boolean;
    errors: { provider: string; error: string }[];
  }>({
    name: 'running-state',
    text: `SELECT EXISTS (SELECT FROM jobs WHERE kind = $1 AND state IN ('queued', 'running')) AS under_way,
      coalesce(bool_or(r.read_at IS NOT NULL), false) AS read,
      coalesce(jsonb_agg(jsonb_build_object('provider', r.provider, 'error', r.error) ORDER BY r.provider)
        FILTER (WHERE r.error IS NOT NULL), '[]') AS errors
      FROM running_readings r WHERE r.month = date_trunc('month', today())`,
    values: [RUNNING.kind],
  });
  const { under_way = false, read = false, errors = [] } = rows[0] ?? {};
  const failures = errors.map(({ provider, error }) => `${cloudName(provider)}: ${error}`);
  return { under_way, read, failed: (await lastFailure(db)) ?? (failures.join(' ') || null) };
}

/** Why the last reading as a whole has failed; null where it has not. */
export async function lastFailure(db: Runner): Promise<string | null> {
  const { rows } = await db.query<{ error: string | null }>({
    text: `SELECT CASE WHEN state = 'failed' THEN error END AS error FROM jobs WHERE kind = $1 AND state IN ('done', 'failed')
      ORDER BY created_at DESC LIMIT 1`,
    values: [RUNNING.kind],
  });
  return rows[0]?.error ?? null;
}
