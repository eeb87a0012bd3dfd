import type { Group, User } from '@microsoft/microsoft-graph-types/microsoft-graph.d.ts';
import { refuseInTransaction } from '#server/platform/database/open-transaction.ts';
import type { ProviderFailure } from '../common/interface.ts';
import { within } from '../common/within.ts';
import { type OpenedClient, openClient, pathOf, referenceTo } from './clients.ts';
import { graphFailure, type GraphCall } from './failure.ts';
import type { Directory, DirectoryAccess, DeltaPage } from './interface.ts';
import {
  GROUP_FIELDS,
  groupOf,
  groupDelta,
  personOf,
  personDelta,
  type DeltaGroup,
  type DeltaUser,
  USER_FIELDS,
} from './deltas.ts';

export interface DirectoryOptions {
  /** How long one call may take, its own repeats included. */
  callSeconds?: number;
  /** For how long a reading that is throttled waits by itself. */
  patienceSeconds?: number;
}

const CALL_SECONDS = 60;
const PATIENCE_SECONDS = 10;

const PEOPLE = `/users/delta?$select=${USER_FIELDS.join(',')}`;
const GROUPS = `/groups/delta?$select=${[...GROUP_FIELDS, 'members', 'owners'].join(',')}`;
const READS_PEOPLE: GraphCall = { what: 'read its people', effect: 'reads', permission: 'User.Read.All' };
const READS_GROUPS: GraphCall = { what: 'read its groups', effect: 'reads', permission: 'Group.Read.All' };
const READS_GROUPS_OF: GraphCall = {
  what: 'read the groups of a person',
  effect: 'reads',
  permission: 'Group.Read.All',
};
const MEMBERS = 'GroupMember.ReadWrite.All';

/** The status that Graph answered, of a failure of one of its calls. */
const statusOf = (error: unknown) =>
  ((error as ProviderFailure).cause as { statusCode?: number } | undefined)?.statusCode;

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const query = (filter: string, fields: readonly string[]) =>
  `?$filter=${encodeURIComponent(filter)}&$select=${fields.join(',')}`;
const IS_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A list has fewer pages; one without end is broken off. */
const MOST_PAGES = 1000;
/** Objects of a page of what somebody is in; Graph gives no more. */
const MEMBERSHIPS_OF_PAGE = 999;

interface Page<Item> {
  value: Item[];
  '@odata.nextLink'?: string;
  '@odata.deltaLink'?: string;
}

/** @throws {Error} for an answer that is no page */
function pageOf<Item>(answer: unknown): Page<Item> {
  const page = answer as Partial<Page<Item>> | null;
  if (typeof page !== 'object' || !Array.isArray(page?.value)) throw new Error('The answer is no page.');
  return { ...page, value: page.value };
}

/** The directory through Microsoft's official client of Graph, which is loaded with the first call. */
export function openDirectory(
  access: DirectoryAccess,
  { callSeconds = CALL_SECONDS, patienceSeconds = PATIENCE_SECONDS }: DirectoryOptions = {},
): Directory {
  let opening: Promise<OpenedClient> | null = null;
  const opened = () => {
    opening ??= openClient(access);
    return opening.catch((error: unknown) => {
      opening = null;
      throw error;
    });
  };

  /** One call, within its time; what reads is repeated where it is throttled for a moment. */
  const call = async <Answer>(
    path: string,
    purpose: GraphCall,
    signal: AbortSignal | undefined,
    method: 'get' | 'post' | 'delete' = 'get',
    body?: object,
  ): Promise<Answer> => {
    refuseInTransaction('The directory');
    try {
      const { client, ready, patient, once } = await opened();
      await ready();
      return await within(callSeconds, signal, async (ended) => {
        const request = client
          .api(path)
          .option('signal', ended)
          .middlewareOptions([purpose.effect === 'reads' ? patient(patienceSeconds) : once]);
        return (await (method === 'post' ? request.post(body) : request[method]())) as Answer;
      });
    } catch (error) {
      throw graphFailure(error, purpose);
    }
  };
  const pageAt = async <Item>(path: string, purpose: GraphCall, signal: AbortSignal | undefined) => {
    const answer = await call<unknown>(path, purpose, signal);
    try {
      return pageOf<Item>(answer);
    } catch (error) {
      throw graphFailure(error, purpose);
    }
  };

  /** Everything on the pages of a list. */
  const whole = async <Item>(first: string, purpose: GraphCall, signal: AbortSignal | undefined) => {
    const found: Item[] = [];
    let path: string | null = first;
    for (let pages = 0; path !== null; pages += 1) {
      if (pages === MOST_PAGES) throw graphFailure(new Error('The list does not end.'), purpose);
      const page: Page<Item> = await pageAt<Item>(path, purpose, signal);
      found.push(...page.value);
      path = page['@odata.nextLink'] === undefined ? null : pathOf(page['@odata.nextLink']);
    }
    return found;
  };

  /** Every page of a delta, from its beginning or from where another one ended. */
  async function* reading<Item, Delta>(
    from: string,
    purpose: GraphCall,
    read: (item: Item) => Delta,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<DeltaPage<Delta>> {
    for (let path: string | null = pathOf(from); path !== null;) {
      const page: Page<Item> = await pageAt<Item>(path, purpose, signal);
      const { '@odata.nextLink': next, '@odata.deltaLink': end } = page;
      if (next === undefined && end === undefined)
        throw graphFailure(new Error('The page leads nowhere.'), purpose);
      path = next === undefined ? null : pathOf(next);
      yield {
        items: page.value.map(read),
        cursor: path === null && end !== undefined ? pathOf(end) : null,
        next: path,
      };
    }
  }

  const add = async (
    relation: 'members' | 'owners',
    purpose: GraphCall,
    [group, person]: readonly [string, string],
    signal: AbortSignal | undefined,
  ) => {
    const body = { '@odata.id': referenceTo(access, person) };
    try {
      await call(`/groups/${encodeURIComponent(group)}/${relation}/$ref`, purpose, signal, 'post', body);
      return 'added' as const;
    } catch (error) {
      const { cause } = error as ProviderFailure;
      const { statusCode, message } = (cause ?? {}) as { statusCode?: number; message?: string };
      if (statusCode === 400 && /already exist/i.test(message ?? '')) return 'present' as const;
      throw error;
    }
  };

  return {
    reached:
      access.kind === 'simulator'
        ? { simulated: true, place: 'Simulator' }
        : { simulated: false, place: `Tenant ${access.tenantId}` },

    people: (cursor, signal) =>
      reading<DeltaUser, ReturnType<typeof personDelta>>(cursor ?? PEOPLE, READS_PEOPLE, personDelta, signal),
    groups: (cursor, signal) =>
      reading<DeltaGroup, ReturnType<typeof groupDelta>>(cursor ?? GROUPS, READS_GROUPS, groupDelta, signal),

    async person(key, signal) {
      const wanted = key.trim();
      const filter = IS_ID.test(wanted)
        ? `id eq ${quoted(wanted)}`
        : `userPrincipalName eq ${quoted(wanted)} or mail eq ${quoted(wanted)}`;
      const { value } = await pageAt<User>(`/users${query(filter, USER_FIELDS)}`, READS_PEOPLE, signal);
      const found = value.map(personOf);
      const lower = wanted.toLowerCase();
      return (
        found.find(({ userPrincipalName }) => userPrincipalName.toLowerCase() === lower) ?? found[0] ?? null
      );
    },

    async groupsOf(person, signal) {
      if (!IS_ID.test(person) && !person.includes('@')) return null;
      const first = `/users/${encodeURIComponent(person)}/transitiveMemberOf?$select=id&$top=${MEMBERSHIPS_OF_PAGE}`;
      try {
        const found = await whole<{ '@odata.type'?: string; id: string }>(first, READS_GROUPS_OF, signal);
        // They may be in roles and administrative units of the directory as well.
        return found.filter((one) => one['@odata.type'] === '#microsoft.graph.group').map(({ id }) => id);
      } catch (error) {
        if (statusOf(error) === 404) return null;
        throw error;
      }
    },

    async groupsNamed(name, signal) {
      const first = `/groups${query(`displayName eq ${quoted(name.trim())}`, GROUP_FIELDS)}`;
      return (await whole<Group>(first, READS_GROUPS, signal)).map(groupOf);
    },

    addMember: (group, person, signal) =>
      add(
        'members',
        { what: 'add somebody to the group', effect: 'writes', permission: MEMBERS },
        [group, person],
        signal,
      ),

    async removeMember(group, person, signal) {
      // Without its end this path would delete the person.
      const path = `/groups/${encodeURIComponent(group)}/members/${encodeURIComponent(person)}/$ref`;
      try {
        const purpose: GraphCall = {
          what: 'take somebody out of the group',
          effect: 'writes',
          permission: MEMBERS,
        };
        await call(path, purpose, signal, 'delete');
        return 'removed';
      } catch (error) {
        if (statusOf(error) === 404) return 'absent';
        throw error;
      }
    },

    addOwner: (group, person, signal) =>
      add(
        'owners',
        { what: 'make somebody an owner of the group', effect: 'writes', permission: 'Group.ReadWrite.All' },
        [group, person],
        signal,
      ),
  };
}
