import { z } from 'zod';
import { text } from '#kernel/fields/text.ts';
import { isEmailAddress } from '#kernel/reading/email.ts';
import { PERIODS, RHYTHMS, TIME_OF_DAY, WEEKDAYS, type Period, type Rhythm } from '#kernel/schedule.ts';
import { isTimeZone } from '#kernel/time-zones.ts';
import { defineCall } from './call.ts';
import { fieldMembers, versionGiven } from './fields.ts';
import { idOf, moment, oneOf } from './shapes.ts';
import { job } from './work.ts';

/*
 * Reports and saved views that are mailed at times, and the link by which a recipient takes themselves out.
 */

// What is shown of a schedule changes with its jobs.
const OF_SCHEDULES = {
  tag: 'Schedules',
  topic: 'jobs',
  right: 'signed_in',
  wrapper: ['schedule', 'schedules'],
} as const;

const MOST_RECIPIENTS = 50;
const wordsOf = <W extends string>(names: Record<W, string>) => Object.keys(names) as [W, ...W[]];
const rhythm = oneOf<[Rhythm, ...Rhythm[]]>(wordsOf(RHYTHMS));
const period = oneOf<[Period, ...Period[]]>(wordsOf(PERIODS));
const RECIPIENTS_WANTED = `Recipients must be a list of at most ${MOST_RECIPIENTS} email addresses.`;

const addresses = (wanted: string) =>
  z
    .array(
      z.string(wanted).refine(isEmailAddress, {
        error: ({ input }) =>
          `${String(input).slice(0, 80)} is no email address, such as jane.doe@example.com.`,
      }),
      wanted,
    )
    .max(MOST_RECIPIENTS, wanted)
    .transform((given) => [...new Map(given.map((one) => [one.toLowerCase(), one])).values()]);

const schedule = z.object({
  id: z.int(),
  name: z.string().describe('What it is called'),
  report: z.string().nullable().describe('The report that it sends; null where it sends a saved view.'),
  view_id: z
    .int()
    .nullable()
    .describe('The saved view whose rows it sends as a CSV file; null for a report.'),
  model: z.string().nullable().describe('The model whose list the saved view is of; null for a report.'),
  what: z.string().describe('What it sends, in words'),
  parameters: z.record(z.string(), z.unknown()).describe('The parameters of the report, by its fields.'),
  period: period
    .nullable()
    .describe('Which days the report is about, seen from the day on which it is made.'),
  rhythm,
  weekdays: z.array(z.enum(WEEKDAYS)),
  at: z.string().describe('HH:MM'),
  time_zone: z.string(),
  when: z.string().describe('When it is sent, in words'),
  recipients: z.array(z.string()).describe('None where the report itself says who gets it.'),
  left_out: z.array(z.string()).describe('Who took themselves out, and gets nothing of it.'),
  active: z.boolean().describe('false: it is paused.'),
  owner: z.object({
    email: z.string().describe('With whose rights it is done'),
    name: z.string().nullable(),
  }),
  next_run: moment.nullable(),
  last_run: moment.nullable(),
  last_result: z.enum(['sent', 'failed']).nullable(),
  last_error: z.string().nullable().describe('Why nothing was sent the last time.'),
  last_job: z.string().nullable().describe('The id of the job that did it last.'),
  may_change: z.boolean().describe('Whether the person may change it: who made it.'),
  may_stop: z.boolean().describe('Whether the person may pause, resume and delete it, and have it done now.'),
  lock_version: z.int(),
  created_at: moment,
  updated_at: moment,
  updated_by: z.string().describe('The address of who changed it last'),
});
/** A report or a saved view that is mailed at times. */
export type Schedule = z.output<typeof schedule>;

const NAME = { name: text('Name', { max: 80 }) };
const params = z.strictObject({ id: idOf('Schedule') });
const ZONE_WANTED = 'Time Zone must be the name of a time zone, such as Europe/Berlin.';
const AT_WANTED = 'must be a time of day such as 07:30.';

const given = {
  report: z.string('must be the name of a report.').nullable().describe('The name of a report; or null.'),
  view_id: z.int('must be the id of a saved view.').nullable().describe('The id of a saved view; or null.'),
  parameters: z.record(z.string(), z.unknown(), 'must be an object of values by field.'),
  period: period.nullable(),
  rhythm,
  weekdays: z.array(oneOf(WEEKDAYS), 'must be a list of days of the week.'),
  at: z.string(AT_WANTED).regex(TIME_OF_DAY, AT_WANTED),
  time_zone: z
    .string(ZONE_WANTED)
    .refine(isTimeZone, ZONE_WANTED)
    .describe('A name of the time zone database.'),
  recipients: addresses(RECIPIENTS_WANTED),
  active: z.boolean('must be true or false.'),
};

/** The schedules that somebody sees. */
export const listSchedules = defineCall({
  ...OF_SCHEDULES,
  method: 'GET',
  path: '/schedules',
  summary: 'List what is mailed at times: one’s own, and for operators that of everybody',
  success: 'All of them',
  data: z.array(schedule),
  meta: z.object({ total: z.int() }),
});

/** One schedule. */
export const readSchedule = defineCall({
  ...OF_SCHEDULES,
  method: 'GET',
  path: '/schedules/:id',
  summary: 'Read a schedule',
  success: 'As it is now',
  refusals: [404],
  params,
  data: schedule,
});

const event = z.object({
  id: z.int(),
  at: moment,
  by: z.string().describe('The address of who did it'),
  what: z.string().describe('What happened, as a sentence'),
  job: z.string().nullable().describe('The id of the job that did it.'),
});
/** Something that happened to a schedule. */
export type ScheduleEvent = z.output<typeof event>;

/** What happened to a schedule. */
export const scheduleHistory = defineCall({
  ...OF_SCHEDULES,
  method: 'GET',
  path: '/schedules/:id/history',
  summary: 'Read what happened to a schedule: changes, what was sent, and who took themselves out',
  success: 'The newest first',
  refusals: [404],
  params,
  data: z.array(event),
});

/** Makes a schedule. */
export const createSchedule = defineCall({
  ...OF_SCHEDULES,
  method: 'POST',
  path: '/schedules',
  summary: 'Have a report or a saved view mailed at times',
  success: 'It is made',
  status: 201,
  refusals: [409, 422],
  body: z.strictObject({
    ...fieldMembers(NAME, 'create'),
    report: given.report.default(null),
    view_id: given.view_id.default(null),
    parameters: given.parameters.default({}),
    period: given.period.default(null),
    rhythm: given.rhythm,
    weekdays: given.weekdays.default([]),
    at: given.at,
    time_zone: given.time_zone.default('UTC'),
    recipients: given.recipients.default([]),
    active: given.active.default(true),
  }),
  data: schedule,
});

/** Changes a schedule. */
export const updateSchedule = defineCall({
  ...OF_SCHEDULES,
  method: 'PUT',
  path: '/schedules/:id',
  summary: 'Change, pause or resume a schedule',
  success: 'As it is now',
  refusals: [404, 409, 422],
  params,
  body: z.strictObject({
    ...fieldMembers(NAME, 'update'),
    ...z.object(given).partial().shape,
    left_out: addresses('Taken Out must be a list of email addresses.')
      .optional()
      .describe('Who took themselves out; whoever is no longer named gets it again.'),
    lock_version: versionGiven,
  }),
  data: schedule,
});

/** Deletes a schedule. */
export const deleteSchedule = defineCall({
  ...OF_SCHEDULES,
  method: 'DELETE',
  path: '/schedules/:id',
  summary: 'Delete a schedule',
  success: 'The schedule that was deleted',
  refusals: [404],
  params,
  data: schedule,
});

/** Brings a deleted schedule back. */
export const restoreSchedule = defineCall({
  ...OF_SCHEDULES,
  method: 'POST',
  path: '/schedules/:id/restore',
  summary: 'Bring a deleted schedule back',
  success: 'As it is again',
  refusals: [404, 409],
  params,
  data: schedule,
});

/** Does what a schedule does at once, beside its times. */
export const runSchedule = defineCall({
  ...OF_SCHEDULES,
  method: 'POST',
  path: '/schedules/:id/run',
  summary: 'Send what a schedule sends at once',
  description: 'Answers 202 with a job; follow it at /api/jobs/{id}. Its next time stays what it is.',
  success: 'It is made, and mailed',
  status: 202,
  refusals: [404, 409, 429],
  params,
  data: z.object({ job }),
});

const OF_LINK = { tag: 'Schedules', topic: 'jobs', path: '/unsubscribe', right: 'public' } as const;
const credential = z.string().max(200).default('').describe('That of the link');
const leaving = z.object({
  schedule: z.string().describe('What the schedule is called'),
  address: z.string().describe('Whom the mail went to'),
  left: z.boolean().describe('Whether they are taken out.'),
});
/** The content of the link of a mail. */
export type Leaving = z.output<typeof leaving>;

/** The content of a link; it changes nothing. */
export const lookAtLeaving = defineCall({
  ...OF_LINK,
  method: 'GET',
  summary: 'What the link of a scheduled mail is about; it changes nothing',
  success: 'The schedule, and whom the mail went to',
  refusals: [403],
  query: z.strictObject({ credential }),
  data: leaving,
});

/** Takes an address out of a schedule. */
export const leaveSchedule = defineCall({
  ...OF_LINK,
  method: 'POST',
  summary: 'Get no more of a scheduled mail, by its link',
  success: 'The address is taken out',
  refusals: [403],
  query: z.strictObject({ credential }),
  data: leaving,
});
