import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { ReportRecipient } from '#calls/reports.ts';
import { formatDay } from '#kernel/dates.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import type { Values } from '#kernel/input.ts';
import type { Report } from '#kernel/report.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { JobContext, JobKind } from '#server/platform/jobs/kind.ts';
import { GREETING, type Outbox } from '#server/platform/mail/outbox.ts';
import { today } from '#server/platform/database/today.ts';
import { buildFile, builtBefore, type Built, storeReportFile } from './report-file.ts';
import {
  type AddressedReport,
  type ContentParts,
  goesToMany,
  type ManyReport,
  type ServedReport,
} from './served.ts';

const ATTEMPTS = 5;
/** How many mails are made between two notes of how far it is. */
const NOTED_EVERY = 20;
const BUILD = 'Gather the rows';
const ADDRESS = 'Find out who gets it';
const MAIL = 'Write the mails';

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
type Input = z.infer<typeof inputOf>;

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
      const input = inputOf.parse(context.input);
      const content: ContentParts = { services: parts.services, db: parts.db, values: input.values };
      return many
        ? runMany(parts, served, context, input, content)
        : runOne(parts, served, context, input, content);
    },
  };
}

async function runOne(
  parts: ReportParts,
  served: AddressedReport,
  context: JobContext,
  input: Input,
  content: ContentParts,
) {
  await context.step(BUILD);
  const { file, rows } =
    (await builtBefore(parts.db, context)) ?? (await buildFile(parts.db, served, context, content));
  await context.step(MAIL);
  const { report } = served;
  return async (tx: PoolClient) => {
    const mail = await put(parts, tx, report, context, {
      to: input.send_to ?? context.createdBy,
      lines: linesOf(report, input.values, rows),
      files: [file.id],
      publicUrl: input.public_url,
    });
    return { mail, file: file.name, rows };
  };
}

/** The mails that an earlier attempt has made, by recipient. */
const madeOf = z.object({
  made: z.record(z.string(), z.object({ text: z.array(z.string()), file: z.nullable(z.string()) })),
});
type Made = z.infer<typeof madeOf>['made'];

async function runMany(
  parts: ReportParts,
  served: ManyReport,
  context: JobContext,
  input: Input,
  content: ContentParts,
) {
  const { report } = served;
  await context.step(ADDRESS);
  const recipients = await served.recipients(content);
  await context.step(BUILD);
  const before = madeOf.safeParse(context.reached);
  const made: Made = before.success ? { ...before.data.made } : {};
  for (const [at, recipient] of recipients.entries()) {
    context.signal.throwIfAborted();
    made[recipient.to] ??= await makeOne(parts.db, served, context, recipient, content);
    context.progress(at + 1, recipients.length);
    if (at % NOTED_EVERY === NOTED_EVERY - 1) await context.save({ made });
  }
  await context.save({ made });
  await context.step(MAIL);
  return async (tx: PoolClient) => {
    for (const { to } of recipients)
      await put(parts, tx, report, context, {
        to,
        lines: [report.intro, '', ...(made[to]?.text ?? [])],
        files: made[to]?.file ? [made[to].file] : [],
        publicUrl: input.public_url,
      });
    return { mails: recipients.length, ...(recipients.length === 0 && { note: report.empty }) };
  };
}

async function makeOne(
  db: Database,
  served: ManyReport,
  context: JobContext,
  recipient: ReportRecipient,
  content: ContentParts,
): Promise<Made[string]> {
  const { text, file } = await served.mail(recipient, content);
  const stored =
    file &&
    (await storeReportFile(
      db,
      context,
      file,
      file.content(() => context.signal.throwIfAborted()),
    ));
  return { text: [...text], file: stored?.id ?? null };
}

interface Letter {
  to: string;
  lines: readonly string[];
  files: readonly string[];
  publicUrl: string;
}

function put(
  { outbox }: ReportParts,
  tx: PoolClient,
  { subject }: Report,
  { createdBy, requestId }: JobContext,
  { to, lines, files, publicUrl }: Letter,
): Promise<number> {
  return outbox.put(tx, {
    to,
    subject: `${subject}, ${formatDay(today())}`,
    text: [
      GREETING,
      '',
      ...lines,
      '',
      `${createdBy} asked for it at ${publicUrl}.`,
      '',
      'Skyledger',
      '',
    ].join('\n'),
    files,
    createdBy,
    requestId,
  });
}

/** The lines of the mail: the requested values, and the rows of each part. */
function linesOf({ intro, empty, fields = {} }: Report, values: Values, rows: Built['rows']): string[] {
  const requested = Object.entries(fields).flatMap(([name, field]) => {
    const value = values[name];
    return value === null || value === undefined || kindOf(field).isBlank(value)
      ? []
      : [`  ${field.label}: ${kindOf(field).display(value, field)}`];
  });
  const parts = Object.entries(rows).map(
    ([part, count]) => `  ${part}: ${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`,
  );
  const isEmpty = Object.values(rows).every((count) => count === 0);
  return [intro, '', ...requested, ...parts, ...(isEmpty ? ['', empty] : [])];
}
