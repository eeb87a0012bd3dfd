import type { FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import { Refusal } from '#kernel/errors.ts';
import { whenInWords } from '#kernel/schedule.ts';
import { csvExport } from '#server/engine/lists/csv-export.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import { inZone, today } from '#server/platform/database/today.ts';
import { actorOf } from '#server/platform/http/request-actor.ts';
import type { ComeBack, JobContext, JobKind, LastStep } from '#server/platform/jobs/kind.ts';
import { GREETING } from '#server/platform/mail/outbox.ts';
import { rowsInWords, type Letter, type MadeReport } from '../made-report.ts';
import { builtBefore, storeReportFile } from '../report-file.ts';
import { ADDRESS, BUILD, MAIL, make, reportMail } from '../report-job.ts';
import { makeLink } from './links.ts';
import { nextRun } from './next-run.ts';
import type { ScheduledView, ScheduleParts } from './parts.ts';
import { UNSUBSCRIBE_PAGE } from './one-click.ts';
import { endRun, findSchedule, noteEvent, type StoredSchedule } from './store.ts';
import { demandRecipients, subjectOf, type Subject } from './subject.ts';

/** Names the jobs that do what schedules do. */
export const SCHEDULED = 'scheduled_report';

const ATTEMPTS = 5;
/** Schedules that are due at the same time wait for each other, two at a time. */
const TOGETHER = 2;

const inputOf = z.object({
  schedule: z.int(),
  /** The time that it is done for; null where somebody had it done beside its times. */
  due: z.string().nullable(),
});

/** Names the work of one schedule, of which one is under way at a time. */
export const runKeyOf = (id: number): string => `schedule ${id}`;

/**
 * Makes and mails what a schedule sends, with the rights that its owner has by then. The mails, the next time of the schedule and
 * the end of the job commit together, so each due time is mailed once; a failure is kept, and moves on to the next time as well.
 */
export function scheduleJob(parts: ScheduleParts): JobKind {
  return {
    name: SCHEDULED,
    attempts: ATTEMPTS,
    concurrency: TOGETHER,
    steps: [ADDRESS, BUILD, MAIL],
    guard: (request, input) => guardRun(parts, request, inputOf.parse(input).schedule),
    async run(context) {
      const { schedule: id, due } = inputOf.parse(context.input);
      const schedule = await findSchedule(parts.db, id);
      if (!schedule) throw new Refusal(409, 'The schedule was deleted.');
      // What was paused after its time had come is not sent.
      if (due !== null && !schedule.active) return async () => ({ note: 'The schedule is paused.' });
      // Days are those of the zone in which its time is given.
      return inZone(schedule.time_zone, () => runOf(parts, schedule, due, context));
    },
    async failed(tx, { id: job, input, requestId }, reason) {
      const { schedule: id, due } = inputOf.parse(input);
      const schedule = await findSchedule(tx, id, { lock: true });
      if (!schedule) return;
      await endRun(tx, id, { job, error: reason, due, next: nextAfter(schedule, due) });
      await noteEvent(tx, id, { by: schedule.owner, what: `Nothing was sent: ${reason}`, job });
      if (schedule.last_result !== 'failed') await mailOwner(parts, tx, schedule, reason, requestId);
    },
  };
}

/** Who may have it done now, or tried again: whoever made it, and who sees the work of all. @throws {Refusal} 403 */
async function guardRun(parts: ScheduleParts, request: FastifyRequest, id: number): Promise<void> {
  const actor = actorOf(request);
  const schedule = await findSchedule(parts.db, id);
  if (!schedule || schedule.owner === actor.email) return;
  parts.services.demand(actor, 'see_work_of_all');
}

/** The next time after the one that it was done for and after now: what was missed meanwhile is not made up for. */
const nextAfter = (schedule: StoredSchedule, due: string | null): Date | null =>
  schedule.active
    ? nextRun(schedule, new Date(Math.max(Date.now(), due === null ? 0 : Date.parse(due))))
    : null;

async function runOf(
  parts: ScheduleParts,
  schedule: StoredSchedule,
  due: string | null,
  context: JobContext,
): Promise<LastStep | ComeBack> {
  await context.step(ADDRESS);
  const { owner, owner_name: name, recipients } = schedule;
  const actor: Actor = { email: owner, name, roles: await parts.rolesNow(parts.db, owner), via: 'session' };
  const subject = await subjectOf(parts, parts.db, schedule, actor);
  await demandRecipients(parts, subject, recipients, owner);
  const made = await madeOf(parts, schedule, { subject, actor }, context);
  await context.step(MAIL);
  return (tx) =>
    inZone(schedule.time_zone, () => mailAll(parts, tx, schedule, { subject, made, due }, context));
}

/** What each recipient gets. */
async function madeOf(
  { db, services }: ScheduleParts,
  { recipients, left_out: leftOut }: StoredSchedule,
  { subject, actor }: { subject: Subject; actor: Actor },
  context: JobContext,
): Promise<MadeReport> {
  const left = new Set(leftOut.map((address) => address.toLowerCase()));
  if (subject.is === 'report') {
    const content = { services, db, values: subject.values };
    return make(db, subject.served, context, content, recipients, left);
  }
  await context.step(BUILD);
  const { view } = subject;
  const { file, rows } =
    (await builtBefore(db, context)) ?? (await buildCsv({ db, services }, view, actor, context));
  const lines = [
    `the rows of the list ${view.resource.label[1]} in its view ${view.name} are attached as a CSV file:`,
  ];
  return {
    letters: recipients
      .filter((address) => !left.has(address.toLowerCase()))
      .map((to) => ({ to, lines: [...lines, '', ...rowsInWords(rows)], files: [file.id] })),
    result: { file: file.name, rows },
  };
}

/** The rows of a view that somebody sees, in the columns that its list is downloaded with. */
async function buildCsv(
  { db, services }: Pick<ScheduleParts, 'db' | 'services'>,
  { resource, query }: ScheduledView,
  actor: Actor,
  context: JobContext,
) {
  const { csv, label } = resource;
  if (!csv) throw new Error(`${label[1]} have no CSV file.`);
  const rows: Record<string, number> = { [label[1]]: 0 };
  const onRows = (count: number) => {
    context.signal.throwIfAborted();
    rows[label[1]] = count;
  };
  const content = await csvExport(services.registry, resource, csv, services.listsFor({ actor }, resource), {
    query,
    onRows,
  });
  const named = { name: `${csv.file}${today()}.csv`, contentType: 'text/csv' };
  const file = await storeReportFile(db, context, named, content);
  await context.save({ file: file.id, rows });
  return { file, rows };
}

interface Run {
  subject: Subject;
  made: MadeReport;
  due: string | null;
}

/** Writes the mails, and moves the schedule on, in the transaction that ends the job. */
async function mailAll(
  parts: ScheduleParts,
  tx: PoolClient,
  { id }: StoredSchedule,
  { subject, made, due }: Run,
  context: JobContext,
): Promise<Record<string, unknown>> {
  const schedule = await findSchedule(tx, id, { lock: true });
  if (!schedule) return { note: 'The schedule was deleted meanwhile, so nothing was sent.' };
  // Somebody may have taken themselves out while it was made.
  const left = new Set(schedule.left_out.map((address) => address.toLowerCase()));
  const letters = made.letters.filter(({ to }) => !left.has(to.toLowerCase()));
  const title = subject.is === 'view' ? schedule.name : subject.served.report.subject;
  const mails: number[] = [];
  for (const letter of letters) mails.push(await mailOne(parts, tx, schedule, title, letter, context));
  const job = context.id;
  await endRun(tx, id, { job, error: null, due, next: nextAfter(schedule, due) });
  const what = `It was sent to ${letters.length === 1 ? '1 recipient' : `${letters.length} recipients`}.`;
  await noteEvent(tx, id, { by: context.createdBy, what, job });
  return { mails: letters.length, ...(mails.length === 1 && { mail: mails[0] }), ...made.result };
}

async function mailOne(
  { config: { publicUrl }, outbox }: ScheduleParts,
  tx: PoolClient,
  schedule: StoredSchedule,
  title: string,
  letter: Letter,
  context: JobContext,
): Promise<number> {
  const credential = await makeLink(tx, { schedule: schedule.id, address: letter.to });
  const unsubscribe = `${publicUrl}${UNSUBSCRIBE_PAGE}?${new URLSearchParams({ credential })}`;
  const last = [
    `It comes by the schedule ${schedule.name} of ${schedule.owner}: ${whenInWords(schedule)}.`,
    'To get no more of it, open this link and press the button. No sign-in is needed:',
    '',
    unsubscribe,
  ].join('\n');
  return outbox.put(tx, { ...reportMail(title, letter, last, context), unsubscribe });
}

/** Mails the owner of a schedule that nothing was sent: once, until it is sent again. */
async function mailOwner(
  { config: { publicUrl }, outbox }: ScheduleParts,
  tx: PoolClient,
  { id, name, owner, active }: StoredSchedule,
  reason: string,
  requestId: string,
): Promise<void> {
  const text = [
    GREETING,
    '',
    `your schedule ${name} was due, and nothing was sent:`,
    '',
    `  ${reason}`,
    '',
    active ? 'It is tried again at its next time; you are not notified of that again.' : 'It is paused.',
    `See ${publicUrl}/auth/schedules?open=${id}.`,
    '',
    'Skyledger',
    '',
  ].join('\n');
  const mail = { to: owner, subject: `Nothing was sent: ${name}`, text, files: [] };
  await outbox.put(tx, { ...mail, createdBy: owner, requestId });
}
