import { MONTHS_LISTED } from '#calls/my-cloud.ts';
import type { Elsewhere } from '#calls/my-elsewhere.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { githubCopilotUsers } from '#resources/github-copilot-users.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { limitOf, type Page, type PageOf } from '#server/platform/http/query.ts';
import { isReplaced } from '../../runs/corrected-runs.ts';
import { takenByPool } from '../../runs/pooled.ts';
import { isBooked } from '../../runs/run-states.ts';

/** The posting `p` of a run `r` that is booked, on no cost center of $1: those are in `charged.ts`. */
const bookedElsewhere = (services: EngineServices, shares: string): string => `
  JOIN billing_runs r ON r.id = ${shares}.run_id AND ${isBooked('r')}
    AND r.month > date_trunc('month', today()) - make_interval(months => ${MONTHS_LISTED})
  JOIN billing_postings p ON p.run_id = ${shares}.run_id AND p.n = ${shares}.posting AND NOT EXISTS (
    SELECT FROM cost_centers c WHERE c.id = p.cost_center_id AND ${services.owned(costCenters)('c', '$1')})`;

/** Of accounts that are somebody's the lines that no pool took, by the posting that has them. */
const ofAccounts = (services: EngineServices): string => `
SELECT '${cloudParents.name}' AS model, a.id, coalesce(nullif(a.name, ''), a.identifier) AS title, l.service, r.month, p.currency,
  coalesce(p.cost_center, p.wbs_element) AS charged_to, p.cost_center IS NULL AS is_wbs, scale(p.amount) AS decimals, l.amount * h.share AS amount
FROM ${cloudParents.name} a JOIN billing_shares h ON lower(h.account) = lower(btrim(a.identifier)) AND NOT h.rounding
${bookedElsewhere(services, 'h')}
  JOIN billing_tag_sums l ON l.run_id = h.run_id AND l.invoice = h.invoice AND l.account = h.account ${takenByPool('l')}
WHERE ${services.owned(cloudParents)('a', '$1')} AND q.bearer IS NULL AND NOT ${isReplaced('l.run_id', 'l.invoice', isBooked('d'))}`;

/** Of seats that are somebody's what is charged for them: a user may have one in several organizations. */
const ofSeats = (services: EngineServices): string => `
SELECT '${githubCopilotUsers.name}' AS model, u.id, u.github_username AS title,
  CASE WHEN starts_with(e.account, 'copilot:') THEN 'GitHub Copilot' ELSE 'GitHub' END AS service, r.month, p.currency,
  coalesce(p.cost_center, p.wbs_element) AS charged_to, p.cost_center IS NULL AS is_wbs, scale(p.amount) AS decimals, s.amount * e.share AS amount
FROM ${githubCopilotUsers.name} u JOIN billing_seats e ON lower(e.username) = lower(btrim(u.github_username))
  AND lower(coalesce(e.organization, '')) = lower(btrim(coalesce(u.github_organization, '')))
${bookedElsewhere(services, 'e')}
  JOIN billing_sums s ON s.run_id = e.run_id AND s.invoice = e.invoice AND s.account = e.account
WHERE ${services.owned(githubCopilotUsers)('u', '$1')} AND NOT ${isReplaced('s.run_id', 's.invoice', isBooked('d'))}`;

/** What accounts and seats of somebody cost that is booked on cost centers of others, what cost most first. */
export async function readMyElsewhere(
  services: EngineServices,
  email: string,
  page: Page,
): Promise<PageOf<Elsewhere>> {
  const { rows } = await services.db.query<{ rows: Elsewhere[] | null; total: number }>({
    text: `WITH parts AS (${ofAccounts(services)}
UNION ALL ${ofSeats(services)}), months AS (
  SELECT model, id, title, service, charged_to, is_wbs, currency, month, round(sum(amount), max(decimals)) AS amount
  FROM parts WHERE charged_to IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
), lines AS MATERIALIZED (
  SELECT model, id, title, service, charged_to, is_wbs, currency, sum(amount) AS whole, jsonb_agg(jsonb_build_object(
    'month', to_char(month, 'YYYY-MM'), 'amount', amount::text) ORDER BY month DESC) AS months
  FROM months WHERE amount <> 0 GROUP BY 1, 2, 3, 4, 5, 6, 7
), listed AS (
  SELECT * FROM lines ORDER BY currency, whole DESC, lower(title), model, id, charged_to, service ${limitOf(page)}
)
SELECT (SELECT count(*)::integer FROM lines) AS total, (SELECT jsonb_agg(to_jsonb(o) - 'whole'
  ORDER BY o.currency, o.whole DESC, lower(o.title), o.model, o.id, o.charged_to, o.service) FROM listed o) AS rows`,
    values: [email],
  });
  return { rows: rows[0]?.rows ?? [], total: rows[0]?.total ?? 0 };
}
