import { choice } from '#kernel/fields/choice.ts';
import { text } from '#kernel/fields/text.ts';
import { adGroups, groupClouds } from '#resources/ad-groups.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';
import type { ListParameter } from '#server/engine/lists/list-additions.ts';
import { readAt } from './read-at.ts';

const has = (column: string, value: string) => `strpos(lower(${column}), lower(${value}::text)) > 0`;

/** Text of a value for LIKE in which every character means itself. */
const pattern = (value: string) =>
  `'%' || regexp_replace(lower(${value}::text), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;

/** The index of the search column finds who may be meant, since it has what is looked at, and more. */
const personParameter: ListParameter = {
  name: 'by_person',
  summary: 'Groups that somebody is in whose name or address contains this, nested groups counted in.',
  field: text('Person', { max: 256 }),
  where: (row, value) => `${row}.id IN (
    WITH RECURSIVE found (id) AS (
      SELECT m.ad_group_id FROM ad_people p JOIN ad_members m ON m.ad_person_id = p.id AND m.role = 'member'
      WHERE p.search LIKE ${pattern(value)} AND (${['p.name', 'p.email', 'p.user_principal_name'].map((column) => has(column, value)).join(' OR ')})
      UNION
      SELECT n.ad_group_id FROM found f JOIN ad_nested_groups n ON n.child_id = f.id
    ) SELECT id FROM found)`,
};

/** Which accounts are meant is an array: what leads into them is then found by the index. */
const accountParameter: ListParameter = {
  name: 'by_account',
  summary:
    'Groups that lead into a cloud parent whose name or id contains this, by a group around them as well.',
  field: text('Cloud Parent', { max: 256 }),
  where: (row, value) => `${row}.id IN (
    WITH RECURSIVE found (id) AS (
      SELECT a.ad_group_id FROM ad_assignments a WHERE a.ad_group_id IS NOT NULL AND a.account_key = ANY (ARRAY(
        SELECT lower(btrim(c.identifier)) FROM cloud_parents c WHERE ${has('c.name', value)}
        UNION SELECT k.account_key FROM ad_assignments k WHERE ${has('k.account_key', value)}))
      UNION
      SELECT n.child_id FROM found f JOIN ad_nested_groups n ON n.ad_group_id = f.id
    ) SELECT id FROM found)`,
};

/** The clouds that `GET /api/ad/groups` names, each by a parameter of its own. */
const cloudsParameter: ListParameter = {
  name: 'by_clouds',
  summary: 'Groups that lead into one of these clouds, with commas between: aws, azure, gcp.',
  field: choice('Cloud', groupClouds),
  several: true,
  where: (row, value) => `${row}.cloud = ANY(${value}::text[])`,
};

/** The list is filtered by who is in a group and by where it leads, at any depth of groups within groups. */
export const adGroupsBehaviour: Behaviour = {
  resource: adGroups.name,
  list: { parameters: [personParameter, accountParameter, cloudsParameter], meta: [readAt] },
};
