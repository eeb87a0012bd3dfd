import { z } from 'zod';
import { formatDay } from '#kernel/dates.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { JobContext, JobKind } from '#server/platform/jobs/kind.ts';
import { GREETING, type NewMail, type Outbox } from '#server/platform/mail/outbox.ts';
import { today } from '#server/platform/database/today.ts';
import { makeForAddresses, makeForMany, type Letter, type MadeReport } from './made-report.ts';
import { type ContentParts, goesToMany, type ServedReport } from './served.ts';

const ATTEMPTS = 5;
export const BUILD = 'Gather the rows';
export const ADDRESS = 'Find out who gets it';
export const MAIL = 'Write the mails';

export interface ReportParts {
  services: EngineServices;
  db: Database;
  outbox: Outbox;
}

const inputOf = z.object({
  send_to: z.nullable(z.string()),
  values: z.record(z.string(), z.unknown()).default({}),
  public_url: z.string(),
});

/**
 * Makes and mails a report. What is made first is kept, and an interrupted report goes on from it; its mails and
 * the end of the job commit together, so it is mailed once.
 */
export function reportJob(parts: ReportParts, served: ServedReport): JobKind {
  const many = goesToMany(served);
  return {
    name: served.report.name,
    attempts: ATTEMPTS,
    steps: many ? [ADDRESS, BUILD, MAIL] : [BUILD, MAIL],
    async run(context) {
      const { send_to, values, public_url: publicUrl } = inputOf.parse(context.input);
      const content: ContentParts = { services: parts.services, db: parts.db, values };
      const made = await make(parts.db, served, context, content, [send_to ?? context.createdBy]);
      await context.step(MAIL);
      return async (tx) => {
        const origin = `${context.createdBy} requested it at ${publicUrl}.`;
        const mails: number[] = [];
        for (const letter of made.letters)
          mails.push(await parts.outbox.put(tx, reportMail(served.report.subject, letter, origin, context)));
        return { ...(many ? { mails: mails.length } : { mail: mails[0] }), ...made.result };
      };
    },
  };
}

/**
 * Makes what a report holds, step by step.
 * @param addresses who gets it, where the report itself does not say who does
 * @param leftOut addresses in small letters that get nothing of it, whatever the report says
 */
export async function make(
  db: Database,
  served: ServedReport,
  context: JobContext,
  content: ContentParts,
  addresses: readonly string[],
  leftOut: ReadonlySet<string> = new Set(),
): Promise<MadeReport> {
  const gets = (address: string) => !leftOut.has(address.toLowerCase());
  if (!goesToMany(served)) {
    await context.step(BUILD);
    return makeForAddresses(db, served, context, content, addresses.filter(gets));
  }
  await context.step(ADDRESS);
  const recipients = await served.recipients(content);
  await context.step(BUILD);
  return makeForMany(
    db,
    served,
    context,
    content,
    recipients.filter(({ to }) => gets(to)),
  );
}

/** The mail with a letter. @param last the sentence that says why it comes */
export const reportMail = (
  subject: string,
  { to, lines, files }: Letter,
  last: string,
  { createdBy, requestId }: Pick<JobContext, 'createdBy' | 'requestId'>,
): NewMail => ({
  to,
  subject: `${subject}, ${formatDay(today())}`,
  text: [GREETING, '', ...lines, '', last, '', 'Skyledger', ''].join('\n'),
  files,
  createdBy,
  requestId,
});
