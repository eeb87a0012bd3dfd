import type { PoolClient } from 'pg';

/** Whether an account is one that the intake made of a line of GitHub, and none of a cloud. */
export const isOfGithub = (column: string): string => `${column} ~ '^(copilot|github):'`;

/** The part of an account before the slash, and the one behind it: an organization, and a user, a star for all, or nothing. */
const ORGANIZATION = `split_part(split_part(account, ':', 2), '/', 1)`;
const USER = `split_part(account, '/', 2)`;

/**
 * Says of each account of GitHub in a run who bears it. Copilot that is billed by organization is split in equal parts by the
 * seats that are assigned in the month, an organization that nobody knows by all of them. Who is in several organizations
 * counts in the one of them where the seat is oldest, unless nobody else were left in another one. A seat without a cost
 * center has that of another seat of the same user. Everything else has one bearer: a user, or the organization itself.
 * What was not requested from GitHub counts as a seat, where none of the organization's was read.
 */
const BEAR = `
INSERT INTO billing_seats (run_id, invoice, account, seat, username, organization, name, named, share)
WITH month AS (
  SELECT month AS begin, month + interval '1 month' AS till FROM billing_runs WHERE id = $1
), charged AS (
  SELECT DISTINCT invoice, account, ${ORGANIZATION} AS organization, ${USER} AS username
  FROM billing_sums WHERE run_id = $1 AND ${isOfGithub('account')}
), records AS (
  SELECT id, lower(btrim(github_username)) AS login, btrim(github_username) AS username, lower(btrim(coalesce(github_organization, ''))) AS organization,
    nullif(btrim(github_organization), '') AS called, name, nullif(btrim(cost_center), '') AS cost_center, seat_state, seat_since, seat_gone_at,
    bool_or(seat_state IS NOT NULL) OVER (PARTITION BY lower(btrim(coalesce(github_organization, '')))) AS is_read
  FROM github_copilot_users
), people AS (
  SELECT r.*, coalesce(r.cost_center, first_value(r.cost_center) OVER (PARTITION BY r.login
      ORDER BY r.cost_center IS NULL, r.seat_state = 'gone', r.seat_since, r.id)) AS names,
    CASE WHEN r.seat_state = 'gone' THEN r.seat_gone_at >= m.begin WHEN r.seat_state IS NULL THEN NOT r.is_read ELSE true END
      AND coalesce(r.seat_since < m.till, true) AS is_assigned
  FROM records r CROSS JOIN month m
), organizations AS (
  SELECT lower(btrim(a.name)) AS organization, min(btrim(a.name)) AS called, min(c.identifier) AS names
  FROM github_organization_apps a LEFT JOIN cost_centers c ON c.id = a.cost_centers_id GROUP BY 1
), pools AS (
  SELECT DISTINCT c.account, c.organization, NOT EXISTS (SELECT FROM organizations o WHERE o.organization = c.organization)
    AND NOT EXISTS (SELECT FROM records r WHERE r.organization = c.organization) AS whole
  FROM charged c WHERE c.username = '*'
), once AS (
  SELECT DISTINCT ON (r.login) p.account, r.id FROM pools p JOIN people r USING (organization)
  WHERE NOT p.whole AND r.is_assigned ORDER BY r.login, r.seat_since, r.organization
), chosen AS (
  SELECT account, id FROM once
  UNION ALL
  SELECT p.account, r.id FROM pools p JOIN people r USING (organization)
  WHERE NOT p.whole AND r.is_assigned AND p.account NOT IN (SELECT account FROM once)
  UNION ALL
  SELECT p.account, r.id FROM pools p CROSS JOIN (
    SELECT DISTINCT ON (login) id FROM people WHERE is_assigned ORDER BY login, seat_since, organization) r WHERE p.whole
), bearers AS (
  SELECT c.account, concat('copilot:', r.organization, '/', r.login) AS seat, r.username, r.called AS organization, r.name, r.names
  FROM chosen c JOIN people r ON r.id = c.id
  UNION ALL
  -- Nobody has a seat: the organization bears it.
  SELECT p.account, concat('copilot:', p.organization), NULL, coalesce(o.called, nullif(p.organization, '*')), NULL, o.names
  FROM pools p LEFT JOIN organizations o USING (organization) WHERE p.account NOT IN (SELECT account FROM chosen)
  UNION ALL
  SELECT c.account, c.account, NULL, coalesce(o.called, nullif(c.organization, '')), NULL, o.names
  FROM (SELECT DISTINCT account, organization FROM charged WHERE username = '') c LEFT JOIN organizations o USING (organization)
  UNION ALL
  SELECT c.account, c.account, coalesce(r.username, c.username), coalesce(o.called, nullif(c.organization, ''), r.called), r.name, r.names
  FROM (SELECT DISTINCT account, organization, username FROM charged WHERE username NOT IN ('', '*')) c
  LEFT JOIN organizations o USING (organization)
  LEFT JOIN LATERAL (SELECT * FROM people p WHERE p.login = c.username
    ORDER BY p.organization = c.organization DESC, coalesce(p.is_assigned, false) DESC, p.id LIMIT 1) r ON true
), counted AS (
  SELECT c.invoice, b.*, round(round(1::numeric, 40) / count(*) OVER w, 40) AS part, count(*) OVER w AS bearers,
    row_number() OVER (PARTITION BY c.invoice, c.account ORDER BY b.seat) AS place
  FROM (SELECT DISTINCT invoice, account FROM charged) c JOIN bearers b USING (account) WINDOW w AS (PARTITION BY c.invoice, c.account)
)
-- What the division leaves over is the first one's, so that all shares are exactly 1.
SELECT $1, invoice, account, seat, username, organization, name, names,
  trim_scale(CASE WHEN place = 1 THEN 1 - part * (bearers - 1) ELSE part END)
FROM counted`;

/** Of a run, those who bear what is charged for GitHub, with what they name, and the organizations that bear it in their place. */
export const GITHUB_ACCOUNTS = `
  SELECT seat AS account, named FROM billing_seats WHERE run_id = $1
  UNION
  SELECT concat('copilot:', lower(s.organization)), c.identifier FROM billing_seats s
  JOIN github_organization_apps a ON lower(btrim(a.name)) = lower(s.organization) JOIN cost_centers c ON c.id = a.cost_centers_id
  WHERE s.run_id = $1`;

/** Why a cost center that a seat names does not count, so that its organization's is charged. */
const NONE = `('nothing_named', 'unknown_name', 'nothing_valid')`;

/** A user whose cost center does not count is charged as the organization is. */
const FALL_BACK = `
WITH fallen AS (
  UPDATE billing_accounts a SET named = o.named, chain = o.chain, problem = NULL, cost_center = o.cost_center, wbs_element = o.wbs_element,
    cost_center_id = o.cost_center_id, cost_center_network_id = o.cost_center_network_id, company_id = o.company_id,
    company_code = o.company_code, business_units_id = o.business_units_id, business_unit = o.business_unit, owner_email = o.owner_email
  FROM (SELECT DISTINCT seat, lower(organization) AS organization FROM billing_seats WHERE run_id = $1 AND username IS NOT NULL) s
  JOIN billing_accounts o ON o.run_id = $1 AND o.account = concat('copilot:', s.organization) AND o.problem IS NULL
  WHERE a.run_id = $1 AND a.account = s.seat AND a.problem IN ${NONE} RETURNING a.account
)
UPDATE billing_seats s SET fallback = true FROM fallen f WHERE s.run_id = $1 AND s.seat = f.account`;

/** Accounts that are left have a reason of their own, since no cloud parent names anything for it. */
const REASONS = `
UPDATE billing_accounts SET problem = CASE
  WHEN EXISTS (SELECT FROM billing_seats s WHERE s.run_id = $1 AND s.seat = billing_accounts.account AND s.username IS NULL
    AND strpos(s.account, '/*') > 0) THEN 'no_seats' ELSE 'seat_without_cost_center' END
WHERE run_id = $1 AND ${isOfGithub('account')} AND problem IN ${NONE}`;

/** Says anew who bears what a run is charged for GitHub, as seats and organizations are now. */
export async function keepBearers(tx: PoolClient, run: number): Promise<void> {
  await tx.query('DELETE FROM billing_seats WHERE run_id = $1', [run]);
  await tx.query(BEAR, [run]);
}

/** Once accounts are resolved, charges organizations for users whose own cost center does not count. */
export async function chargeOrganizations(tx: PoolClient, run: number): Promise<void> {
  await tx.query(FALL_BACK, [run]);
  await tx.query(REASONS, [run]);
}
