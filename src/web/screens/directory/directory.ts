import type { UseQueryOptions } from '@tanstack/react-query';
import { directoryState, type DirectoryState } from '#calls/directory.ts';
import { adGroups } from '#resources/ad-groups.ts';
import { adMembershipChanges } from '#resources/ad-membership-changes.ts';
import { adPeople } from '#resources/ad-people.ts';
import { adPermissionSets } from '#resources/ad-permission-sets.ts';
import { queryOf } from '#web/data/call.ts';
import { pauseOf } from '#web/data/work.ts';

/** The parts that were not read yet, where only some were. */
export function unreadWords({ sources }: DirectoryState): string {
  const unread = sources.filter((source) => source.read_at === null).map(({ name }) => name);
  return unread.length < sources.length ? `Not read yet: ${unread.join(', ')}` : 'Not read yet';
}

/** The state of the directory, which is fetched more often while it is read. */
export function directoryQuery(): UseQueryOptions<DirectoryState> {
  return {
    ...queryOf(directoryState, {}),
    refetchInterval: ({ state }) => pauseOf(Boolean(state.data?.reading)),
  };
}

/** The models that a reading of the directory writes. */
export const READ_MODELS = [adGroups, adPeople, adPermissionSets, adMembershipChanges].map(
  ({ name }) => name,
);

/** How many rows of a part of a record are shown at a time. */
export const PART_SIZE = 25;

/** The members of the answers of these lists beside their rows. */
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
