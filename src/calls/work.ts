import { z } from 'zod';
import { JOB_STATES, jobShape, MAIL_STATES, mailShape } from '#kernel/work.ts';
import { defineCall, defineFileCall } from './call.ts';
import { idOf, uuidOf, workListMembers, workListMeta } from './shapes.ts';

/*
 * Work in the background and outgoing mail. People see their own, operators all of it.
 */

/** A job, as calls answer it. */
export const job = z.object(jobShape.shape).meta({ id: 'job', title: 'Job' });
const mail = z.object(mailShape.shape).meta({ id: 'mail', title: 'Mail' });

/** The members of calls that request work of which one is under way at a time, such as reading all of a cloud. */
export const OF_SOLE_JOB = {
  method: 'POST',
  topic: 'jobs',
  description: 'Answers 202 with a job; follow it at /api/jobs/{id}. 409 while one is under way.',
  success: 'They are read',
  status: 202,
  refusals: [409, 422],
  data: z.object({ job }),
} as const;

const OF_JOBS = { tag: 'Jobs', topic: 'jobs', right: 'signed_in' } as const;
const jobParams = z.strictObject({ id: uuidOf('Job') });

/** The fields that the list of jobs can be ordered by. */
const JOB_SORTS = ['title', 'kind', 'state', 'created_by', 'created_at', 'finished_at'] as const;
export type JobSort = (typeof JOB_SORTS)[number];

/** A page of the jobs. */
export const listJobs = defineCall({
  ...OF_JOBS,
  method: 'GET',
  path: '/jobs',
  summary: 'List background jobs, the newest first',
  success: 'A page of them',
  query: z.strictObject(workListMembers(JOB_SORTS, JOB_STATES)),
  data: z.array(job),
  meta: workListMeta(JOB_STATES),
});

/** One job. */
export const readJob = defineCall({
  ...OF_JOBS,
  method: 'GET',
  path: '/jobs/:id',
  summary: 'Follow a background job',
  success: 'The job',
  refusals: [404],
  params: jobParams,
  data: job,
});

/** The file that the outcome of a job names. */
export const jobFile = defineFileCall({
  ...OF_JOBS,
  method: 'GET',
  path: '/jobs/:id/file',
  summary: 'Download the file that the outcome of a background job names',
  success: 'The file',
  refusals: [404],
  params: jobParams,
  file: 'application/octet-stream',
});

/** Lets a failed job go on. */
export const retryJob = defineCall({
  ...OF_JOBS,
  method: 'POST',
  path: '/jobs/:id/retry',
  summary: 'Try a failed job again, from where it got to',
  success: 'It waits',
  status: 202,
  refusals: [404, 409, 422],
  params: jobParams,
  data: z.object({ job }),
});

const OF_MAILS = { tag: 'Outbox', topic: 'outbox', right: 'signed_in' } as const;
const mailId = idOf('Mail');
const mailParams = z.strictObject({ id: mailId });

/** The fields that the list of mails can be ordered by. */
const MAIL_SORTS = ['id', 'to', 'subject', 'state', 'created_by', 'created_at', 'sent_at'] as const;
export type MailSort = (typeof MAIL_SORTS)[number];

/** A page of the mails. */
export const listMails = defineCall({
  ...OF_MAILS,
  method: 'GET',
  path: '/outbox',
  summary: 'List outgoing mail, the newest first',
  success: 'A page of them',
  query: z.strictObject(workListMembers(MAIL_SORTS, MAIL_STATES)),
  data: z.array(mail),
  meta: workListMeta(MAIL_STATES).extend({
    mail_server: z.boolean().describe('Whether there is a server that mail could be sent with.'),
  }),
});

/** One mail. */
export const readMail = defineCall({
  ...OF_MAILS,
  method: 'GET',
  path: '/outbox/:id',
  summary: 'Read a mail',
  success: 'The mail',
  refusals: [404],
  params: mailParams,
  data: mail,
});

/** The attachments of a mail. */
export const mailAttachment = defineFileCall({
  ...OF_MAILS,
  method: 'GET',
  path: '/outbox/:id/attachments/:file',
  summary: 'Download what is attached to a mail',
  success: 'The file, with the content type that the mail lists',
  refusals: [404],
  params: z.strictObject({
    id: mailId,
    file: z.string().meta({ format: 'uuid', description: 'The id of the file.' }),
  }),
  file: 'application/octet-stream',
});

/** Sends a mail again as soon as possible. */
export const sendMailAgain = defineCall({
  ...OF_MAILS,
  method: 'POST',
  path: '/outbox/:id/send_again',
  summary: 'Send a mail that failed, was kept or waits',
  success: 'It waits',
  status: 202,
  refusals: [404, 409, 422],
  params: mailParams,
  data: mail,
});
