import { instantText } from '#server/platform/database/instant-text.ts';

/** When the directory and the clouds were last read, by the one that was read the longest ago; null: never. */
export const READ_AT = `(SELECT ${instantText('min(read_at)')} FROM ad_sources)`;

/** The columns by which a person is named. @param p the alias of ad_people */
export const personJson = (p: string) =>
  `json_build_object('id', ${p}.id, 'name', ${p}.name, 'email', ${p}.email,
    'user_principal_name', ${p}.user_principal_name, 'enabled', ${p}.enabled, 'gone', ${p}.gone)`;

/** A row of `namedAccounts` as JSON. @param k its alias */
export const accountJson = (k: string) =>
  `json_build_object('identifier', ${k}.identifier, 'id', ${k}.id, 'name', ${k}.name,
    'provider_type', ${k}.provider_type, 'environment', ${k}.environment, 'terminated', ${k}.terminated)`;

/** The order of `namedAccounts`. */
export const accountOrder = (k: string) => `lower(coalesce(${k}.name, ${k}.identifier)), ${k}.account_key`;

/**
 * Accounts as they are named, with what the inventory has of them.
 * @param keys rows with account_key, account and the id of any permission set there in set_id
 */
export const namedAccounts = (keys: string) =>
  `SELECT k.account_key, coalesce(c.identifier, k.account) AS identifier, c.id, c.name,
    coalesce(c.provider_type, s.provider_type) AS provider_type, c.environment,
    coalesce(c.terminated, false) AS terminated
  FROM (${keys}) k JOIN ad_permission_sets s ON s.id = k.set_id
    LEFT JOIN cloud_parents c ON lower(btrim(c.identifier)) = k.account_key`;

/** Whether one of some texts contains the wanted text, which may be empty. @param wanted such as `$2` */
export const contains = (wanted: string, ...texts: readonly string[]) =>
  `(${wanted}::text = '' OR ${texts.map((text) => `strpos(lower(${text}), lower(${wanted}::text)) > 0`).join(' OR ')})`;

/** Groups with those that lie in them, from the groups of `starts` (rows of one id) on. Circles end. */
export const inward = (name: string, starts: string) => `${name} (id) AS (
    ${starts} UNION SELECT n.child_id FROM ${name} x JOIN ad_nested_groups n ON n.ad_group_id = x.id
  )`;

/** Groups with those that they lie in, from the groups of `starts` (rows of one id) on. Circles end. */
export const outward = (name: string, starts: string) => `${name} (id) AS (
    ${starts} UNION SELECT n.ad_group_id FROM ${name} x JOIN ad_nested_groups n ON n.child_id = x.id
  )`;

/**
 * Of an id: that it is among those of `rows`. PostgreSQL, which expects far more of groups within groups than there are, takes
 * an array for few and looks each of them up: an answer costs as much as it is large, however large the tables are.
 * @param rows the name of what is materialized
 */
export const among = (rows: string, id = 'id') => `= ANY (ARRAY(SELECT ${id} FROM ${rows}))`;

/** Pairs of a group and one in it, among the groups of `rows`. */
export const edgesAmong = (rows: string) =>
  `(SELECT coalesce(json_agg(json_build_array(n.ad_group_id, n.child_id)), '[]') FROM ad_nested_groups n
    WHERE n.ad_group_id ${among(rows)} AND n.child_id ${among(rows)})`;

/** The names of the groups of `rows`. */
export const namesAmong = (rows: string) =>
  `(SELECT coalesce(json_agg(json_build_object('id', g.id, 'name', g.name)), '[]') FROM ad_groups g
    WHERE g.id ${among(rows)})`;
