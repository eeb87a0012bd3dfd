import type { UseQueryOptions } from '@tanstack/react-query';
import { seatReadings, type SeatReadings } from '#calls/copilot-seats.ts';
import { queryOf } from '#web/data/call.ts';
import { pauseOf } from '#web/data/work.ts';

/** How the seats are read. */
export const copilotQuery = (): UseQueryOptions<SeatReadings> => ({
  ...queryOf(seatReadings, {}),
  refetchInterval: ({ state }) => pauseOf(state.data ? state.data.job_id !== null : false),
});

/** When all organizations had been read; null where one never was. */
export function oldestReading({ organizations }: SeatReadings): string | null {
  const moments = organizations.map(({ read_at: at }) => at);
  if (moments.length === 0 || moments.includes(null)) return null;
  return moments.reduce((one, other) => (one !== null && other !== null && other < one ? other : one));
}
