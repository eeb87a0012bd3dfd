import type { Runner } from '#server/engine/statements.ts';

/** A cost center that is to be charged on a day, `YYYY-MM-DD`. */
export interface Charge {
  id: number;
  day: string;
}

/**
 * Which cost center really pays for each charge, in the order of `charges`: the one that is charged while it
 * has not expired, else the first of its replacements that is valid on that day; null where there is none.
 * A cost center is valid from `active_at` until the day before `expired_at`.
 */
export async function chargedCostCenters(
  runner: Runner,
  charges: readonly Charge[],
): Promise<(number | null)[]> {
  const { rows } = await runner.query<{ id: number | null }>({
    text: `WITH RECURSIVE chain AS (
        SELECT given.at, given.day, c.id, c.new_cost_center_id AS next,
          c.expired_at IS NULL OR given.day < c.expired_at AS pays
        FROM unnest($1::integer[], $2::date[]) WITH ORDINALITY AS given(id, day, at)
          JOIN cost_centers c ON c.id = given.id
        UNION ALL
        SELECT chain.at, chain.day, c.id, c.new_cost_center_id,
          c.active_at <= chain.day AND (c.expired_at IS NULL OR chain.day < c.expired_at)
        FROM chain JOIN cost_centers c ON c.id = chain.next
        WHERE NOT chain.pays
      ) CYCLE id, at SET seen USING path
      SELECT paying.id FROM generate_series(1, cardinality($1::integer[])) AS wanted(at)
        LEFT JOIN chain paying ON paying.at = wanted.at AND paying.pays
      ORDER BY wanted.at`,
    values: [charges.map(({ id }) => id), charges.map(({ day }) => day)],
  });
  return rows.map(({ id }) => id);
}

/** Which cost center pays for what `id` is charged on `day`; null where none is valid. */
export async function chargedCostCenter(runner: Runner, id: number, day: string): Promise<number | null> {
  const [paying] = await chargedCostCenters(runner, [{ id, day }]);
  return paying ?? null;
}
