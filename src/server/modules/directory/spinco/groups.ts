import type { ChangeableGroup } from '#calls/security-groups.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { limitOf, type Page } from '#server/platform/http/query.ts';
import type { Directory, FoundGroup } from '#server/providers/graph/interface.ts';

/** A group as it is about to be changed. */
export interface MeantGroup {
  /** Of its record; null where it was not read yet. */
  id: number | null;
  externalId: string;
  name: string;
}

type GroupStatus = Pick<FoundGroup, 'name' | 'dynamic' | 'syncedElsewhere'>;

/** Why the members of a group cannot be changed here, with where they can; null where they can. */
export function refusalOf({ name, dynamic, syncedElsewhere }: GroupStatus): string | null {
  if (syncedElsewhere)
    return `${name} is synced from another directory or kept in Exchange, which alone changes it: add and remove its members there, in the on-premises Active Directory or the Exchange admin center.`;
  if (dynamic)
    return `A rule of the directory says who is in ${name}: change the rule of its dynamic members in Microsoft Entra.`;
  return null;
}

const isPrefixed = (name: string, prefixes: readonly string[]): boolean =>
  prefixes.some((prefix) => name.toLowerCase().startsWith(prefix.toLowerCase()));

/** A group that may be changed, or why it may not. */
export type FoundMeant = { group: MeantGroup } | { problem: string };

/**
 * The group of this name: of what was read last, or else of the directory.
 * @throws {ProviderFailure}
 */
export async function findMeant(
  runner: Runner,
  directory: Directory,
  name: string,
  prefixes: readonly string[],
): Promise<FoundMeant> {
  if (!isPrefixed(name, prefixes)) {
    const allowed = prefixes.join(' or ');
    return {
      problem: `Only groups whose names begin with ${allowed} are changed here, which ${name} does not.`,
    };
  }
  const { rows } = await runner.query<{ id: number; externalId: string } & GroupStatus>({
    name: 'spinco-group',
    text: `SELECT id, external_id AS "externalId", name, dynamic, synced_elsewhere AS "syncedElsewhere"
      FROM ad_groups WHERE lower(btrim(name)) = lower(btrim($1)) LIMIT 2`,
    values: [name],
  });
  const found =
    rows.length > 0
      ? rows
      : (await directory.groupsNamed(name)).map((one) => ({ ...one, id: null, externalId: one.id }));
  const [group, other] = found;
  if (!group) return { problem: `The directory has no group ${name}.` };
  if (other)
    return {
      problem: `The directory has several groups that are called ${name}. Give each a name of its own.`,
    };
  const problem = refusalOf(group);
  return problem === null
    ? { group: { id: group.id, externalId: group.externalId, name: group.name } }
    : { problem };
}

/** The groups whose change may be requested, by name, with how many there are. */
export async function changeableGroups(
  runner: Runner,
  prefixes: readonly string[],
  sought: string,
  page: Page,
): Promise<{ groups: ChangeableGroup[]; total: number }> {
  const { rows } = await runner.query<Omit<ChangeableGroup, 'refused'> & { total: number }>({
    text: `SELECT id, name, description, member_count, dynamic, synced_elsewhere, count(*) OVER ()::integer AS total
      FROM ad_groups
      WHERE EXISTS (SELECT FROM unnest($1::text[]) p (prefix) WHERE starts_with(lower(name), p.prefix)) AND ($2 = '' OR strpos(lower(name || ' ' || coalesce(description, '')), lower($2)) > 0)
      ORDER BY lower(name), id ${limitOf(page)}`,
    values: [prefixes.map((prefix) => prefix.toLowerCase()), sought.trim()],
  });
  const groups = rows.map(({ total: _total, ...group }) => ({
    ...group,
    refused: refusalOf({ ...group, syncedElsewhere: group.synced_elsewhere }),
  }));
  return { groups, total: rows[0]?.total ?? 0 };
}
