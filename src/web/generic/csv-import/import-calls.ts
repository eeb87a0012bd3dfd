import type { ImportMeta } from '#calls/imports.ts';
import type { EmptyCells, ImportPreview, ImportResult } from '#kernel/csv/csv-import.ts';
import type { SaidHeadings } from '#kernel/csv/import-headings.ts';
import type { DateOrder } from '#kernel/reading/days.ts';
import { resourcePath, type Resource } from '#kernel/resource.ts';
import { isWaiting } from '#web/data/peer-review.ts';
import { postWithProgress, type CallProgress } from '#web/data/progress-call.ts';
import type { ParsedFile } from './parse-file.ts';

/** How a file is imported, and how its call is followed. */
export interface ImportCall {
  /** Whether rows may change the records that they name, instead of being refused for them. */
  update: boolean;
  /** In which order a person reads the days of the file; null where its columns decide. */
  order: DateOrder | null;
  /** What is said of headings that the portal does not know. */
  headings: SaidHeadings;
  /** What empty cells say of records that are there. */
  empty: EmptyCells;
  /** Which sheet of a workbook of several is read. */
  sheet: string | null;
  signal: AbortSignal;
  onProgress: (progress: CallProgress) => void;
  /** The same for every attempt of one intent, which happens once. */
  intent: string;
}

const addressOf = (resource: Resource) => `${resourcePath(resource.name)}/import_json`;

/** The members of the body that say how the file is taken. */
const takenAs = ({ update, order, headings, empty, sheet }: ImportCall) => {
  const said = Object.keys(headings).length === 0 ? '' : `,"headings":${JSON.stringify(headings)}`;
  const named = sheet === null ? '' : `,"sheet":${JSON.stringify(sheet)}`;
  const clears = empty === 'leave' ? '' : `,"empty_cells":"${empty}"`;
  return `${named}${update ? ',"update":true' : ''}${clears}${order === null ? '' : `,"date_order":"${order}"`}${said}`;
};

/** Requests what an import would create and its errors; nothing is stored. */
export async function previewImport(
  resource: Resource,
  file: ParsedFile,
  call: ImportCall,
): Promise<ImportPreview> {
  const body = new Blob([file.body, takenAs(call), ',"dry_run":true}']);
  return (await postWithProgress<{ data: ImportPreview }>(addressOf(resource), body, call)).data;
}

/** What an import did, and its changes, by which it is taken back; null where it has no way back. */
export interface ImportDone extends ImportResult, Pick<ImportMeta, 'changes'> {
  /** Nothing is done yet: all of it waits for a second person, and that is said already. */
  waits: boolean;
}

/** Imports the whole file or nothing of it; the same `intent` again happens once. */
export async function runImport(resource: Resource, file: ParsedFile, call: ImportCall): Promise<ImportDone> {
  const body = new Blob([file.body, takenAs(call), '}']);
  const { data, meta } = await postWithProgress<{ data: ImportResult; meta: ImportMeta }>(
    addressOf(resource),
    body,
    call,
  );
  return { ...data, changes: meta.changes, waits: isWaiting(data) };
}
