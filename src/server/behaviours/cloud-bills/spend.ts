import { MOST_IDENTIFIERS } from '#calls/spend.ts';
import type { Database } from '#server/platform/database/database.ts';
import { limitOf, type Page } from '#server/platform/http/query.ts';

/** A query of the spend; absent members select all. */
export interface SpendQuery {
  /** The identifier that was charged. */
  key?: string;
  /** The first and the last day, YYYY-MM-DD. */
  start?: string;
  end?: string;
  /** So many identifiers of each currency stand for themselves, the largest; the others are summed per day. */
  largest?: number;
  /** Some of the sums of one currency, page by page. */
  part?: SpendPart;
}

/** A selection of the sums. */
export interface SpendPart extends Page {
  /** Where none was charged in it, that of the most bills. */
  currency?: string;
  /** Part of the identifier. */
  q: string;
}

/** Identifiers whose totals are answered; a list that nobody reads to its end needs no more. */
const MOST_TOTALS = 1000;
/** Sums that are answered at once; `meta.total` says how many there are. */
const MOST_SUMS = 20_000;

/** Selects from the sums that are shown, by day and the largest first; further values are added to `values`. */
function selectedSql(part: SpendPart | undefined, values: unknown[]): string {
  if (!part)
    return `selected AS (SELECT * FROM shown ORDER BY currency, date, place NULLS LAST LIMIT ${MOST_SUMS}),
      counted AS (SELECT count(*) AS total, null::text AS currency FROM shown)`;
  const currency = `$${values.push(part.currency ?? null)}::text`;
  const word = `$${values.push(part.q)}::text`;
  return `chosen AS (SELECT currency FROM currencies ORDER BY currency = ${currency} DESC NULLS LAST, bills DESC, currency LIMIT 1),
    matching AS (SELECT shown.* FROM shown JOIN chosen USING (currency) WHERE strpos(lower(identifier), lower(btrim(${word}))) > 0),
    selected AS (SELECT * FROM matching ORDER BY date, place ${limitOf(part)}),
    counted AS (SELECT (SELECT count(*) FROM matching) AS total, (SELECT currency FROM chosen) AS currency)`;
}

/** The sums as a chart shows them: what is read is summed by identifier and by day, but not by both. */
const largestSql = (where: string, and: string) => `grouped AS MATERIALIZED (
    SELECT identifier, date, currency, sum(amount) AS amount, sum(bills)::bigint AS bills,
      grouping(date) = 1 AS by_identifier
    FROM cloud_bill_sums ${where} GROUP BY GROUPING SETS ((identifier, currency), (date, currency))
    HAVING sum(bills) <> 0
  ), totals AS MATERIALIZED (
    SELECT lower(identifier) AS key, min(identifier) AS identifier, currency, sum(amount) AS amount,
      sum(bills)::bigint AS bills,
      row_number() OVER (PARTITION BY currency ORDER BY sum(amount) DESC, lower(identifier)) AS place
    FROM grouped WHERE by_identifier GROUP BY lower(identifier), currency
  ), largest AS MATERIALIZED (
    SELECT t.identifier, s.date, t.currency, s.amount, s.bills, t.place FROM totals t CROSS JOIN LATERAL (
      SELECT date, sum(amount) AS amount, sum(bills)::bigint AS bills FROM cloud_bill_sums
      WHERE lower(identifier) = t.key AND currency = t.currency ${and} GROUP BY date HAVING sum(bills) <> 0) s
    WHERE t.place <= $1::int
  ), shown AS (
    SELECT * FROM largest
    UNION ALL
    SELECT NULL, day.date, day.currency, day.amount - coalesce(own.amount, 0), day.bills - coalesce(own.bills, 0), NULL
    FROM grouped day LEFT JOIN (SELECT date, currency, sum(amount) AS amount, sum(bills)::bigint AS bills
      FROM largest GROUP BY date, currency) own USING (date, currency)
    WHERE NOT day.by_identifier AND day.bills <> coalesce(own.bills, 0)
  )`;

/** Every sum by identifier and day. */
const allSql = (where: string) => `sums AS MATERIALIZED (
    SELECT lower(identifier) AS key, min(identifier) AS identifier, date, currency, sum(amount) AS amount,
      sum(bills)::bigint AS bills
    FROM cloud_bill_sums ${where} GROUP BY lower(identifier), date, currency HAVING sum(bills) <> 0
  ), totals AS MATERIALIZED (
    SELECT key, min(identifier) AS identifier, currency, sum(amount) AS amount, sum(bills)::bigint AS bills,
      row_number() OVER (PARTITION BY currency ORDER BY sum(amount) DESC, key) AS place
    FROM sums GROUP BY key, currency
  ), shown AS (
    SELECT t.identifier, s.date, s.currency, s.amount, s.bills, t.place FROM sums s JOIN totals t USING (key, currency)
  )`;

/**
 * The body of the answer: `data` has the sums per identifier, day and currency, by day; `identifier` is null for the sum
 * of those that do not stand for themselves. `meta` has how many sums there are, the sums of each currency and of each
 * identifier, the largest first, and of a part its currency. Amounts are decimal texts.
 */
export async function readSpend(
  db: Database,
  { key, start, end, largest, part }: SpendQuery,
): Promise<string> {
  const values: unknown[] = largest === undefined ? [] : [largest];
  const given = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    key !== undefined && `lower(identifier) = lower(btrim(${given(key)}::text))`,
    start !== undefined && `date >= ${given(start)}::date`,
    end !== undefined && `date <= ${given(end)}::date`,
  ].filter((condition) => condition !== false);
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  const and = conditions.map((condition) => `AND ${condition}`).join(' ');
  const { rows } = await db.query<{ body: string }>(
    `WITH ${largest === undefined ? allSql(where) : largestSql(where, and)}, currencies AS (
       SELECT currency, sum(amount) AS amount, sum(bills)::bigint AS bills, count(*) AS identifiers
       FROM totals GROUP BY currency
     ), ${selectedSql(part, values)}
     SELECT json_build_object(
       'data', coalesce((SELECT json_agg(json_build_object('identifier', identifier, 'date', date,
         'currency', currency, 'amount', amount::text, 'bills', bills) ORDER BY currency, date, place NULLS LAST)
         FROM selected), '[]'),
       'meta', json_build_object(
         'total', (SELECT total FROM counted),
         'currency', (SELECT currency FROM counted),
         'currencies', coalesce((SELECT json_agg(json_build_object('currency', currency, 'amount', amount::text,
           'bills', bills, 'identifiers', identifiers) ORDER BY bills DESC, currency)
           FROM currencies), '[]'),
         'identifiers', coalesce((SELECT json_agg(json_build_object('identifier', identifier, 'currency', currency,
           'amount', amount::text, 'bills', bills) ORDER BY currency, place)
           FROM (SELECT * FROM totals ORDER BY place, currency LIMIT ${MOST_TOTALS}) t), '[]'))
     )::text AS body`,
    values,
  );
  return rows[0]?.body ?? '';
}

/**
 * The body of the answer with the first identifiers that were ever charged and have `q` in them, in order; `meta.total`
 * says how many there are. The index of bills leads from one to the next, whatever the number of bills.
 */
export async function readChargedIdentifiers(db: Database, q: string): Promise<string> {
  const { rows } = await db.query<{ body: string }>(
    `WITH RECURSIVE keys AS (
       (SELECT lower(btrim(identifier)) AS key FROM cloud_bills ORDER BY 1 LIMIT 1)
       UNION ALL
       SELECT (SELECT lower(btrim(identifier)) FROM cloud_bills WHERE lower(btrim(identifier)) > keys.key
         ORDER BY 1 LIMIT 1)
       FROM keys WHERE keys.key IS NOT NULL
     ), found AS MATERIALIZED (SELECT key FROM keys WHERE strpos(key, lower(btrim($1))) > 0)
     SELECT json_build_object('data', coalesce((SELECT json_agg(identifier ORDER BY key) FROM (
         SELECT key, (SELECT identifier FROM cloud_bills WHERE lower(btrim(identifier)) = key
           ORDER BY lower(btrim(identifier)), date, id LIMIT 1) AS identifier
         FROM found ORDER BY key LIMIT ${MOST_IDENTIFIERS}) first), '[]'),
       'meta', json_build_object('total', (SELECT count(*) FROM found)))::text AS body`,
    [q],
  );
  return rows[0]?.body ?? '';
}
