import { Stretch } from '#server/platform/base/stretch.ts';
import type { RunningCostsConfig } from '#server/platform/config/running-costs.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { findAnomalies, HISTORY_DAYS, LOOKED_DAYS, type FoundAnomaly } from './detect.ts';

/** What was found in a service of an account. */
export interface FoundInService extends FoundAnomaly {
  provider: string;
  account: string;
  service: string;
  currency: string;
}

/** What was looked at, up to which day of each cloud, and what was found. Days are counted from 1 January 1970. */
export interface Looked {
  latest: ReadonlyMap<string, number>;
  found: FoundInService[];
}

/** Accounts that are looked at at once. */
const PORTION = 100;

/** The last day of each cloud that has costs of accounts. */
const LATEST = `
SELECT provider, max(day) - date '1970-01-01' AS latest FROM running_costs
WHERE account IS NOT NULL AND day <= today() GROUP BY provider`;

/** The daily costs of the services of the accounts behind $2 of a cloud $1, from the day $3 to the day $4. */
const SERIES = `
WITH accounts AS (
  SELECT DISTINCT lower(account) AS account FROM running_costs
  WHERE provider = $1 AND lower(account) > $2 AND day BETWEEN date '1970-01-01' + $3::int AND date '1970-01-01' + $4::int
  ORDER BY 1 LIMIT ${PORTION}
), days AS (
  SELECT a.account, coalesce(c.service, '') AS service, c.currency, c.day - date '1970-01-01' AS day, sum(c.amount)::float8 AS amount
  FROM accounts a JOIN running_costs c ON c.provider = $1 AND lower(c.account) = a.account
  WHERE c.day BETWEEN date '1970-01-01' + $3::int AND date '1970-01-01' + $4::int GROUP BY 1, 2, 3, 4
)
SELECT account, service, currency, array_agg(day) AS days, array_agg(amount) AS amounts,
  min(min(day)) OVER (PARTITION BY account) AS since
FROM days GROUP BY account, service, currency ORDER BY account, service, currency`;

interface SeriesRow {
  account: string;
  service: string;
  currency: string;
  days: number[];
  amounts: number[];
  since: number;
}

/** Looks for what is unusual in the costs of all accounts. Nothing is written. */
export async function lookForAnomalies(
  db: Runner,
  least: RunningCostsConfig['least'],
  signal: AbortSignal,
): Promise<Looked> {
  const { rows } = await db.query<{ provider: string; latest: number }>({ text: LATEST, values: [] });
  const latest = new Map(rows.map((row) => [row.provider, row.latest]));
  const found: FoundInService[] = [];
  const stretch = new Stretch();
  for (const [provider, last] of latest) {
    const from = last - LOOKED_DAYS - HISTORY_DAYS + 1;
    for await (const { account, service, currency, days, amounts, since } of seriesOf(
      db,
      provider,
      from,
      last,
    )) {
      signal.throwIfAborted();
      const values = Array.from({ length: last - from + 1 }, () => 0);
      days.forEach((day, at) => (values[day - from] = amounts[at] ?? 0));
      const look = { testedFrom: last - LOOKED_DAYS + 1, least: least.of.get(currency) ?? least.others };
      for (const one of findAnomalies({ from, values, accountSince: since }, look))
        found.push({ ...one, provider, account, service, currency });
      if (stretch.isOver) await stretch.rest();
    }
  }
  return { latest, found };
}

/** The services of all accounts of a cloud, some accounts at a time. */
async function* seriesOf(
  db: Runner,
  provider: string,
  from: number,
  last: number,
): AsyncGenerator<SeriesRow> {
  for (let behind = ''; ;) {
    const { rows } = await db.query<SeriesRow>({ text: SERIES, values: [provider, behind, from, last] });
    yield* rows;
    const reached = rows.at(-1);
    if (!reached) return;
    behind = reached.account;
  }
}
