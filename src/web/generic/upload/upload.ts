import type { ImportMeta } from '#calls/imports.ts';
import type { FileReading, ImportProblem } from '#kernel/csv/csv-import.ts';
import type { SaidHeadings } from '#kernel/csv/import-headings.ts';
import type { Job } from '#kernel/work.ts';
import { grouped } from '#kernel/written.ts';
import { base64Of } from '#web/data/base64-of.ts';
import type { ApiError } from '#web/data/client.ts';
import { postUpload } from '#web/data/upload-call.ts';
import type { Outcome } from '#web/ui/outcome.tsx';
import type { Intents } from '../editing/intents.ts';
import type { FileKinds } from '../csv-import/file-chooser.tsx';
import { mayWorkLater } from '../failure-words.ts';

/** The effect of an upload on one model, as the server reports it. */
interface ModelOutcome {
  model: string;
  label: string;
  created: string[];
  updated: string[];
  unchanged: number;
}

/** The effect of an upload, done or planned; further members are those that its declaration on the server names. */
export interface UploadOutcome extends Record<string, unknown> {
  models: ModelOutcome[];
  skipped: number;
  ignored_columns: string[];
}

/** The same before it is done, with what is wrong. */
export interface UploadPlan extends UploadOutcome, FileReading {
  valid: boolean;
  errors: ImportProblem[];
  error_total: number;
}

/** One list of the result. */
export interface ResultList {
  title: string;
  names: readonly string[];
  /** Said where it is empty, such as 'No new networks'. */
  none: string;
}

/** An upload of a file that a model's screens offer; the server has one of the same path. */
export interface UploadDeclaration {
  /** The dialog's heading. */
  title: string;
  /** The required content of the file, in a sentence or two. */
  hint: string;
  /** Below /api, such as `/cost_center_networks/upload`. */
  path: string;
  /** The member of the body that holds the file. */
  member: string;
  kinds: FileKinds;
  /** The columns of the empty template, and the name of its file. */
  template?: { file: string; columns: readonly string[] };
  /** The heading of what came of it; `Upload Results` by default. */
  results?: string;
  /** The lists of the result; for each model what is new and what was changed by default. */
  lists?: (outcome: UploadOutcome) => readonly ResultList[];
  /** The button that does it; `Upload` by default. */
  submit?: string;
  /** The sentences of success and failure; the latter may be made of the server's own text. */
  done: string;
  failed: string | ((reason: string) => string);
}

/** The answer: the outcome, or the id of the job that does what takes long. */
export type Sent<T> = { outcome: T } | { job: string };

/** The effect of an upload, done or planned, model by model. */
export function listsOf({ lists }: UploadDeclaration, outcome: UploadOutcome): readonly ResultList[] {
  if (lists) return lists(outcome);
  return outcome.models.flatMap(({ label, created, updated }) => [
    { title: `New ${label}`, names: created, none: `No new ${label}` },
    { title: `Updated ${label}`, names: updated, none: `No updated ${label}` },
  ]);
}

/** How many records a file has created or changed. */
export const writtenIn = ({ models }: Pick<UploadOutcome, 'models'>): number =>
  models.reduce((sum, { created, updated }) => sum + created.length + updated.length, 0);

/** The words for rows of a file that hold nothing. */
export const leftOut = (skipped: number): string =>
  `${grouped(skipped)} empty ${skipped === 1 ? 'row is' : 'rows are'} left out.`;

/** The sentence of a failure, and the server's own where that is no part of it. */
export const failureOf = (
  { failed }: UploadDeclaration,
  reason: string,
): { title: string; reason?: string } =>
  typeof failed === 'string' ? { title: failed, reason } : { title: failed(reason) };

/** The words of a refusal, with its number where the log may have more. */
export const refusalOf = (upload: UploadDeclaration, error: ApiError): Outcome => ({
  ...failureOf(upload, error.message),
  ...(mayWorkLater(error) && { requestId: error.requestId }),
});

type OnSent = (share: number) => void;

/** Requests the effect of a file. @throws {ApiError} where it cannot be read */
export async function planUpload(
  spec: UploadDeclaration,
  file: File,
  headings: SaidHeadings,
  onSent: OnSent,
): Promise<Sent<UploadPlan>> {
  const body = await fileBody(spec.member, file, { dry_run: true, ...said(headings) });
  return sentOf(await postUpload<Answered<UploadPlan>>(spec.path, body, { onSent }));
}

/** Does what a file says, once however often the person has to try. @throws {ApiError} where nothing was done */
export async function applyUpload(
  spec: UploadDeclaration,
  file: File,
  headings: SaidHeadings,
  { once }: Intents,
  onSent: OnSent,
): Promise<Sent<UploadOutcome>> {
  const body = await fileBody(spec.member, file, said(headings));
  const send = (intent: string) => postUpload<Answered<UploadOutcome>>(spec.path, body, { intent, onSent });
  return sentOf(await once([file, headings], send));
}

/** The member that says what headings are taken for; left out where nothing is said. */
const said = (headings: SaidHeadings) => (Object.keys(headings).length === 0 ? {} : { headings });

/** The model that an upload is of, under which its headings are remembered. */
export const modelOf = ({ path }: UploadDeclaration): string => path.split('/')[1] ?? path;

interface Answered<T> {
  meta?: Pick<ImportMeta, 'changes'>;
  data: T | { job: Pick<Job, 'id'> };
}

const sentOf = <T extends UploadOutcome>({ data, meta }: Answered<T>): Sent<T> =>
  isJob(data) ? { job: data.job.id } : { outcome: { ...data, changes: meta?.changes ?? null } };

const isJob = (data: object): data is { job: Pick<Job, 'id'> } => 'job' in data;

/**
 * JSON with a file as base64, as text in pieces: a long file is never twice in one text.
 * @throws {ApiError} where the file cannot be read
 */
export async function fileBody(member: string, file: File, others: object): Promise<Blob> {
  const base64 = await base64Of(file);
  const more = JSON.stringify(others).slice(1);
  return new Blob([`{${JSON.stringify(member)}:"`, base64, more === '}' ? '"}' : `",${more}`]);
}
