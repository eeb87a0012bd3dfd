import { summarize } from '#server/modules/directory/access/summarize.ts';
import type { Database } from '#server/platform/database/database.ts';

/** A group of a small directory: who is in it, who owns it, and which groups lie in it, by their names. */
export interface PlacedGroup {
  name: string;
  id?: string;
  email?: string;
  cloud?: 'aws' | 'azure' | 'gcp';
  members?: readonly string[];
  owners?: readonly string[];
  nested?: readonly string[];
}

/** The object id that a group or a person has unless it is said otherwise. */
export const objectIdOf = (name: string) => `object-${name.toLowerCase().replaceAll(' ', '-')}`;

/** The address of a person: Ada Smith has ada.smith@example.com. */
export const addressOf = (name: string) => `${name.toLowerCase().replaceAll(' ', '.')}@example.com`;

const PEOPLE = `INSERT INTO ad_people
    (external_id, name, email, user_principal_name, enabled, gone, group_count, account_count)
  SELECT id, name, email, email, true, false, 0, 0 FROM unnest($1::text[], $2::text[], $3::text[]) p (id, name, email)
  ON CONFLICT DO NOTHING`;

/** Puts groups and the people in them into the snapshot, as a reading of the directory does. */
export async function placeDirectory(db: Database, groups: readonly PlacedGroup[]): Promise<void> {
  const people = [...new Set(groups.flatMap(({ members = [], owners = [] }) => [...members, ...owners]))];
  await db.query(PEOPLE, [people.map(objectIdOf), people, people.map(addressOf)]);
  await db.query(
    `INSERT INTO ad_groups (external_id, name, email, cloud, member_count, nested_group_count, owners, cloud_parents,
       permission_sets, dormant, pim, dynamic, synced_elsewhere)
     SELECT id, name, email, cloud, 0, 0, '[]', '[]', '[]', true, name LIKE 'APP_AWS_PIM%', false, false
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) g (id, name, email, cloud)`,
    [
      groups.map(({ id, name }) => id ?? objectIdOf(name)),
      groups.map(({ name }) => name),
      groups.map(({ email }) => email ?? null),
      groups.map(({ cloud }) => cloud ?? null),
    ],
  );
  const pairs = (role: 'members' | 'owners' | 'nested') =>
    groups.flatMap((group) => (group[role] ?? []).map((name) => [group.name, name] as const));
  for (const [role, word] of [
    ['members', 'member'],
    ['owners', 'owner'],
  ] as const)
    await db.query(
      `INSERT INTO ad_members (ad_group_id, ad_person_id, role)
       SELECT g.id, p.id, $3 FROM unnest($1::text[], $2::text[]) x (group_name, person)
         JOIN ad_groups g ON g.name = group_name JOIN ad_people p ON p.name = person`,
      [pairs(role).map(([group]) => group), pairs(role).map(([, name]) => name), word],
    );
  await db.query(
    `INSERT INTO ad_nested_groups (ad_group_id, child_id)
     SELECT g.id, c.id FROM unnest($1::text[], $2::text[]) x (outer_name, inner_name)
       JOIN ad_groups g ON g.name = outer_name JOIN ad_groups c ON c.name = inner_name`,
    [pairs('nested').map(([group]) => group), pairs('nested').map(([, name]) => name)],
  );
}

/** Forgets the directory and what was read of the clouds. */
export const clearDirectory = async (db: Database) =>
  db.query(
    'TRUNCATE ad_groups, ad_people, ad_permission_sets, ad_sources, ad_read_assignments, ad_read_permission_sets CASCADE',
  );

/** Who has what where: a group or a person, a permission set of AWS, an account. */
type Given = readonly (readonly [who: string, permissionSet: string, account: string])[];

/** Puts assignments into the snapshot, as a reading of AWS does; people and permission sets are made. */
export async function assignments(db: Database, ofGroups: Given, ofPeople: Given = []): Promise<void> {
  const sets = [...new Set([...ofGroups, ...ofPeople].map(([, set]) => set))];
  await db.query(
    `INSERT INTO ad_permission_sets (provider_type, name, arn, managed_policies, group_count, account_count)
     SELECT 'AwsCloudParent', name, 'arn:' || name, '[]', 0, 0 FROM unnest($1::text[]) s (name) ON CONFLICT DO NOTHING`,
    [sets],
  );
  const people = [...new Set(ofPeople.map(([who]) => who))];
  await db.query(PEOPLE, [people.map(objectIdOf), people, people.map(addressOf)]);
  for (const [given, table, column] of [
    [ofGroups, 'ad_groups', 'ad_group_id'],
    [ofPeople, 'ad_people', 'ad_person_id'],
  ] as const)
    await db.query(
      `INSERT INTO ad_assignments (ad_permission_set_id, ${column}, account)
       SELECT s.id, o.id, x.account FROM unnest($1::text[], $2::text[], $3::text[]) x (who, permission_set, account)
         JOIN ad_permission_sets s ON s.name = x.permission_set JOIN ${table} o ON o.name = x.who`,
      [given.map(([who]) => who), given.map(([, set]) => set), given.map(([, , account]) => account)],
    );
}

/** Brings counts and names beside the records to what the memberships and assignments say. */
export const sumUp = async (db: Database) => db.transaction((tx) => summarize(tx));
