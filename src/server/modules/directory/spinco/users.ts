import type { PreviewedUser } from '#calls/security-groups.ts';
import type { Runner } from '#server/platform/database/database.ts';
import type { Directory, FoundPerson } from '#server/providers/graph/interface.ts';

/** So many who were not read yet are looked up in the directory itself; of more, it is to be read anew first. */
const MOST_LOOKED_UP = 20;
const TOGETHER = 5;

/** A requested user, with the person whom the directory has for it. */
export interface FoundUser extends PreviewedUser {
  externalId: string | null;
  /** Looked up in the directory itself, since it was not read yet. */
  lookedUp: FoundPerson | null;
}

interface Known {
  place: number;
  externalId: string;
  name: string;
  enabled: boolean;
  member: boolean;
  several: number;
}

/**
 * Whom the directory has for each user, in their order: of what was read last in one statement, the few others of the
 * directory itself. A user principal name goes before an address.
 * @param group its record; null where it was not read yet
 * @throws {ProviderFailure}
 */
export async function findUsers(
  runner: Runner,
  directory: Directory,
  users: readonly string[],
  group: number | null,
  signal?: AbortSignal,
): Promise<FoundUser[]> {
  const { rows } = await runner.query<Known>({
    text: `WITH given AS (
        SELECT lower(u) AS key, place::integer FROM unnest($1::text[]) WITH ORDINALITY a (u, place)
      ), found AS (
        SELECT a.place, 1 AS way, p.id, p.external_id, p.name, p.enabled
        FROM given a JOIN ad_people p ON lower(btrim(p.user_principal_name)) = a.key WHERE NOT p.gone
        UNION ALL
        SELECT a.place, 2, p.id, p.external_id, p.name, p.enabled
        FROM given a JOIN ad_people p ON lower(btrim(p.email)) = a.key WHERE NOT p.gone
      )
      SELECT DISTINCT ON (f.place) f.place, f.external_id AS "externalId", f.name, f.enabled,
        m.ad_person_id IS NOT NULL AS member,
        (count(*) OVER (PARTITION BY f.place, f.way))::integer AS several
      FROM found f
        LEFT JOIN ad_members m ON m.ad_group_id = $2 AND m.role = 'member' AND m.ad_person_id = f.id
      ORDER BY f.place, f.way, f.id`,
    values: [users, group],
  });
  const known = new Map(rows.map((row) => [row.place, row]));
  const unknown = users.filter((_, at) => !known.has(at + 1));
  const isFew = unknown.length <= MOST_LOOKED_UP;
  const lookedUp = isFew ? await lookUp(directory, unknown, signal) : new Map<string, FoundPerson>();
  return users.map((user, at) => {
    const row = known.get(at + 1);
    if (row) return ofSnapshot(user, row);
    const person = lookedUp.get(user);
    return person ? ofDirectory(user, person) : nobody(user, isFew);
  });
}

const ofSnapshot = (user: string, { several, externalId, name, enabled, member }: Known): FoundUser => ({
  user,
  name,
  enabled,
  member,
  externalId: several > 1 ? null : externalId,
  lookedUp: null,
  problem: several > 1 ? `${user} is the address of several people. Give the user principal name.` : null,
});

const ofDirectory = (user: string, person: FoundPerson): FoundUser => ({
  user,
  name: person.name,
  enabled: person.enabled,
  member: false,
  externalId: person.id,
  lookedUp: person,
  problem: null,
});

const nobody = (user: string, isSure: boolean): FoundUser => ({
  user,
  name: null,
  enabled: false,
  member: false,
  externalId: null,
  lookedUp: null,
  problem: isSure
    ? `The directory does not know ${user}.`
    : `${user} was not in the directory when it was last read.`,
});

async function lookUp(
  directory: Directory,
  users: readonly string[],
  signal?: AbortSignal,
): Promise<Map<string, FoundPerson>> {
  const found = new Map<string, FoundPerson>();
  for (let at = 0; at < users.length; at += TOGETHER) {
    const some = users.slice(at, at + TOGETHER);
    const people = await Promise.all(some.map((user) => directory.person(user, signal)));
    for (const [place, person] of people.entries()) if (person) found.set(some[place] ?? '', person);
  }
  return found;
}
