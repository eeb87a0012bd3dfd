import * as z from 'zod/mini';

/*
 * Background work as the API answers it: what the server presents, the web reads and the published OpenAPI says is
 * derived from here.
 */

/** A job waits, runs, has ended well, or has failed for good. */
export const JOB_STATES = ['queued', 'running', 'done', 'failed'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** A step of a job waits for the ones before it, runs, is done, or is where the job failed. */
export const STEP_STATES = ['waiting', 'running', 'done', 'failed'] as const;

/** A mail waits, is with the mail server, was sent, has failed for good, or is kept where no server is configured. */
export const MAIL_STATES = ['queued', 'sending', 'sent', 'failed', 'kept'] as const;
export type MailState = (typeof MAIL_STATES)[number];

// The web has the types of what these make, not the shapes: its build leaves out what is said to do nothing else.
const described = /* @__NO_SIDE_EFFECTS__ */ (description: string) =>
  z.string().check(z.meta({ description }));
const integer = /* @__NO_SIDE_EFFECTS__ */ (description?: string) =>
  z.number().check(z.meta({ type: 'integer', ...(description && { description }) }));
const yes = /* @__NO_SIDE_EFFECTS__ */ (description: string) => z.boolean().check(z.meta({ description }));
const moment = /* @__NO_SIDE_EFFECTS__ */ (description?: string) =>
  z.string().check(z.meta({ format: 'date-time', ...(description && { description }) }));
const uuid = /* @__NO_SIDE_EFFECTS__ */ () => z.string().check(z.meta({ format: 'uuid' }));

const stepShape = z.object({
  name: described('What is done in it'),
  state: z.enum(STEP_STATES),
  started_at: z.nullable(moment()),
  finished_at: z.nullable(moment()),
});

/** A named part of a job. */
export type JobStep = z.infer<typeof stepShape>;

const outcomeShape = z.object({
  counts: z.array(z.object({ label: described('What was counted'), count: integer() })),
  problems: z.array(z.object({ place: described('Where'), message: described('What is wrong') })),
  problem_total: integer('How many there are; `problems` has the first'),
  file: z.nullable(z.object({ id: uuid(), name: described('File name'), size: integer() })),
});

/** The result of a job, as people read it; `file` has what is too long to be listed. */
export type JobOutcome = z.infer<typeof outcomeShape>;

/** A job, as the API answers it. Moments are ISO 8601 in UTC. */
export const jobShape = z.object({
  id: uuid(),
  kind: described('What it does'),
  title: described('What people read'),
  state: z.enum(JOB_STATES),
  attempts: integer(),
  progress: z.nullable(z.object({ done: integer(), total: integer() })),
  steps: z.array(stepShape),
  error: z.nullable(described('Why it failed, or why it is tried again')),
  result: z.nullable(z.record(z.string(), z.unknown())),
  outcome: z.nullable(outcomeShape),
  created_by: described('The requester'),
  request_id: described('The id of the request'),
  created_at: moment(),
  started_at: z.nullable(moment()),
  finished_at: z.nullable(moment()),
  next_try: z.nullable(moment('When it is tried again after a failure')),
  next_look: z.nullable(moment('When it looks again at what it waits for')),
  may_retry: yes('It has failed, and whoever reads this may have it tried again'),
});
export type Job = z.infer<typeof jobShape>;

const attachmentShape = z.object({
  id: uuid(),
  name: described('File name'),
  content_type: described('Type'),
  size: integer('Bytes'),
});

/** A file that goes with a mail. */
export type MailAttachment = z.infer<typeof attachmentShape>;

/** A mail, as the API answers it. Moments are ISO 8601 in UTC. */
export const mailShape = z.object({
  id: integer(),
  message_id: described('The same in every attempt'),
  to: described('Address'),
  subject: described('Subject'),
  text: described(
    'What it says; of one that is sent off, a link that is its recipient’s alone is not shown to others',
  ),
  state: z.enum(MAIL_STATES),
  attempts: integer(),
  last_error: z.nullable(z.string()),
  next_try: z.nullable(moment()),
  attachments: z.array(attachmentShape),
  created_by: described('The requester'),
  request_id: described('The id of the request'),
  created_at: moment(),
  sent_at: z.nullable(moment()),
  may_send_again: yes('Whoever reads this has the right to send it again, where its state lets it be sent'),
});
export type Mail = z.infer<typeof mailShape>;

/**
 * The subject of an event in the stream: a job, a mail, a cloud deployment, a comment or a change that waits which has changed, to be
 * fetched anew.
 */
export interface WorkEvent {
  what: 'job' | 'mail' | 'deployment' | 'comment' | 'waiting_change';
  id: string | number;
}

/** Whether something still happens to a job by itself. */
export const isJobUnderWay = ({ state }: Pick<Job, 'state'>): boolean =>
  state === 'queued' || state === 'running';

/** Whether something still happens to a mail by itself. */
export const isMailUnderWay = ({ state }: Pick<Mail, 'state'>): boolean =>
  state === 'queued' || state === 'sending';
