import { text } from '#kernel/fields/text.ts';
import { adGroups } from '#resources/ad-groups.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';
import type { ListParameter } from '#server/engine/list-additions.ts';
import { readAt } from './read-at.ts';

const has = (column: string, value: string) => `strpos(lower(${column}), lower(${value}::text)) > 0`;

/** People are few beside memberships: they are looked through, and their groups are found by indexes. */
const personParameter: ListParameter = {
  name: 'by_person',
  summary: 'Groups that somebody is in whose name or address contains this, nested groups counted in.',
  field: text('Person', { max: 256 }),
  where: (row, value) => `${row}.id IN (
    WITH RECURSIVE found (id) AS (
      SELECT m.ad_group_id FROM ad_people p JOIN ad_members m ON m.ad_person_id = p.id AND m.role = 'member'
      WHERE ${['p.name', 'p.email', 'p.user_principal_name'].map((column) => has(column, value)).join(' OR ')}
      UNION
      SELECT n.ad_group_id FROM found f JOIN ad_nested_groups n ON n.child_id = f.id
    ) SELECT id FROM found)`,
};

const accountParameter: ListParameter = {
  name: 'by_account',
  summary:
    'Groups that lead into a cloud parent whose name or id contains this, by a group around them as well.',
  field: text('Cloud Parent', { max: 256 }),
  where: (row, value) => `${row}.id IN (
    WITH RECURSIVE found (id) AS (
      SELECT a.ad_group_id FROM ad_assignments a WHERE a.ad_group_id IS NOT NULL AND a.account_key IN (
        SELECT k.account_key FROM (SELECT DISTINCT account_key FROM ad_assignments) k
          LEFT JOIN cloud_parents c ON lower(btrim(c.identifier)) = k.account_key
        WHERE ${has('k.account_key', value)} OR ${has('c.name', value)})
      UNION
      SELECT n.child_id FROM found f JOIN ad_nested_groups n ON n.ad_group_id = f.id
    ) SELECT id FROM found)`,
};

/** The list is asked by who is in a group and by where it leads, at any depth of groups within groups. */
export const adGroupsBehaviour: Behaviour = {
  resource: adGroups.name,
  list: { parameters: [personParameter, accountParameter], meta: [readAt] },
};
