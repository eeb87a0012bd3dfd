import type { Suggestion } from '#calls/exceptions.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { isBooking, isWaiting } from '../../runs/run-states.ts';

/** An account that nobody is charged for, as the portal knows it. */
export interface KnownAccount {
  /** The id of its cloud parent; null where the inventory has none. */
  cloud_parent_id: number | null;
  /** What the inventory calls it. */
  account_name: string | null;
  /** The owner that the inventory names, else the one of its tags, else whom it was charged to before. */
  owner_email: string | null;
  /** The best ones first. */
  suggestions: Suggestion[];
}

const MOST = 3;

/** Labels of Google have small letters, digits, underscores and hyphens alone. */
const plain = (text: string) => `translate(lower(${text}), ' -_/.:@', '')`;

/**
 * $1 are accounts, each with the day on which what is charged must be valid. Which cost center the tags of an account name says
 * most; then where it was charged in earlier months; then what its owner has, by the inventory and by its tags; then what
 * is charged most of its department, or of that of its owner.
 */
const SUGGEST = `
WITH wanted AS (
  SELECT lower(account) AS account, max(day) AS day FROM jsonb_to_recordset($1) AS given(account text, day date) GROUP BY 1
), parents AS (
  SELECT q.account, q.day, p.id, nullif(btrim(p.name), '') AS name, nullif(lower(btrim(p.cloud_contact_email)), '') AS owner, nullif(lower(btrim(p.department)), '') AS department
  FROM wanted q JOIN cloud_parents p ON lower(btrim(p.identifier)) = q.account
), used AS (
  SELECT cost_center_id AS id, count(*) AS postings FROM billing_postings GROUP BY 1
), earlier AS (
  SELECT DISTINCT ON (q.account) q.account, q.day, coalesce(a.cost_center, a.wbs_element) AS name, a.owner_email,
    format('In %s it was charged there, by run %s.', to_char(r.month, 'YYYY-MM'), r.id) AS message
  FROM wanted q JOIN billing_accounts a ON lower(a.account) = q.account AND a.problem IS NULL
  JOIN billing_runs r ON r.id = a.run_id AND (${isWaiting('r')} OR ${isBooking('r')})
  ORDER BY q.account, r.month DESC, r.id DESC
), latest AS (
  SELECT DISTINCT ON (q.account) q.account, q.day, t.run_id FROM wanted q JOIN billing_tags t ON lower(t.account) = q.account
  ORDER BY q.account, t.run_id DESC
), tags AS (
  SELECT l.account, l.day, t.meaning, t.key, t.value, t.lines FROM latest l
  JOIN billing_tags t ON t.run_id = l.run_id AND lower(t.account) = l.account
), tagged AS (
  -- Where a value was made to fit the rules of labels, it must fit one name alone.
  SELECT account, meaning, key, lines, id FROM (
    SELECT t.*, c.id, lower(btrim(c.identifier)) = lower(t.value) AS whole, count(*) OVER (PARTITION BY t.account, t.key, t.value) AS same
    FROM tags t JOIN cost_centers c ON ${plain('c.identifier')} = ${plain('t.value')}
    WHERE t.meaning = 'cost_center' AND c.active_at <= t.day AND coalesce(c.expired_at >= t.day, true)) named
  WHERE whole OR same = 1
), tag_owners AS (
  SELECT DISTINCT ON (account) account, day, key, id, email FROM (
    SELECT t.*, o.id, o.email, lower(btrim(o.email)) = lower(t.value) AS whole, count(*) OVER (PARTITION BY t.account, t.key, t.value) AS same
    FROM tags t JOIN cloud_contacts o ON ${plain('o.email')} = ${plain('t.value')} WHERE t.meaning = 'owner') named
  WHERE whole OR same = 1 ORDER BY account, lines DESC, id
), departments_of AS (
  SELECT p.account, p.day, d.id, d.name, CASE WHEN p.department IS NULL THEN 'its owner belongs' ELSE 'it belongs' END AS how
  FROM parents p LEFT JOIN members m ON lower(btrim(m.email)) = p.owner
  JOIN departments d ON d.id = m.departments_id AND p.department IS NULL
    OR p.department IN (lower(btrim(d.name)), lower(btrim(d.abbreviation)))
), found AS (
  SELECT t.account, 0 AS rank, 'tag' AS reason, t.id, format('Its tag %s names %s.', t.key, c.identifier) AS message, t.lines
  FROM tagged t JOIN cost_centers c ON c.id = t.id
  UNION ALL
  SELECT e.account, 1, 'earlier_months', c.id, e.message, 0
  FROM earlier e JOIN cost_centers c ON lower(btrim(c.identifier)) = lower(btrim(e.name))
  WHERE c.active_at <= e.day AND coalesce(c.expired_at >= e.day, true)
  UNION ALL
  SELECT p.account, 2, 'owner', c.id, format('It belongs to %s, who owns the account.', c.email), 0
  FROM parents p CROSS JOIN LATERAL (
    SELECT c.id, o.email FROM cloud_contacts o JOIN cost_centers c ON c.cloud_contact_id = o.id LEFT JOIN used u ON u.id = c.id
    WHERE lower(btrim(o.email)) = p.owner AND c.active_at <= p.day AND coalesce(c.expired_at >= p.day, true)
    ORDER BY u.postings DESC NULLS LAST, c.id LIMIT ${MOST}) c
  UNION ALL
  SELECT t.account, 3, 'tag', c.id, format('It belongs to %s, whom its tag %s names.', t.email, t.key), 0
  FROM tag_owners t CROSS JOIN LATERAL (
    SELECT c.id FROM cost_centers c LEFT JOIN used u ON u.id = c.id
    WHERE c.cloud_contact_id = t.id AND c.active_at <= t.day AND coalesce(c.expired_at >= t.day, true)
    ORDER BY u.postings DESC NULLS LAST, c.id LIMIT ${MOST}) c
  UNION ALL
  SELECT d.account, 4, 'department', c.id, format('It is charged most of the cost centers of department %s, to which %s.', d.name, d.how), 0
  FROM departments_of d CROSS JOIN LATERAL (
    SELECT c.id FROM cost_centers c LEFT JOIN used u ON u.id = c.id
    WHERE c.departments_id = d.id AND c.active_at <= d.day AND coalesce(c.expired_at >= d.day, true)
    ORDER BY u.postings DESC NULLS LAST, c.id LIMIT 1) c
), best AS (
  SELECT DISTINCT ON (account, id) * FROM found ORDER BY account, id, rank, lines DESC
), ranked AS (
  SELECT *, row_number() OVER (PARTITION BY account ORDER BY rank, lines DESC, id) AS place FROM best
)
SELECT q.account, p.id AS cloud_parent_id, p.name AS account_name, coalesce(p.owner, (SELECT t.email FROM tag_owners t WHERE t.account = q.account),
    (SELECT e.owner_email FROM earlier e WHERE e.account = q.account)) AS owner_email,
  coalesce((SELECT jsonb_agg(jsonb_build_object('cost_center_id', c.id, 'cost_center', c.identifier, 'owner_email', o.email,
      'reason', r.reason, 'message', r.message) ORDER BY r.place)
    FROM ranked r JOIN cost_centers c ON c.id = r.id LEFT JOIN cloud_contacts o ON o.id = c.cloud_contact_id
    WHERE r.account = q.account AND r.place <= ${MOST}), '[]') AS suggestions
FROM wanted q LEFT JOIN parents p ON p.account = q.account`;

const NOTHING: KnownAccount = {
  cloud_parent_id: null,
  account_name: null,
  owner_email: null,
  suggestions: [],
};

/**
 * Looks up accounts that nobody is charged for, and where they may belong.
 * @param wanted each with the day on which what is charged must be valid, YYYY-MM-DD
 * @returns a function that answers this for one of them, however it is written
 */
export async function suggestionsFor(
  db: Runner,
  wanted: readonly { account: string; day: string }[],
): Promise<(account: string | null) => KnownAccount> {
  const known = new Map<string, KnownAccount>();
  if (wanted.length > 0) {
    const { rows } = await db.query<KnownAccount & { account: string }>({
      text: SUGGEST,
      values: [JSON.stringify(wanted)],
    });
    for (const { account, ...found } of rows) known.set(account, found);
  }
  return (account) => (account === null ? NOTHING : (known.get(account.toLowerCase()) ?? NOTHING));
}
