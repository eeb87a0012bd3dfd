import type { PoolClient } from 'pg';
import type { BilledTwice } from '#calls/copilot.ts';
import type { FieldError } from '#kernel/errors.ts';
import { money } from '#kernel/written.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { isReplaced } from '../../runs/corrected-runs.ts';
import { isCounting } from '../../runs/run-states.ts';

/** Copilot of an organization that two runs charge for the same month. */
interface Doubled extends BilledTwice {
  /** Of this run's invoice. */
  cloud: string;
  lines: number;
}

/** The organization that an account of Copilot names; a star for none, and for what nobody knows and so is split by all seats. */
const ORGANIZATION = `(SELECT CASE WHEN o.name = '' OR strpos(s.account, '/*') > 0
    AND NOT EXISTS (SELECT FROM github_organization_apps a WHERE lower(btrim(a.name)) = o.name)
    AND NOT EXISTS (SELECT FROM github_copilot_users u WHERE lower(btrim(u.github_organization)) = o.name) THEN '*' ELSE o.name END
  FROM (SELECT split_part(split_part(s.account, ':', 2), '/', 1) AS name) o)`;

/** The charges of runs for Copilot, by organization. */
const CHARGED = `
SELECT s.run_id, r.month, r.provider, r.state, i.cloud, i.reference, i.currency, i.decimals, s.lines, s.amount,
  ${ORGANIZATION} AS organization
FROM billing_sums s JOIN billing_runs r ON r.id = s.run_id JOIN billing_invoices i ON i.run_id = s.run_id AND i.n = s.invoice
WHERE s.account LIKE 'copilot:%' AND NOT ${isReplaced('s.run_id', 's.invoice')}`;

/**
 * Copilot is billed by Azure or by GitHub. Finds what both charge for an organization and a month, for each invoice of the
 * run $1; a bill that names no organization may be about any. Runs that failed or were given up do not count.
 */
const DOUBLED = `
WITH mine AS (
  SELECT * FROM (${CHARGED}) c WHERE c.run_id = $1
), others AS (
  SELECT * FROM (${CHARGED}) c WHERE c.run_id <> $1 AND c.month = (SELECT month FROM billing_runs WHERE id = $1)
    AND ${isCounting('c')}
), pairs AS (
  SELECT DISTINCT m.organization, o.run_id AS other_run FROM mine m JOIN others o
    ON (m.cloud = 'github') <> (o.cloud = 'github') AND (m.organization = o.organization OR '*' IN (m.organization, o.organization))
)
SELECT p.organization, p.other_run, m.cloud, m.lines, r.provider AS other_provider, r.state AS other_state, m.reference, m.currency,
  round(m.amount, m.decimals)::text AS amount,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('currency', t.currency, 'amount', t.amount) ORDER BY t.currency), '[]') FROM (
    SELECT currency, round(sum(o.amount), min(o.decimals))::text AS amount FROM others o
    WHERE o.run_id = p.other_run AND (p.organization = '*' OR o.organization IN (p.organization, '*')) GROUP BY currency) t) AS other_amounts,
  d.reason, d.decided_by, d.decided_at
FROM pairs p JOIN billing_runs r ON r.id = p.other_run
JOIN (SELECT organization, reference, currency, min(cloud) AS cloud,
    min(decimals)::integer AS decimals, sum(lines)::bigint AS lines, sum(amount) AS amount FROM mine GROUP BY 1, 2, 3) m USING (organization)
-- Whoever of the two runs it was decided in, and whatever that one calls what is of no organization.
LEFT JOIN LATERAL (SELECT reason, decided_by, decided_at FROM billing_copilot_decisions d
  WHERE (d.run_id, d.other_run) IN (($1, p.other_run), (p.other_run, $1)) AND (d.organization = p.organization OR '*' IN (d.organization, p.organization))
  ORDER BY decided_at LIMIT 1) d ON true
ORDER BY p.organization, p.other_run, m.reference, m.currency`;

/** The charges for Copilot that another run has as well, decided or not. */
export async function readDoubled(db: Runner, run: number): Promise<Doubled[]> {
  const { rows } = await db.query<Doubled>({ text: DOUBLED, values: [run] });
  return rows;
}

/** Keeps what is charged twice and nobody has decided on among the exceptions of a run. */
export async function keepDoubled(tx: PoolClient, run: number): Promise<void> {
  await tx.query(
    `INSERT INTO billing_exceptions (run_id, n, reference, currency, cloud, account, problem, amount, lines)
     SELECT $1, (SELECT coalesce(max(n), 0) FROM billing_exceptions WHERE run_id = $1) + row_number() OVER (ORDER BY organization, reference, currency),
       reference, currency, cloud, concat('copilot:', organization), 'billed_twice', amount::numeric, lines
     FROM (SELECT DISTINCT organization, reference, currency, cloud, amount, lines FROM (${DOUBLED}) q WHERE reason IS NULL) d`,
    [run],
  );
}

/** Takes what is charged twice from the exceptions of a run that can be booked: somebody decided, or the other run was given up. */
export async function dropDoubled(tx: PoolClient, run: number): Promise<void> {
  const found = await tx.query(
    `SELECT FROM billing_exceptions WHERE run_id = $1 AND problem = 'billed_twice' LIMIT 1`,
    [run],
  );
  if (found.rowCount === 0) return;
  await tx.query(`DELETE FROM billing_exceptions WHERE run_id = $1 AND problem = 'billed_twice'`, [run]);
}

const called = (organization: string) =>
  organization === '*' ? 'GitHub Copilot' : `GitHub Copilot of ${organization}`;

/** Why a run cannot be booked: somebody has to say of what is charged twice whether that is right. */
export async function undecided(tx: PoolClient, run: number): Promise<FieldError[]> {
  const doubled = (await readDoubled(tx, run)).filter(({ reason }) => reason === null);
  return doubled.map(({ organization, other_run: other, reference, currency, amount }) => ({
    field: reference,
    message: `${money(amount, currency)} of invoice ${reference} are for ${called(organization)}, which run ${other} charges for this month as well: give up one of them, or say why both are right.`,
  }));
}
