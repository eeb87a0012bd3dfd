import type { Group, User } from '@microsoft/microsoft-graph-types/microsoft-graph.d.ts';
import { READS_GROUPS, READS_PEOPLE, type Calls } from './calls.ts';
import { GROUP_FIELDS, groupOf, personOf, USER_FIELDS } from './deltas.ts';
import { ProviderFailure } from '../common/interface.ts';
import type { GraphCall } from './failure.ts';
import type { Directory, FoundGroup, FoundPerson } from './interface.ts';

const READS_GROUPS_OF: GraphCall = { ...READS_GROUPS, what: 'read the groups of a person' };
/** Objects of a page of what somebody is in; Graph gives no more. */
const MEMBERSHIPS_OF_PAGE = 999;
const IS_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const query = (filter: string, fields: readonly string[]) =>
  `?$filter=${encodeURIComponent(filter)}&$select=${fields.join(',')}`;

/** The calls that find a person or groups by a name. */
export const lookups = ({ pages }: Calls): Pick<Directory, 'person' | 'groupsOf' | 'groupsNamed'> => ({
  async person(key, signal) {
    const wanted = key.trim();
    const filter = IS_ID.test(wanted)
      ? `id eq ${quoted(wanted)}`
      : `userPrincipalName eq ${quoted(wanted)} or mail eq ${quoted(wanted)}`;
    const found: FoundPerson[] = [];
    for await (const { value } of pages<User>(`/users${query(filter, USER_FIELDS)}`, READS_PEOPLE, signal))
      found.push(...value.map(personOf));
    const lower = wanted.toLowerCase();
    return (
      found.find(({ userPrincipalName }) => userPrincipalName.toLowerCase() === lower) ?? found[0] ?? null
    );
  },

  async groupsOf(person, signal) {
    if (!IS_ID.test(person) && !person.includes('@')) return null;
    const first = `/users/${encodeURIComponent(person)}/transitiveMemberOf?$select=id&$top=${MEMBERSHIPS_OF_PAGE}`;
    const found: string[] = [];
    try {
      for await (const { value } of pages<{ '@odata.type'?: string; id: string }>(
        first,
        READS_GROUPS_OF,
        signal,
      ))
        // They may be in roles and administrative units of the directory as well.
        for (const one of value) if (one['@odata.type'] === '#microsoft.graph.group') found.push(one.id);
      return found;
    } catch (error) {
      if (error instanceof ProviderFailure && error.status === 404) return null;
      throw error;
    }
  },

  async groupsNamed(name, signal) {
    const found: FoundGroup[] = [];
    const first = `/groups${query(`displayName eq ${quoted(name.trim())}`, GROUP_FIELDS)}`;
    for await (const { value } of pages<Group>(first, READS_GROUPS, signal))
      found.push(...value.map(groupOf));
    return found;
  },
});
