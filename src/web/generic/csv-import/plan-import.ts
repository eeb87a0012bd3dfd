import type { EmptyCells, ImportPreview } from '#kernel/csv/csv-import.ts';
import type { DateOrder } from '#kernel/reading/days.ts';
import type { Resource } from '#kernel/resource.ts';
import { newIntent } from '#web/data/client.ts';
import { needsHeadings, sayOfUnknown, saysMore, type Said } from './headings/kept-headings.ts';
import { previewImport, type ImportCall } from './import-calls.ts';
import type { ParsedFile } from './parse-file.ts';

/** A file, and how its rows are read. */
export interface ReadFile {
  file: ParsedFile;
  /** In which order a person reads its days; null where its columns decide. */
  order: DateOrder | null;
  /** What its headings are taken for that the portal does not know. */
  said: Said;
  /** What its empty cells say of records that are there. */
  empty: EmptyCells;
  /** Which sheet of a workbook of several is read; null for the first that has rows. */
  sheet: string | null;
}

interface Checked extends ReadFile {
  /** Whether its rows may change records. */
  update: boolean;
}

/** A file, how it was checked, and what it would do. */
export interface PlannedImport extends Checked {
  preview: ImportPreview;
}

/** Whether a file changes records that are there. */
export interface ChangeRule {
  /** As a person said it; null where the file decides. */
  said: boolean | null;
  /** Whether rows may be records that are there already. */
  finds: boolean;
  /** Whether a person has to ask for changes. */
  onRequest: boolean;
}

/**
 * Has the server check a file. One of records that exist changes them, unless a person said no; where a person has to ask
 * for that, it is planned so if it changes none. Headings that nobody knows are taken as last time, or for what they spell
 * shortly.
 */
export async function planImport(
  resource: Resource,
  read: ReadFile,
  rule: ChangeRule,
  call: Pick<ImportCall, 'signal' | 'onProgress'>,
): Promise<PlannedImport> {
  const planned = async (how: Checked): Promise<PlannedImport> => {
    const { update, order, said, empty, sheet, file } = how;
    const { headings } = said;
    const preview = await previewImport(resource, file, {
      ...call,
      update,
      order,
      headings,
      empty,
      sheet,
      intent: newIntent(),
    });
    return { ...how, preview };
  };
  let found = await planned({ ...read, update: rule.said ?? rule.finds });
  const more = sayOfUnknown(found.preview, resource.name, found.said);
  if (saysMore(found.said, more)) found = await planned({ ...found, said: more });
  const { preview } = found;
  const changes = !preview.valid || preview.would_update !== 0;
  if (rule.said === null && rule.onRequest && changes && !needsHeadings(preview, preview.errors))
    found = await planned({ ...found, update: false });
  return found;
}
