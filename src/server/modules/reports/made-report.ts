import { z } from 'zod';
import type { ReportRecipient } from '#calls/reports.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import type { Values } from '#kernel/input.ts';
import type { Report } from '#kernel/report.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { JobContext } from '#server/platform/jobs/kind.ts';
import { buildFile, builtBefore, type Built, storeReportFile } from './report-file.ts';
import type { AddressedReport, ContentParts, ManyReport } from './served.ts';

/** How many mails are made between two notes of how far it is. */
const NOTED_EVERY = 20;

/** What one address is mailed. */
export interface Letter {
  to: string;
  lines: readonly string[];
  /** Ids of complete files. */
  files: readonly string[];
}

/** A report that is made and not mailed yet. */
export interface MadeReport {
  letters: readonly Letter[];
  /** What a job of it answers beside its mails. */
  result: Record<string, unknown>;
}

/** Makes what some addresses get, which is the same for each; what an earlier attempt has made is taken as it is. */
export async function makeForAddresses(
  db: Database,
  served: AddressedReport,
  context: JobContext,
  content: ContentParts,
  addresses: readonly string[],
): Promise<MadeReport> {
  const { file, rows } = (await builtBefore(db, context)) ?? (await buildFile(db, served, context, content));
  const lines = linesOf(served.report, content.values, rows);
  return {
    letters: addresses.map((to) => ({ to, lines, files: [file.id] })),
    result: { file: file.name, rows },
  };
}

/** The mails that an earlier attempt has made, by recipient. */
const madeOf = z.object({
  made: z.record(z.string(), z.object({ text: z.array(z.string()), file: z.nullable(z.string()) })),
});
type Made = z.infer<typeof madeOf>['made'];

/** Makes what each of many recipients gets. */
export async function makeForMany(
  db: Database,
  served: ManyReport,
  context: JobContext,
  content: ContentParts,
  recipients: readonly ReportRecipient[],
): Promise<MadeReport> {
  const { report } = served;
  const before = madeOf.safeParse(context.reached);
  const made: Made = before.success ? { ...before.data.made } : {};
  for (const [at, recipient] of recipients.entries()) {
    context.signal.throwIfAborted();
    made[recipient.to] ??= await makeOne(db, served, context, recipient, content);
    context.progress(at + 1, recipients.length);
    if (at % NOTED_EVERY === NOTED_EVERY - 1) await context.save({ made });
  }
  await context.save({ made });
  return {
    letters: recipients.map(({ to }) => ({
      to,
      lines: [report.intro, '', ...(made[to]?.text ?? [])],
      files: made[to]?.file ? [made[to].file] : [],
    })),
    result: recipients.length === 0 ? { note: report.empty } : {},
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

/** The lines of the mail: the requested values, and the rows of each part. */
function linesOf({ intro, empty, fields = {} }: Report, values: Values, rows: Built['rows']): string[] {
  const requested = Object.entries(fields).flatMap(([name, field]) => {
    const value = values[name];
    return value === null || value === undefined || kindOf(field).isBlank(value)
      ? []
      : [`  ${field.label}: ${kindOf(field).display(value, field)}`];
  });
  const isEmpty = Object.values(rows).every((count) => count === 0);
  return [intro, '', ...requested, ...rowsInWords(rows), ...(isEmpty ? ['', empty] : [])];
}

/** How many rows each part has, a line each. */
export const rowsInWords = (rows: Built['rows']): string[] =>
  Object.entries(rows).map(
    ([part, count]) => `  ${part}: ${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`,
  );
