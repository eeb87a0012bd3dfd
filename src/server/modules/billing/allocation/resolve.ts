import type { PoolClient } from 'pg';
import type { ChainStep, ProblemName } from '#calls/exceptions.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { isPlaceIn } from '../runs/places.ts';
import { chargeOrganizations, GITHUB_ACCOUNTS, isOfGithub, keepBearers } from './copilot/seats.ts';

/** Everything that can be charged or leads to it: what it is called, whether it is valid on $2, and what comes next. */
const NODES = `
  SELECT 'project' AS kind, p.id, p.identifier, p.active_at <= $2::date AND coalesce(p.expired_at >= $2::date, true) AS valid,
    p.new_project_id AS replacement, 'network' AS via_kind, p.cost_center_network_id AS via, NULL::integer AS backup,
    NULL::text AS wbs, NULL::integer AS center
  FROM project_ids p
  UNION ALL
  -- The WBS element of a network may have a record of its own, which says more of it.
  SELECT 'network', n.id, n.identifier, n.active_at <= $2::date AND coalesce(n.expired_at >= $2::date, true),
    n.new_network_id, 'cost_center', w.id, w.alt_cost_center_id, nullif(btrim(n.wbs), ''), n.cost_center_id
  FROM cost_center_networks n LEFT JOIN cost_centers w ON lower(btrim(w.identifier)) = lower(btrim(n.wbs))
  UNION ALL
  SELECT 'cost_center', c.id, c.identifier, c.active_at <= $2::date AND coalesce(c.expired_at >= $2::date, true),
    c.new_cost_center_id, NULL, NULL,
    CASE WHEN strpos(c.identifier, '/') > 0 THEN c.alt_cost_center_id END,
    CASE WHEN strpos(c.identifier, '/') > 0 THEN btrim(c.identifier) END, c.id
  FROM cost_centers c`;

/** The accounts of a run, each with the name that it is charged by. */
const ACCOUNTS = `charged AS (
  SELECT DISTINCT account, ${isPlaceIn('account')} AS place FROM billing_sums
  WHERE run_id = $1 AND NOT pooled AND account IS NOT NULL AND NOT ${isOfGithub('account')}
), accounts AS (
  SELECT a.account, p.id AS cloud_parent_id, nullif(btrim(p.cost_center), '') AS named, p.id IS NULL AS unknown
  FROM charged a LEFT JOIN cloud_parents p ON lower(btrim(p.identifier)) = lower(a.account) WHERE NOT a.place
  UNION ALL
  SELECT a.account, NULL, (SELECT identifier FROM cost_centers WHERE id = coalesce((SELECT (pair ->> 1)::integer
      FROM jsonb_array_elements($4::jsonb) WITH ORDINALITY AS p(pair, at) WHERE lower(pair ->> 0) = lower(a.account) ORDER BY at LIMIT 1), $3::integer)), false
  FROM charged a WHERE a.place
  UNION ALL SELECT g.account, NULL, g.named, false FROM (${GITHUB_ACCOUNTS}) g
  -- Somebody stays named whose cost center is gone: what they are charged for is not split by the others unseen.
  UNION ALL SELECT NULL, NULL, (SELECT identifier FROM cost_centers WHERE id = $3::integer), false WHERE $3::integer IS NOT NULL
)`;

/** The chain from each name of `accounts` to what is valid on the day $2, or to where it ends. */
const LED = `names AS (
  SELECT DISTINCT lower(named) AS name FROM accounts WHERE named IS NOT NULL
), nodes AS (${NODES}
), candidates AS (
  -- A WBS element with a record of its own is that record, whatever network has it.
  SELECT name, CASE WHEN strpos(name, '/') > 0 THEN 'element' ELSE 'cost_center' END AS sense, 'cost_center' AS kind, c.id, true AS first,
    NULL::integer AS company
  FROM names JOIN cost_centers c ON lower(btrim(c.identifier)) = name
  UNION ALL
  SELECT name, 'element', 'network', n.id, (n.active_at <= $2::date AND coalesce(n.expired_at >= $2::date, true)), c.companies_id
  FROM names JOIN cost_center_networks n ON lower(btrim(n.wbs)) = name LEFT JOIN cost_centers c ON c.id = n.cost_center_id
  UNION ALL
  SELECT name, 'network', 'network', n.id, true, NULL
  FROM names JOIN cost_center_networks n ON lower(btrim(n.identifier)) = name
  UNION ALL
  SELECT name, 'project', 'project', p.id, true, NULL
  FROM names JOIN project_ids p ON lower(btrim(p.identifier)) = name
), senses AS (
  SELECT name, count(DISTINCT sense) AS senses, count(*) FILTER (WHERE kind = 'cost_center') AS records,
    -- Those of the networks that have a WBS element on the posting day, else of those that ever had it.
    coalesce(nullif(count(DISTINCT company) FILTER (WHERE first), 0), count(DISTINCT company)) AS companies
  FROM candidates GROUP BY name
), starts AS (
  SELECT DISTINCT ON (name) name, kind, id FROM candidates JOIN senses USING (name) WHERE senses = 1
  ORDER BY name, kind = 'cost_center' DESC, first DESC, id
), walk AS (
  SELECT name, kind, id, 1 AS depth, NULL::integer AS backup, false AS fell FROM starts
  UNION ALL
  SELECT w.name, x.kind, x.id, w.depth + 1, coalesce(w.backup, n.backup),
    w.fell OR NOT n.valid AND n.replacement IS NULL
  FROM walk w JOIN nodes n ON n.kind = w.kind AND n.id = w.id
  CROSS JOIN LATERAL (
    SELECT CASE WHEN n.valid THEN n.via_kind WHEN n.replacement IS NOT NULL THEN n.kind ELSE 'cost_center' END AS kind,
      CASE WHEN n.valid THEN n.via WHEN n.replacement IS NOT NULL THEN n.replacement
           WHEN NOT w.fell THEN coalesce(w.backup, n.backup) END AS id
  ) x
  WHERE x.id IS NOT NULL AND w.depth < 1000
), chains AS (
  SELECT w.name, max(w.depth) AS depth,
    jsonb_agg(jsonb_build_object('what', CASE WHEN w.kind = 'cost_center' AND n.wbs IS NOT NULL THEN 'wbs_element' ELSE w.kind END,
      'id', w.id, 'identifier', n.identifier, 'valid', n.valid, 'backup', w.fell) ORDER BY w.depth) AS chain,
    (array_agg(w.id ORDER BY w.depth DESC) FILTER (WHERE w.kind = 'network'))[1] AS network
  FROM walk w JOIN nodes n ON n.kind = w.kind AND n.id = w.id GROUP BY w.name
), targets AS (
  SELECT c.name, c.chain, c.network, n.kind, n.id, n.valid, n.wbs, n.identifier,
    coalesce(n.center, parent.id) AS center
  FROM chains c JOIN walk w ON w.name = c.name AND w.depth = c.depth
  JOIN nodes n ON n.kind = w.kind AND n.id = w.id
  LEFT JOIN cost_centers parent ON lower(btrim(parent.identifier)) = lower(btrim(split_part(n.wbs, '/', 1)))
)`;

/** The accounts with the ends of their chains, and why each of them is charged to nobody. */
const JUDGED = `accounts a
LEFT JOIN senses s ON s.name = lower(a.named)
LEFT JOIN targets t ON t.name = lower(a.named)
CROSS JOIN LATERAL (SELECT CASE
  WHEN a.unknown THEN 'unknown_account'
  WHEN a.named IS NULL AND a.account IS NULL THEN 'shared_cost_center_gone'
  WHEN a.named IS NULL THEN CASE WHEN ${isPlaceIn('a.account')} THEN 'no_account' ELSE 'nothing_named' END
  WHEN s.senses IS NULL THEN 'unknown_name'
  WHEN s.senses > 1 THEN 'several_matches'
  WHEN s.records = 0 AND s.companies > 1 THEN 'several_companies'
  WHEN NOT t.valid THEN 'nothing_valid'
  WHEN t.kind = 'project' THEN 'no_network'
  WHEN t.kind = 'network' AND t.wbs IS NULL THEN 'no_wbs_element'
  WHEN t.center IS NULL THEN 'no_company' END AS problem) p`;

/**
 * Says of each account of a run where it is charged and why: its cloud parent, or the seat or organization of GitHub, what
 * that names (a cost center, a WBS element, a network or a project), and the chain from there to what is valid on the posting day.
 * $1 is the run, $2 its posting day, $3 who is charged for what belongs to no account, or null; $4 who is charged for what
 * has a place, which goes before that: pairs of a place and the id of a cost center, of which the first counts.
 */
const resolving = (accounts: string) => `
WITH RECURSIVE ${accounts}, ${LED}
INSERT INTO billing_accounts (run_id, account, cloud_parent_id, named, chain, problem, cost_center, wbs_element, cost_center_id,
  cost_center_network_id, company_id, company_code, business_units_id, business_unit, owner_email)
SELECT $1, a.account, a.cloud_parent_id, a.named, coalesce(t.chain, '[]'), p.problem,
  CASE WHEN p.problem IS NULL AND t.wbs IS NULL THEN btrim(t.identifier) END, CASE WHEN p.problem IS NULL THEN t.wbs END,
  CASE WHEN p.problem IS NULL THEN c.id END, CASE WHEN p.problem IS NULL THEN t.network END, m.id, m.code, u.id, u.name, o.email
FROM ${JUDGED}
LEFT JOIN cost_centers c ON c.id = t.center AND p.problem IS NULL
LEFT JOIN companies m ON m.id = c.companies_id
LEFT JOIN business_units u ON u.id = c.business_units_id
LEFT JOIN cloud_contacts o ON o.id = c.cloud_contact_id`;

const RESOLVE = resolving(ACCOUNTS);

/** The same for accounts that name something by themselves: $3 are pairs of an account and what it names, or null. */
const RESOLVE_NAMED = resolving(`accounts AS (
  SELECT account, NULL::integer AS cloud_parent_id, nullif(btrim(named), '') AS named, false AS unknown
  FROM jsonb_to_recordset($3::jsonb) AS given(account text, named text)
)`);

/** Why names lead to nothing on the day $2: $1 are the names, as accounts would name them. */
const RESOLVE_NAMES = `
WITH RECURSIVE accounts AS (
  SELECT NULL::text AS account, btrim(name) AS named, false AS unknown FROM unnest($1::text[]) AS given(name)
), ${LED}
SELECT lower(a.named) AS key, p.problem, coalesce(t.chain, '[]') AS chain FROM ${JUDGED} WHERE p.problem IS NOT NULL`;

/** Why a name is charged for nothing, and the way from there. */
interface NameProblem {
  problem: ProblemName;
  chain: ChainStep[];
}

/** Which of these names would be charged for nothing on a day, by the names in lower case. */
export async function problemsOfNames(
  runner: Runner,
  names: readonly string[],
  day: string,
): Promise<Map<string, NameProblem>> {
  const { rows } = await runner.query<NameProblem & { key: string }>({
    text: RESOLVE_NAMES,
    values: [names, day],
  });
  return new Map(rows.map(({ key, ...found }) => [key, found]));
}

/** Finds where parts of pools are charged that name cost centers. One that is not there any more is reported as that. */
export async function resolveNamed(
  tx: PoolClient,
  run: { id: number; postingDay: string },
  named: readonly { account: string; named: string | null }[],
): Promise<void> {
  if (named.length === 0) return;
  await tx.query(RESOLVE_NAMED, [run.id, run.postingDay, JSON.stringify(named)]);
  await tx.query(
    `UPDATE billing_accounts SET problem = 'pool_target_gone' WHERE run_id = $1 AND named IS NULL AND account = ANY($2::text[])`,
    [run.id, named.map(({ account }) => account)],
  );
}

/** Finds anew where the accounts of a run are charged, as the reference data are now. */
export async function resolveAccounts(
  tx: PoolClient,
  run: { id: number; postingDay: string; shared: number | null; places: readonly [string, number][] },
): Promise<void> {
  await tx.query('DELETE FROM billing_accounts WHERE run_id = $1', [run.id]);
  await keepBearers(tx, run.id);
  await tx.query(RESOLVE, [run.id, run.postingDay, run.shared, JSON.stringify(run.places)]);
  await chargeOrganizations(tx, run.id);
}
