import type { Database } from '#server/platform/database/database.ts';

/** What is asked of the spend; absent members ask for all. */
export interface SpendAsked {
  /** The identifier that was charged. */
  key?: string;
  /** The first and the last day, YYYY-MM-DD. */
  start?: string;
  end?: string;
  /** So many identifiers of each currency stand for themselves, the largest; the others are summed per day. */
  largest?: number;
}

/** Identifiers whose totals are told; a list that nobody reads to its end needs no more. */
const MOST_TOTALS = 5000;
const MOST_IDENTIFIERS = 10_000;

/**
 * The body of the answer: `data` has the sums per identifier, day and currency, by day; `identifier` is null for the sum
 * of those that do not stand for themselves. `meta` has the sums of each currency and of each identifier, the largest
 * first. Amounts are decimal texts.
 */
export async function readSpend(db: Database, { key, start, end, largest }: SpendAsked): Promise<string> {
  const values: unknown[] = [largest ?? null];
  const given = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    key !== undefined && `lower(identifier) = lower(btrim(${given(key)}::text))`,
    start !== undefined && `date >= ${given(start)}::date`,
    end !== undefined && `date <= ${given(end)}::date`,
  ].filter((condition) => condition !== false);
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  const { rows } = await db.query<{ body: string }>(
    `WITH sums AS MATERIALIZED (
       SELECT lower(identifier) AS key, min(identifier) AS identifier, date, currency, sum(amount) AS amount,
         sum(bills)::bigint AS bills
       FROM cloud_bill_sums ${where} GROUP BY lower(identifier), date, currency HAVING sum(bills) <> 0
     ), totals AS MATERIALIZED (
       SELECT key, min(identifier) AS identifier, currency, sum(amount) AS amount, sum(bills)::bigint AS bills,
         row_number() OVER (PARTITION BY currency ORDER BY sum(amount) DESC, key) AS place
       FROM sums GROUP BY key, currency
     ), shown AS (
       SELECT t.identifier, s.date, s.currency, s.amount, s.bills, t.place
       FROM sums s JOIN totals t USING (key, currency) WHERE $1::int IS NULL OR t.place <= $1
       UNION ALL
       SELECT NULL, s.date, s.currency, sum(s.amount), sum(s.bills)::bigint, NULL
       FROM sums s JOIN totals t USING (key, currency) WHERE t.place > $1 GROUP BY s.date, s.currency
     )
     SELECT json_build_object(
       'data', coalesce((SELECT json_agg(json_build_object('identifier', identifier, 'date', date,
         'currency', currency, 'amount', amount::text, 'bills', bills) ORDER BY currency, date, place NULLS LAST)
         FROM shown), '[]'),
       'meta', json_build_object(
         'total', (SELECT count(*) FROM shown),
         'currencies', coalesce((SELECT json_agg(json_build_object('currency', currency, 'amount', amount::text,
           'bills', bills, 'identifiers', identifiers) ORDER BY bills DESC, currency)
           FROM (SELECT currency, sum(amount) AS amount, sum(bills)::bigint AS bills, count(*) AS identifiers
             FROM totals GROUP BY currency) c), '[]'),
         'identifiers', coalesce((SELECT json_agg(json_build_object('identifier', identifier, 'currency', currency,
           'amount', amount::text, 'bills', bills) ORDER BY currency, place)
           FROM (SELECT * FROM totals ORDER BY place, currency LIMIT ${MOST_TOTALS}) t), '[]'))
     )::text AS body`,
    values,
  );
  return rows[0]?.body ?? '';
}

/** The body of the answer with every identifier that was ever charged. */
export async function readChargedIdentifiers(db: Database): Promise<string> {
  const { rows } = await db.query<{ body: string }>(
    `SELECT json_build_object('data', coalesce(json_agg(identifier ORDER BY key), '[]'),
       'meta', json_build_object('total', count(*)))::text AS body
     FROM (SELECT lower(identifier) AS key, min(identifier) AS identifier FROM cloud_bill_sums
       GROUP BY lower(identifier) HAVING sum(bills) <> 0 ORDER BY 1 LIMIT ${MOST_IDENTIFIERS}) charged`,
  );
  return rows[0]?.body ?? '';
}
