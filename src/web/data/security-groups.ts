import type { UseQueryOptions } from '@tanstack/react-query';
import type { ChangeableGroup, ChangeableMeta, ForeseenChange } from '#kernel/directory/security-groups.ts';
import { api, newIntent } from './client.ts';
import type { ListAnswer, RecordAnswer } from './queries.ts';

/** Where the cache has changes of groups, which are a model. */
const CHANGES = 'spinco_sg_changes';
/** Where the cache has the groups of the directory, which are a model. */
export const GROUPS = 'ad_groups';
/** How often what runs is looked at. */
const BUSY_MS = 1000;
const OFFERED = 50;
const MEMBERS = 100;
const LARGEST_PAGE = 1000;

export type Deed = 'add' | 'remove';

/** What a change is asked for with. */
export interface AskedChange {
  securityGroupName: string;
  /** Separated by semicolons. */
  users: string;
}

/** A change as its record tells it. */
export interface ToldChange {
  id: number;
  group_name: string;
  deed: Deed;
  user_count: number;
  done_count: number;
  failed_count: number;
  state: 'running' | 'done' | 'failed';
  requested_by: string;
  error: string | null;
  created_at: string;
  finished_at: string | null;
}

/** One user of a change. */
export interface ToldUser {
  user: string;
  name: string | null;
  state: string;
  message: string | null;
}

interface GroupsAnswer {
  data: ChangeableGroup[];
  meta: ChangeableMeta;
}

/** The groups that may be changed, of which some are told; the others are found by part of their name. */
export function groupsQuery(q: string): UseQueryOptions<GroupsAnswer> {
  return {
    queryKey: [GROUPS, 'changeable', q],
    queryFn: ({ signal }) =>
      api.get<GroupsAnswer>('/spinco_sgs', { query: { q: q || undefined, per_page: OFFERED }, signal }),
    staleTime: 10_000,
  };
}

/** Who is in a group. */
export function groupMembersQuery(
  id: number,
  q: string,
): UseQueryOptions<ListAnswer<{ id: number; name: string; email: string | null; chain: unknown[] }>> {
  return {
    queryKey: [GROUPS, 'members', id, q],
    queryFn: ({ signal }) =>
      api.get(`/ad_groups/${id}/members`, {
        query: { by_role: 'member', q: q || undefined, per_page: MEMBERS },
        signal,
      }),
  };
}

/** Whom a change would be about, and what is wrong with it so far. */
export function foreseeQuery(asked: AskedChange): UseQueryOptions<ForeseenChange> {
  return {
    queryKey: [GROUPS, 'foreseen', asked],
    queryFn: async ({ signal }) => {
      const body = { ...asked, dry_run: true };
      const options = { intent: newIntent(), signal };
      return (await api.post<RecordAnswer<ForeseenChange>>('/spinco_sgs/add', body, options)).data;
    },
    staleTime: 10_000,
  };
}

/** Asks for a change; answers it as it begins. */
export async function sendChange(deed: Deed, asked: AskedChange, intent: string): Promise<ToldChange> {
  const path = `/spinco_sgs/${deed}`;
  return (await api.post<RecordAnswer<{ spinco_sg_change: ToldChange }>>(path, asked, { intent })).data
    .spinco_sg_change;
}

/** A change as it goes on. */
export function changeQuery(id: number): UseQueryOptions<ToldChange> {
  return {
    queryKey: [CHANGES, 'record', id],
    queryFn: async ({ signal }) =>
      (await api.get<RecordAnswer<ToldChange>>(`/${CHANGES}/${id}`, { signal })).data,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? BUSY_MS : false),
  };
}

/** The last changes of a group, or of all of them. */
export function changesQuery(group: string, count: number): UseQueryOptions<ListAnswer<ToldChange>> {
  return {
    queryKey: [CHANGES, 'last', group, count],
    queryFn: ({ signal }) =>
      api.get<ListAnswer<ToldChange>>(`/${CHANGES}`, {
        query: { by_group_name: group || undefined, page: 1, per_page: count, sort: '-created_at' },
        signal,
      }),
    refetchInterval: ({ state }) =>
      state.data?.data.some((one) => one.state === 'running') ? BUSY_MS : false,
  };
}

/** Users of a change, and whether they were asked for after its end: then no state is to follow. */
interface ChangedUsers extends ListAnswer<ToldUser> {
  isOver: boolean;
}

/** A page of the users of a change. Its end has them asked for once more: the last look at it was before. */
export function changedUsersQuery(
  { id, state: stands, finished_at: end }: Pick<ToldChange, 'id' | 'state' | 'finished_at'>,
  state: string,
  page: number,
  perPage: number,
): UseQueryOptions<ChangedUsers> {
  const isOver = stands !== 'running';
  return {
    queryKey: [CHANGES, 'users', id, isOver && end, state, page, perPage],
    queryFn: async ({ signal }) => {
      const query = { by_state: state, page, per_page: perPage };
      return {
        ...(await api.get<ListAnswer<ToldUser>>(`/${CHANGES}/${id}/users`, { query, signal })),
        isOver,
      };
    },
    refetchInterval: isOver ? false : BUSY_MS,
  };
}

/** The users of a change that came to a state, all of them. */
export async function usersIn(id: number, state: string): Promise<string[]> {
  const users: string[] = [];
  for (let page = 1; ; page += 1) {
    const { data, meta } = await api.get<ListAnswer<ToldUser>>(`/${CHANGES}/${id}/users`, {
      query: { by_state: state, page, per_page: LARGEST_PAGE },
    });
    users.push(...data.map(({ user }) => user));
    if (data.length === 0 || users.length >= meta.total) return users;
  }
}

/**
 * Asks for the opposite of a change, of those users that it really changed; answers it as it begins, null where it
 * changed nobody.
 */
export async function reverseChange(change: ToldChange, intent: string): Promise<ToldChange | null> {
  const { id, deed, group_name: securityGroupName } = change;
  const users = await usersIn(id, deed === 'add' ? 'added' : 'removed');
  if (users.length === 0) return null;
  return sendChange(
    deed === 'add' ? 'remove' : 'add',
    { securityGroupName, users: users.join('; ') },
    intent,
  );
}
