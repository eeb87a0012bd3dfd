import { keepPreviousData, type UseQueryOptions } from '@tanstack/react-query';
import type { DirectoryState } from '#kernel/directory/directory-state.ts';
import { adGroups } from '#resources/ad-groups.ts';
import { adMembershipChanges } from '#resources/ad-membership-changes.ts';
import { adPeople } from '#resources/ad-people.ts';
import { adPermissionSets } from '#resources/ad-permission-sets.ts';
import { api } from '#web/data/client.ts';
import type { RecordAnswer } from '#web/data/queries.ts';
import { JOBS, pauseOf } from '#web/data/work.ts';
import type { Asked } from '#web/generic/list/use-part.ts';

/** What of all that is read was not read yet, where only some of it was. */
export function unreadWords({ sources }: DirectoryState): string {
  const unread = sources.filter((source) => source.read_at === null).map(({ name }) => name);
  return unread.length < sources.length ? `Not read yet: ${unread.join(', ')}` : 'Not read yet';
}

/** The state of the directory. It lies among the jobs, since a job that ends has it asked for again. */
export function directoryQuery(): UseQueryOptions<DirectoryState> {
  return {
    queryKey: [JOBS, 'directory'],
    queryFn: async ({ signal }) =>
      (await api.get<RecordAnswer<DirectoryState>>('/ad/state', { signal })).data,
    refetchInterval: ({ state }) => pauseOf(Boolean(state.data?.reading)),
  };
}

/** The models that a reading of the directory writes. */
export const READ_MODELS = [adGroups, adPeople, adPermissionSets, adMembershipChanges].map(
  ({ name }) => name,
);

/** How many rows of a part of a record are shown at a time. */
export const PART_SIZE = 25;

/** A page of `GET /api/<model>/<id>/<what>`; the one before stays until it comes. */
export function pageQuery<Answer>(
  model: string,
  id: number,
  what: 'access' | 'grants' | 'members',
  asked: Asked,
): UseQueryOptions<Answer> {
  const query = { ...asked, per_page: PART_SIZE };
  return {
    queryKey: [model, what, id, query],
    queryFn: ({ signal }) => api.get<Answer>(`/${model}/${id}/${what}`, { query, signal }),
    placeholderData: keepPreviousData,
  };
}

/** What the answers of these lists tell beside their rows. */
export interface PageMeta {
  meta: { total: number };
}

function timesAgo(times: number, unit: string): string {
  const whole = Math.floor(times);
  return `${whole} ${unit}${whole === 1 ? '' : 's'} ago`;
}

/** How long ago something was, as people say it: '5 minutes ago'. */
export function agoWords(from: string, now: number): string {
  const seconds = Math.max(0, (now - Date.parse(from)) / 1000);
  if (seconds < 60) return 'just now';
  if (seconds < 3600) return timesAgo(seconds / 60, 'minute');
  if (seconds < 86_400) return timesAgo(seconds / 3600, 'hour');
  return seconds < 2 * 86_400 ? 'yesterday' : timesAgo(seconds / 86_400, 'day');
}
