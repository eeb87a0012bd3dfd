import type { PoolClient } from 'pg';
import type { ImportProblem } from '#kernel/csv-import.ts';
import type { Refusal } from '#kernel/errors.ts';
import type { JobContext } from '#server/platform/jobs/kind.ts';
import type { Background } from '../background.ts';
import type { ServedUpload } from './upload-spec.ts';
import type { UploadResult } from './upload-work.ts';
import type { ModelOutcome } from './whole-file.ts';

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
  result: UploadResult,
): Promise<number> {
  const {
    models,
    refused = 0,
    errors = [],
    error_total: total = 0,
  } = result as unknown as {
    models: ModelOutcome[];
    refused?: number;
    errors?: ImportProblem[];
    error_total?: number;
  };
  const many = models.length > 1;
  const counts = models.flatMap(({ label, created, updated, unchanged }) => {
    const what = many ? `${label}: rows` : 'Rows';
    return [
      `${what} added: ${counted(created.length)}`,
      `${what} updated: ${counted(updated.length)}`,
      `${what} that say nothing new: ${counted(unchanged)}`,
    ];
  });
  const lists = models.flatMap(({ label, created, updated }) => [
    ...listed(many ? `Added ${label}` : 'Added', created),
    ...listed(many ? `Updated ${label}` : 'Updated', updated),
  ]);
  const problems = listed('Refused', errors.map(inWords), total);
  return put(background, tx, upload, context, to, [
    'Your upload has been worked through.',
    '',
    ...counts,
    `Rows refused: ${counted(refused)}`,
    ...problems,
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
  { message, errors, details }: Refusal,
): Promise<number> {
  const wrong = errors as ImportProblem[];
  const total = typeof details['error_total'] === 'number' ? details['error_total'] : wrong.length;
  const rows = wrong.filter(({ row }) => Number.isInteger(row)).map(inWords);
  return put(background, tx, upload, context, to, [
    'Nothing of your upload was taken over.',
    '',
    'Rows added: 0',
    'Rows updated: 0',
    '',
    message,
    ...listed('What is wrong', rows, total),
  ]);
}

function put(
  { outbox, publicUrl }: Background,
  tx: PoolClient,
  { spec }: ServedUpload,
  { createdBy, requestId }: JobContext,
  { mail_to: to }: Addressed,
  lines: readonly string[],
): Promise<number> {
  const text = [
    'Hello,',
    '',
    ...lines,
    '',
    `${createdBy} uploaded it at ${publicUrl}.`,
    '',
    'Skyledger',
    '',
  ].join('\n');
  const subject = spec.mails?.subject ?? 'What came of your upload';
  return outbox.put(tx, { to: to ?? createdBy, subject, text, files: [], createdBy, requestId });
}

const counted = (count: number) => count.toLocaleString('en');

const inWords = ({ sheet, row, column, message, detail }: ImportProblem) =>
  [
    sheet === undefined ? '' : `Sheet ${sheet}, `,
    `Row ${row}, ${column}: ${message}`,
    detail === undefined ? '' : ` ${detail}`,
  ].join('');

/** A list under its heading; nothing where it is empty. What is beyond the first is counted. */
function listed(heading: string, items: readonly string[], total = items.length): string[] {
  if (items.length === 0) return [];
  const shown = items.slice(0, MOST_NAMED);
  const more = total - shown.length;
  return [
    '',
    `${heading}:`,
    ...shown.map((item) => `  ${item}`),
    ...(more > 0 ? [`  and ${counted(more)} more`] : []),
  ];
}
