import type { Group, User } from '@microsoft/microsoft-graph-types/microsoft-graph.d.ts';
import { refuseInTransaction } from '#server/platform/database/open-transaction.ts';
import type { ProviderFailure } from '../common/interface.ts';
import { within } from '../common/within.ts';
import { type OpenedClient, openClient, pathOf, referenceTo } from './clients.ts';
import { graphFailure, type GraphCall } from './failure.ts';
import type { Directory, DirectoryAccess, ToldPage } from './interface.ts';
import {
  GROUP_FIELDS,
  groupOf,
  groupTold,
  personOf,
  personTold,
  type ToldGroup,
  type ToldUser,
  USER_FIELDS,
} from './told.ts';

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
const MEMBERS = 'GroupMember.ReadWrite.All';

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const query = (filter: string, fields: readonly string[]) =>
  `?$filter=${encodeURIComponent(filter)}&$select=${fields.join(',')}`;
const IS_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

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
    asked: GraphCall,
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
          .middlewareOptions([asked.effect === 'reads' ? patient(patienceSeconds) : once]);
        return (await (method === 'post' ? request.post(body) : request[method]())) as Answer;
      });
    } catch (error) {
      throw graphFailure(error, asked);
    }
  };
  const pageAt = async <Item>(path: string, asked: GraphCall, signal: AbortSignal | undefined) => {
    const answer = await call<unknown>(path, asked, signal);
    try {
      return pageOf<Item>(answer);
    } catch (error) {
      throw graphFailure(error, asked);
    }
  };

  /** Every page of a delta, from its beginning or from where another one ended. */
  async function* reading<Item, Told>(
    from: string,
    asked: GraphCall,
    read: (item: Item) => Told,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<ToldPage<Told>> {
    for (let path: string | null = pathOf(from); path !== null;) {
      const page: Page<Item> = await pageAt<Item>(path, asked, signal);
      const { '@odata.nextLink': next, '@odata.deltaLink': end } = page;
      if (next === undefined && end === undefined)
        throw graphFailure(new Error('The page leads nowhere.'), asked);
      path = next === undefined ? null : pathOf(next);
      yield {
        told: page.value.map(read),
        cursor: path === null && end !== undefined ? pathOf(end) : null,
        next: path,
      };
    }
  }

  const add = async (
    relation: 'members' | 'owners',
    asked: GraphCall,
    [group, person]: readonly [string, string],
    signal: AbortSignal | undefined,
  ) => {
    const body = { '@odata.id': referenceTo(access, person) };
    try {
      await call(`/groups/${encodeURIComponent(group)}/${relation}/$ref`, asked, signal, 'post', body);
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
      reading<ToldUser, ReturnType<typeof personTold>>(cursor ?? PEOPLE, READS_PEOPLE, personTold, signal),
    groups: (cursor, signal) =>
      reading<ToldGroup, ReturnType<typeof groupTold>>(cursor ?? GROUPS, READS_GROUPS, groupTold, signal),

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

    async groupsNamed(name, signal) {
      const found: Group[] = [];
      const first = `/groups${query(`displayName eq ${quoted(name.trim())}`, GROUP_FIELDS)}`;
      for (let path: string | null = first; path !== null;) {
        const page: Page<Group> = await pageAt<Group>(path, READS_GROUPS, signal);
        found.push(...page.value);
        path = page['@odata.nextLink'] === undefined ? null : pathOf(page['@odata.nextLink']);
      }
      return found.map(groupOf);
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
        const asked: GraphCall = {
          what: 'take somebody out of the group',
          effect: 'writes',
          permission: MEMBERS,
        };
        await call(path, asked, signal, 'delete');
        return 'removed';
      } catch (error) {
        const { cause } = error as ProviderFailure;
        if ((cause as { statusCode?: number } | undefined)?.statusCode === 404) return 'absent';
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
