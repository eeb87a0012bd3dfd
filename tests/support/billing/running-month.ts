import type { AnswerOf } from '#calls/call.ts';
import type { listRunningCosts } from '#calls/running-costs.ts';
import type { Api } from '../api.ts';
import { followJob } from '../follow-job.ts';

/** The running month, YYYY-MM, in UTC as the clouds count, and the folders of a month of AWS and of Azure. */
export const runningMonth = (): string => new Date().toISOString().slice(0, 7);

export function foldersOf(month: string): { aws: string; azure: string } {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const day = (at: number) => new Date(at).toISOString().slice(0, 10).replaceAll('-', '');
  const first = day(Date.UTC(year, number - 1, 1));
  return {
    aws: `${first}-${day(Date.UTC(year, number, 1))}`,
    azure: `${first}-${day(Date.UTC(year, number, 0))}`,
  };
}

/** Has the running month read, and waits for it. @param patience for what takes long, in milliseconds */
export async function refreshed(api: Api, patience?: number) {
  const { status, body, text } = await api.post<{ job: { id: string } }>('/running_costs/refresh', {});
  if (status !== 202) throw new Error(`Nothing was read: ${status} ${text}`);
  const job = await followJob(api, body.data.job.id, patience);
  return {
    ...job,
    problems: (job as unknown as { outcome: { problems: object[] } | null }).outcome?.problems,
  };
}

/** The running month as it is told. */
export async function running(api: Api, query = '') {
  const { status, body, text } = await api.get<object[]>(`/running_costs${query}`);
  if (status !== 200) throw new Error(`It is not told: ${status} ${text}`);
  return body as unknown as AnswerOf<typeof listRunningCosts>;
}
