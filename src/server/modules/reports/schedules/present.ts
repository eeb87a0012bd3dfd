import type { Schedule } from '#calls/schedules.ts';
import { whenInWords } from '#kernel/schedule.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { workVisibleTo } from '#server/policies/own-work.ts';
import type { ScheduleParts } from './parts.ts';
import type { StoredSchedule } from './store.ts';
import { subjectInWords } from './subject.ts';

/** A schedule as it is answered to somebody. */
export async function present(
  parts: ScheduleParts,
  runner: Runner,
  schedule: StoredSchedule,
  actor: Actor,
): Promise<Schedule> {
  const { owner, owner_name: name, weekdays, ...rest } = schedule;
  const isOwn = owner === actor.email;
  return {
    ...rest,
    weekdays: [...weekdays],
    ...(await subjectInWords(parts, runner, schedule)),
    when: whenInWords(schedule),
    owner: { email: owner, name },
    may_change: isOwn,
    may_stop: isOwn || workVisibleTo(actor) === null,
  };
}
