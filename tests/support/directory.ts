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

/** Puts groups and the people in them into the snapshot, as a reading of the directory does. */
export async function placeDirectory(db: Database, groups: readonly PlacedGroup[]): Promise<void> {
  const people = [...new Set(groups.flatMap(({ members = [], owners = [] }) => [...members, ...owners]))];
  await db.query(
    `INSERT INTO ad_people
       (external_id, name, email, user_principal_name, enabled, gone, group_count, account_count)
     SELECT id, name, email, email, true, false, 0, 0 FROM unnest($1::text[], $2::text[], $3::text[]) p (id, name, email)
     ON CONFLICT DO NOTHING`,
    [people.map(objectIdOf), people, people.map(addressOf)],
  );
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
