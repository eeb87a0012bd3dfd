import { z } from 'zod';
import { isEmailAddress, ONE_ADDRESS_WANTED } from '#kernel/reading/email.ts';
import type { Report } from '#kernel/report.ts';
import { defineCall, type AnswerOf, type Members } from './call.ts';
import { fieldMembers } from './fields.ts';
import { moment } from './shapes.ts';
import { job } from './work.ts';

/*
 * The emailed reports. The call by which one is requested follows from its declaration.
 */

// The shown state of reports changes with their jobs.
const OF_REPORTS = { tag: 'Reports', topic: 'jobs' } as const;

/** The reports that a person may request. */
export const listReports = defineCall({
  ...OF_REPORTS,
  method: 'GET',
  path: '/reports',
  right: 'signed_in',
  summary: 'List the reports that one may ask for, and when each was last made',
  success: 'The reports',
  data: z.array(
    z.object({
      name: z.string().describe('Kind of its jobs'),
      label: z.string().describe('What it is called'),
      path: z.string().describe('Where it is requested, below /api'),
      last: z
        .object({
          at: moment,
          by: z.string().describe('The requester'),
          job: z.string().describe('Id of its job'),
        })
        .nullable()
        .describe('When it was last made; null where that is longer ago than jobs are kept.'),
    }),
  ),
});
export type LastSent = NonNullable<z.output<typeof listReports.data>[number]['last']>;

const mailServer = z.boolean().describe('Whether there is a server that mail can be sent with.');

/** The one address that a report goes to; null where none is given. */
const address = z
  .unknown()
  .meta({ type: 'string', format: 'email', description: 'By default that of the person who asks.' })
  .optional()
  .transform((given, context) => {
    if (given === undefined || given === null || given === '') return null;
    // Nothing is trimmed: a line break at the end is as wrong as one in the middle.
    if (typeof given === 'string' && isEmailAddress(given)) return given;
    context.addIssue(ONE_ADDRESS_WANTED);
    return z.NEVER;
  });
const byEmail = z.literal(true, 'must be true: the report is sent by email.').optional();
const dryRun = z
  .boolean('must be true or false.')
  .optional()
  .describe('true: only who would get it is answered.');

/** The members of a report's body that are no fields. */
function ownMembers(member: Report['address']): Members['shape'] {
  if (member === null) return { dry_run: dryRun };
  return { ...(member === 'send_to' && { email: byEmail }), [member]: address };
}

function bodyOf({ address: member, fields = {}, span }: Report): Members {
  const body = z.strictObject({ ...ownMembers(member), ...fieldMembers(fields, 'create') });
  if (!span) return body;
  const [first, last] = span;
  const order = `${fields[last]?.label} must not be before ${fields[first]?.label}.`;
  return body.refine(
    ({ [first]: from, [last]: to }: Record<string, unknown>) =>
      typeof from !== 'string' || typeof to !== 'string' || from <= to,
    // Beside whatever else is wrong.
    { error: order, path: [last], when: () => true },
  );
}

/** The call that requests a report: it is made and mailed by a job. */
export function requestReportCall(report: Report) {
  return defineCall({
    ...OF_REPORTS,
    method: 'POST',
    path: report.path,
    right: { report: report.name },
    summary: `${report.action}: ${report.description}`,
    description:
      'Answers 202 with a job; follow it at /api/jobs/{id}. Without a mail server (meta.mail_server) the mail ' +
      'stays in the outbox.',
    success: 'It will be mailed',
    status: 202,
    refusals: [409, 422],
    body: bodyOf(report),
    wrapper: report.wrapper,
    data: z.object({ job }),
    meta: z.object({ mail_server: mailServer }),
  });
}
/** The answer to the requester of a report. */
export type ReportAnswer = AnswerOf<ReturnType<typeof requestReportCall>>;

const recipient = z.object({
  to: z.string().describe('Address'),
  what: z.string().describe('What they get'),
});
/** One who gets a report that goes to many. */
export type ReportRecipient = z.output<typeof recipient>;

const recipients = z.object({
  data: z.object({
    recipients: z.array(recipient),
    left_out: z.array(z.string().describe('What nobody gets, and why')),
  }),
  meta: z.object({ total: z.int(), mail_server: mailServer }),
});
/** Who would get a report that goes to many. */
export type ReportPreview = z.output<typeof recipients>;

/** The call that requests a report that goes to many, or who would get it. */
export function requestMailsCall(report: Report) {
  const { preview: _, ...request } = requestReportCall(report);
  return defineCall({ ...request, preview: { success: 'Who would get it', answer: recipients } });
}
