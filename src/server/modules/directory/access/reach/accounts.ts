import { limitOf, type Page } from '#server/platform/http/query.ts';
import { accountJson, accountOrder, contains, namedAccounts } from '../sql.ts';

/** The access of the groups of `rows`, one row per account, permission set and way. */
export const hadByGroups = (rows: string) =>
  `SELECT a.account_key, a.account, a.ad_permission_set_id AS set_id, a.ad_group_id FROM ${rows} r
    JOIN ad_assignments a ON a.ad_group_id = r.id`;

/**
 * The accounts of a page with the permission sets in them, as the columns `total` and `accounts`, in the SELECT after
 * a WITH that has `had`.
 * @param wanted the bound text that names or ids of accounts contain
 * @param direct whether the answer says that somebody has a permission set by themselves
 */
export function accountsSql(had: string, wanted: string, page: Page, direct: boolean): string {
  const isDirect = direct ? `, 'direct', bool_or(h.ad_group_id IS NULL)` : '';
  const keys = 'SELECT account_key, min(account) AS account, min(set_id) AS set_id FROM had GROUP BY 1';
  return `had AS MATERIALIZED (${had}), named AS MATERIALIZED (
    SELECT * FROM (${namedAccounts(keys)}) k WHERE ${contains(wanted, 'k.identifier', 'k.name')}
  ), page AS MATERIALIZED (SELECT * FROM named k ORDER BY ${accountOrder('k')} ${limitOf(page)}
  ), sets AS MATERIALIZED (
    SELECT x.account_key, json_agg(x.item ORDER BY lower(x.name), x.id) AS items FROM (
      SELECT h.account_key, s.id, s.name, json_build_object('id', s.id, 'name', s.name, 'through',
        coalesce(json_agg(DISTINCT h.ad_group_id) FILTER (WHERE h.ad_group_id IS NOT NULL), '[]')${isDirect}) AS item
      FROM page k JOIN had h ON h.account_key = k.account_key JOIN ad_permission_sets s ON s.id = h.set_id
      GROUP BY h.account_key, s.id) x
    GROUP BY 1
  ) SELECT (SELECT count(*)::integer FROM named) AS total,
    (SELECT coalesce(json_agg(json_build_object('account', ${accountJson('k')}, 'permission_sets', t.items)
      ORDER BY ${accountOrder('k')}), '[]') FROM page k JOIN sets t ON t.account_key = k.account_key) AS accounts`;
}
