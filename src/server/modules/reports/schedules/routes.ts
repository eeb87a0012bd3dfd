import type { FastifyInstance } from 'fastify';
import type { PoolClient } from 'pg';
import {
  createSchedule,
  deleteSchedule as deleteScheduleCall,
  listSchedules,
  readSchedule,
  restoreSchedule,
  runSchedule,
  scheduleHistory,
  updateSchedule,
} from '#calls/schedules.ts';
import { conflict, invalid, notFound, Refusal } from '#kernel/errors.ts';
import { openDoor } from '#server/engine/door.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import type { Runner } from '#server/platform/database/database.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serve, serveChange, serveWhole } from '#server/platform/http/serve.ts';
import { presentJob } from '#server/platform/jobs/store.ts';
import { workVisibleTo } from '#server/policies/own-work.ts';
import { limitReports } from '../report-limit.ts';
import { enqueueRun, lookForDue } from './due.ts';
import { registerLeaving } from './leaving.ts';
import { registerOneClick } from './one-click.ts';
import { nextRun } from './next-run.ts';
import type { ScheduleParts } from './parts.ts';
import { present } from './present.ts';
import { runKeyOf, SCHEDULED, scheduleJob } from './schedule-job.ts';
import {
  addSchedule,
  changeSchedule,
  deleteSchedule,
  eventsOf,
  findSchedule,
  noteEvent,
  schedulesOf,
  type StoredSchedule,
  type Wanted,
} from './store.ts';
import { demandRecipients, subjectOf } from './subject.ts';

/** What is mailed at times: made, changed and followed here, and done by jobs. */
export async function registerSchedules(app: FastifyInstance, parts: ScheduleParts): Promise<void> {
  const { services, jobs } = parts;
  jobs.define(scheduleJob(parts));
  lookForDue(app, parts);
  await app.register(async (scope) => {
    const door = openDoor(scope, services);
    serveReading(door, parts);
    serveMaking(door, parts);
    serveStopping(door, parts);
    registerLeaving(door, parts);
  });
  await registerOneClick(app, parts);
}

const nextOf = (wanted: Pick<Wanted, 'active'> & Parameters<typeof nextRun>[0]): Date | null =>
  wanted.active ? nextRun(wanted, new Date()) : null;

/** A schedule that somebody sees: their own, of operators that of everybody. @throws {Refusal} 404 */
async function demandSeen(
  runner: Runner,
  id: number | null,
  actor: Actor,
  options: { deleted?: boolean; lock?: boolean } = {},
): Promise<StoredSchedule> {
  const schedule = await findSchedule(runner, id, { owner: workVisibleTo(actor), ...options });
  if (!schedule) throw notFound(`Schedule ${id}`);
  return schedule;
}

function serveReading(door: Door, parts: ScheduleParts): void {
  const { db } = parts;
  serveWhole(door, listSchedules, async ({ actor }) => {
    const data = [];
    for (const one of await schedulesOf(db, workVisibleTo(actor)))
      data.push(await present(parts, db, one, actor));
    return { data, meta: { total: data.length } };
  });
  serve(door, readSchedule, async ({ params: { id }, actor }) =>
    present(parts, db, await demandSeen(db, id, actor), actor),
  );
  serve(door, scheduleHistory, async ({ params: { id }, actor }) => {
    await demandSeen(db, id, actor);
    return eventsOf(db, id);
  });
}

/** Refuses what somebody may not have sent, or not to these. @throws {Refusal} 403, 422 */
async function demandSendable(
  parts: ScheduleParts,
  tx: PoolClient,
  wanted: Wanted,
  actor: Actor,
): Promise<void> {
  if (wanted.rhythm === 'weekly' && wanted.weekdays.length === 0)
    throw invalid([{ field: 'weekdays', message: 'Choose at least one day of the week.' }]);
  const left = new Set(wanted.left_out.map((address) => address.toLowerCase()));
  const again = wanted.recipients.find((address) => left.has(address.toLowerCase()));
  if (again !== undefined) {
    const message = `${again} took themselves out. Remove them from Taken Out first, if they want it again.`;
    throw invalid([{ field: 'recipients', message }]);
  }
  const subject = await subjectOf(parts, tx, wanted, actor);
  await demandRecipients(parts, subject, wanted.recipients, actor.email);
}

function serveMaking(door: Door, parts: ScheduleParts): void {
  serveChange(door, createSchedule, async (tx, { body, actor }) => {
    const wanted: Wanted = { ...body, left_out: [] };
    await demandSendable(parts, tx, wanted, actor);
    await parts.keepFirstRoles(tx, actor);
    const added = await addSchedule(tx, actor, wanted, nextOf(wanted));
    await noteEvent(tx, added.id, { by: actor.email, what: 'It was made.' });
    return present(parts, tx, added, actor);
  });

  serveChange(door, updateSchedule, async (tx, { params: { id }, body, actor }) => {
    const schedule = await demandSeen(tx, id, actor, { lock: true });
    const { lock_version: version, ...given } = body;
    if (version !== null && version !== schedule.lock_version)
      throw conflict(
        `${schedule.updated_by} changed this schedule meanwhile. Open it again, and save it then.`,
      );
    const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const wanted: Wanted = { ...schedule, ...changes };
    const isSwitched = Object.keys(changes).every((name) => name === 'active');
    // It is done with the rights of its owner, so nobody else says what is sent to whom.
    if (!isSwitched && schedule.owner !== actor.email)
      throw new Refusal(403, `Only ${schedule.owner} may change this schedule. You may pause or delete it.`);
    if (!isSwitched) await demandSendable(parts, tx, wanted, actor);
    const changed = await changeSchedule(tx, actor.email, schedule.id, wanted, nextOf(wanted));
    await noteEvent(tx, schedule.id, { by: actor.email, what: changeInWords(schedule, changed) });
    return present(parts, tx, changed, actor);
  });
}

const LABELS: Partial<Record<keyof Wanted, string>> = {
  name: 'name',
  report: 'report',
  view_id: 'saved view',
  parameters: 'the parameters of the report',
  period: 'days that it is about',
  rhythm: 'rhythm',
  weekdays: 'days of the week',
  at: 'time',
  time_zone: 'time zone',
  recipients: 'recipients',
  left_out: 'who is taken out',
};

/** What a change was, as a sentence. */
function changeInWords(before: StoredSchedule, after: StoredSchedule): string {
  const differs = (name: keyof Wanted) => JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  const changed = (Object.keys(LABELS) as (keyof Wanted)[]).filter(differs).map((name) => {
    const value = after[name];
    const isSaid = typeof value === 'string' || (Array.isArray(value) && value.length > 0);
    return `${LABELS[name]}${isSaid ? `: ${[value].flat().join(', ')}` : ''}`;
  });
  const switched = differs('active') ? [after.active ? 'It was resumed.' : 'It was paused.'] : [];
  const words = [...(changed.length > 0 ? [`It was changed: ${changed.join('; ')}.`] : []), ...switched];
  return words.join(' ') || 'It was saved without a change.';
}

function serveStopping(door: Door, parts: ScheduleParts): void {
  const { jobs, queue } = parts;
  serveChange(door, deleteScheduleCall, async (tx, { params: { id }, actor }) => {
    const schedule = await demandSeen(tx, id, actor, { lock: true });
    await noteEvent(tx, schedule.id, { by: actor.email, what: 'It was deleted.' });
    const deleted = await deleteSchedule(tx, actor.email, schedule, { isDeleted: true, nextRun: null });
    return present(parts, tx, deleted, actor);
  });

  serveChange(door, restoreSchedule, async (tx, { params: { id }, actor }) => {
    const schedule = await demandSeen(tx, id, actor, { deleted: true, lock: true });
    await noteEvent(tx, schedule.id, { by: actor.email, what: 'It was brought back.' });
    const back = { isDeleted: false, nextRun: nextOf(schedule) };
    return present(parts, tx, await deleteSchedule(tx, actor.email, schedule, back), actor);
  });

  serveChange(
    door,
    runSchedule,
    async (tx, { params: { id }, actor, request }) => {
      const schedule = await demandSeen(tx, id, actor, { lock: true });
      if (await jobs.isUnderWay(tx, SCHEDULED, runKeyOf(schedule.id)))
        throw conflict('It is being made and mailed already. Follow that job.');
      await limitReports(tx, actor.email, SCHEDULED);
      const run = { due: null, by: actor.email, requestId: request.id };
      return { job: presentJob(await enqueueRun(tx, jobs, schedule, run)) };
    },
    async (change) => {
      await queue.ready();
      const reply = await change();
      jobs.wake(SCHEDULED);
      return reply;
    },
  );
}
