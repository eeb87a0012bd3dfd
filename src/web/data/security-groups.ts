import type { UseQueryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '#calls/call.ts';
import { membersOfGroup } from '#calls/reach.ts';
import {
  changeUsers,
  listChangeable,
  listChangedUsers,
  type ChangedUser,
  type ChangePreview,
  type GroupChange,
} from '#calls/security-groups.ts';
import { LARGEST_PAGE_SIZE } from '#calls/shapes.ts';
import { change, fetchWhole, previewOf, wholeQueryOf } from './call.ts';
import { api } from './client.ts';
import type { ListAnswer, RecordAnswer } from './queries.ts';

/** Where the cache has changes of groups, which are a model. */
const CHANGES = 'spinco_sg_changes';
/** Where the cache has the groups of the directory, which are a model. */
export const GROUPS = 'ad_groups';
/** How often what runs is looked at. */
const BUSY_MS = 1000;
const OFFERED = 50;
const MEMBERS = 100;

export type Deed = GroupChange['deed'];

/** The input of a change. */
export interface ChangeInput {
  securityGroupName: string;
  /** Separated by semicolons. */
  users: string;
}

/** The groups that may be changed, of which only some are listed; the others are found by part of their name. */
export function groupsQuery(q: string): UseQueryOptions<AnswerOf<typeof listChangeable>> {
  return { ...wholeQueryOf(listChangeable, { q, per_page: OFFERED }), staleTime: 10_000 };
}

/** Who is in a group. */
export const groupMembersQuery = (id: number, q: string) =>
  wholeQueryOf(membersOfGroup, { id, by_role: 'member', q, per_page: MEMBERS });

/** Whom a change would be about, and what is wrong with it so far. */
export function previewQuery(input: ChangeInput): UseQueryOptions<ChangePreview> {
  return {
    queryKey: [GROUPS, 'preview', input],
    queryFn: async ({ signal }) => (await previewOf(changeUsers.add, { ...input }, { signal })).data,
    staleTime: 10_000,
  };
}

/** Requests a change; returns it as it begins. */
export async function sendChange(deed: Deed, input: ChangeInput, intent: string): Promise<GroupChange> {
  return (await change(changeUsers[deed], { ...input }, intent)).spinco_sg_change;
}

/** A change as it goes on. */
export function changeQuery(id: number): UseQueryOptions<GroupChange> {
  return {
    queryKey: [CHANGES, 'record', id],
    queryFn: async ({ signal }) =>
      (await api.get<RecordAnswer<GroupChange>>(`/${CHANGES}/${id}`, { signal })).data,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? BUSY_MS : false),
  };
}

/** The last changes of a group, or of all of them. */
export function changesQuery(group: string, count: number): UseQueryOptions<ListAnswer<GroupChange>> {
  return {
    queryKey: [CHANGES, 'last', group, count],
    queryFn: ({ signal }) =>
      api.get<ListAnswer<GroupChange>>(`/${CHANGES}`, {
        query: { by_group_name: group || undefined, page: 1, per_page: count, sort: '-created_at' },
        signal,
      }),
    refetchInterval: ({ state }) =>
      state.data?.data.some((one) => one.state === 'running') ? BUSY_MS : false,
  };
}

/** Users of a change, and whether they were fetched after its end: then no state is to follow. */
type ChangedUsers = AnswerOf<typeof listChangedUsers> & { isOver: boolean };

/** A page of the users of a change. Its end has them fetched once more: the last look at it was before. */
export function changedUsersQuery(
  { id, state: changeState, finished_at: end }: Pick<GroupChange, 'id' | 'state' | 'finished_at'>,
  state: ChangedUser['state'] | 'All',
  page: number,
  perPage: number,
): UseQueryOptions<ChangedUsers> {
  const isOver = changeState !== 'running';
  return {
    queryKey: [CHANGES, 'users', id, isOver && end, state, page, perPage],
    queryFn: async ({ signal }) => {
      const wanted = { id, by_state: state, page, per_page: perPage };
      return { ...(await fetchWhole(listChangedUsers, wanted, { signal })), isOver };
    },
    refetchInterval: isOver ? false : BUSY_MS,
  };
}

/** The users of a change that came to a state, all of them. */
export async function usersIn(id: number, state: ChangedUser['state']): Promise<string[]> {
  const users: string[] = [];
  for (let page = 1; ; page += 1) {
    const wanted = { id, by_state: state, page, per_page: LARGEST_PAGE_SIZE };
    const { data, meta } = await fetchWhole(listChangedUsers, wanted);
    users.push(...data.map(({ user }) => user));
    if (data.length === 0 || users.length >= meta.total) return users;
  }
}

/**
 * Requests the opposite of a change, of those users that it really changed; answers it as it begins, null where it
 * changed nobody.
 */
export async function reverseChange(changed: GroupChange, intent: string): Promise<GroupChange | null> {
  const { id, deed, group_name: securityGroupName } = changed;
  const users = await usersIn(id, deed === 'add' ? 'added' : 'removed');
  if (users.length === 0) return null;
  return sendChange(
    deed === 'add' ? 'remove' : 'add',
    { securityGroupName, users: users.join('; ') },
    intent,
  );
}
