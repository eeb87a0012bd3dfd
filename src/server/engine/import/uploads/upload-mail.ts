import type { PoolClient } from 'pg';
import type { ImportProblem } from '#kernel/csv/csv-import.ts';
import type { Refusal } from '#kernel/errors.ts';
import type { JobOutcome } from '#kernel/work.ts';
import type { JobContext } from '#server/platform/jobs/kind.ts';
import type { Background } from '#server/engine/background.ts';
import { placeOf, reasonOf } from '../refused-rows.ts';
import type { ServedUpload } from './upload-spec.ts';
import type { UploadResult } from './upload-work.ts';
import type { ModelOutcome } from '../whole-file.ts';
import { GREETING } from '#server/platform/mail/outbox.ts';

/** A file that goes with a mail. */
interface Attached {
  id: string;
  name: string;
}

/** Names beyond this are only counted. */
const MOST_NAMED = 200;

interface Addressed {
  mail_to: string | null;
}

/** Mails what was added, what was updated, and which rows were refused and why; answers the mail's id. */
export function mailResult(
  background: Background,
  tx: PoolClient,
  upload: ServedUpload,
  context: JobContext,
  to: Addressed,
  result: UploadResult & { outcome: JobOutcome },
): Promise<number> {
  const {
    models,
    errors = [],
    outcome,
  } = result as unknown as {
    models: ModelOutcome[];
    errors?: ImportProblem[];
    outcome: JobOutcome;
  };
  const many = models.length > 1;
  const lists = models.flatMap(({ label, created, updated }) => [
    ...listed(many ? `Added ${label}` : 'Added', created),
    ...listed(many ? `Updated ${label}` : 'Updated', updated),
  ]);
  const { file } = outcome;
  return put(background, tx, upload, context, to, file, [
    'Your upload has been worked through.',
    '',
    ...outcome.counts.map(({ label, count }) => `${label}: ${counted(count)}`),
    ...listed('Refused', errors.map(inWords), outcome.problem_total, file),
    ...lists,
  ]);
}

/** Mails that nothing of a file was taken over, and why. */
export function mailRefusal(
  background: Background,
  tx: PoolClient,
  upload: ServedUpload,
  context: JobContext,
  to: Addressed,
  { error: { message, errors, details }, file }: { error: Refusal; file: Attached | null },
): Promise<number> {
  const wrong = errors as ImportProblem[];
  const total = typeof details['error_total'] === 'number' ? details['error_total'] : wrong.length;
  const rows = wrong.filter(({ row }) => Number.isInteger(row)).map(inWords);
  return put(background, tx, upload, context, to, file, [
    'Nothing of your upload was taken over.',
    '',
    'Rows added: 0',
    'Rows updated: 0',
    '',
    message,
    ...listed('What is wrong', rows, total, file),
  ]);
}

function put(
  { outbox, publicUrl }: Background,
  tx: PoolClient,
  { spec }: ServedUpload,
  { createdBy, requestId }: JobContext,
  { mail_to: to }: Addressed,
  file: Attached | null,
  lines: readonly string[],
): Promise<number> {
  const text = [
    GREETING,
    '',
    ...lines,
    '',
    `${createdBy} uploaded it at ${publicUrl}.`,
    '',
    'Skyledger',
    '',
  ].join('\n');
  const subject = spec.mails?.subject ?? 'What came of your upload';
  const files = file ? [file.id] : [];
  return outbox.put(tx, { to: to ?? createdBy, subject, text, files, createdBy, requestId });
}

const counted = (count: number) => count.toLocaleString('en');

const inWords = (problem: ImportProblem) => `${placeOf(problem)}: ${reasonOf(problem)}`;

/**
 * A list under its heading; nothing where it is empty. What is beyond the first is counted.
 * @param file attached, and has what is listed as well as what is beyond
 */
function listed(
  heading: string,
  items: readonly string[],
  total = items.length,
  file: Attached | null = null,
): string[] {
  if (items.length === 0) return [];
  const shown = items.slice(0, MOST_NAMED);
  const more = total - shown.length;
  const where = file ? `, which ${file.name} has as well` : '';
  return [
    '',
    `${heading}:`,
    ...shown.map((item) => `  ${item}`),
    ...(more > 0 ? [`  and ${counted(more)} more${where}`] : []),
  ];
}
