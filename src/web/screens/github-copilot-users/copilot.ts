import type { UseQueryOptions } from '@tanstack/react-query';
import type { CopilotStanding } from '#kernel/directory/copilot-seats.ts';
import { githubCopilotUsers } from '#resources/github-copilot-users.ts';
import { api } from '#web/data/client.ts';
import type { RecordAnswer } from '#web/data/queries.ts';
import { JOBS, pauseOf } from '#web/data/work.ts';

export const PATH = `/${githubCopilotUsers.name}`;

/** How the seats are read. It lies among the jobs, since a job that ends has it asked for again. */
export function copilotQuery(): UseQueryOptions<CopilotStanding> {
  return {
    queryKey: [JOBS, 'copilot'],
    queryFn: async ({ signal }) =>
      (await api.get<RecordAnswer<CopilotStanding>>(`${PATH}/readings`, { signal })).data,
    refetchInterval: ({ state }) => pauseOf(state.data ? state.data.job_id !== null : false),
  };
}

/** When all organizations had been read; null where one never was. */
export function oldestReading({ organizations }: CopilotStanding): string | null {
  const moments = organizations.map(({ read_at: at }) => at);
  if (moments.length === 0 || moments.includes(null)) return null;
  return moments.reduce((one, other) => (one !== null && other !== null && other < one ? other : one));
}
