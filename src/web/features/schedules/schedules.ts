import type { InputOf } from '#calls/call.ts';
import {
  createSchedule,
  deleteSchedule,
  listSchedules,
  restoreSchedule,
  runSchedule,
  scheduleHistory,
  updateSchedule,
  type Schedule,
} from '#calls/schedules.ts';
import type { Period, Rhythm, Weekday } from '#kernel/schedule.ts';
import { change, queryOf, wholeQueryOf } from '#web/data/call.ts';
import { newIntent } from '#web/data/client.ts';

/** The values of the form of a schedule. */
export interface ScheduleValues {
  name: string;
  report: string | null;
  view_id: number | null;
  parameters: Record<string, unknown>;
  period: Period | null;
  rhythm: Rhythm;
  weekdays: Weekday[];
  at: string;
  time_zone: string;
  recipients: string[];
  active: boolean;
  left_out: string[];
}

export const schedulesQuery = wholeQueryOf(listSchedules, {});

export const historyQuery = ({ id, last_run: version }: Schedule) =>
  queryOf(scheduleHistory, { id: String(id) }, version === null ? {} : { version });

/** A change of some members: the others stay as they are. */
const only = (some: Partial<InputOf<typeof updateSchedule>>) => some as InputOf<typeof updateSchedule>;

const addressed = ({ id }: Pick<Schedule, 'id'>) => ({ id: String(id) });

/** Saves a schedule: a new one, or what differs of the one that is there. */
export function saveSchedule(
  schedule: Schedule | null,
  { left_out: leftOut, ...values }: ScheduleValues,
  intent: string,
): Promise<Schedule> {
  if (!schedule) return change(createSchedule, values, intent);
  const input = { ...addressed(schedule), ...values, left_out: leftOut, lock_version: schedule.lock_version };
  return change(updateSchedule, input, intent);
}

export const switchSchedule = (schedule: Schedule): Promise<Schedule> =>
  change(updateSchedule, { ...addressed(schedule), ...only({ active: !schedule.active }) }, newIntent());

export const removeSchedule = (schedule: Schedule): Promise<Schedule> =>
  change(deleteSchedule, addressed(schedule), newIntent());

export const bringBack = (schedule: Schedule): Promise<Schedule> =>
  change(restoreSchedule, addressed(schedule), newIntent());

export const runNow = (schedule: Schedule) => change(runSchedule, addressed(schedule), newIntent());

/** The state of a schedule, in a word beside a dot. */
export function shownState({ active, last_result: result }: Schedule): { word: string; color: string } {
  if (!active) return { word: 'Paused', color: 'gray' };
  if (result === 'failed') return { word: 'Failed', color: 'red' };
  return { word: 'Active', color: 'teal' };
}
