import { isSameHeader, readHeaders, type Meaning } from '#kernel/csv/import-headings.ts';
import type { Registry } from '#kernel/registry.ts';
import { keyColumn, type ImportPart } from '../part.ts';

/** Who reads which headers of a sheet, and the headers of which that is not known. */
export interface SharedHeaders {
  of: (part: ImportPart) => readonly string[];
  unclear: ReadonlyMap<string, readonly ImportPart[]>;
}

/**
 * Divides the headers of a sheet among the models that it may be about. A header is of the parts that declare it; one
 * that several models merely know, such as `identifier`, is of the one that the other columns of the sheet are about: so
 * the file that a list was exported to can be uploaded as it is.
 */
export function shareHeaders(
  registry: Registry,
  parts: readonly ImportPart[],
  headers: readonly string[],
  meaning: Meaning,
): SharedHeaders {
  const readers = new Map<string, readonly ImportPart[]>();
  const unclear = new Map<string, readonly ImportPart[]>();
  for (const header of headers) {
    const declaring = parts.filter(({ columns }) =>
      columns.some((column) => isSameHeader(column.header, meaning(header) ?? header)),
    );
    const knowing = declaring.length > 0 ? declaring : parts.filter((part) => knows(registry, part, header));
    if (declaring.length === 0 && knowing.length > 1) unclear.set(header, knowing);
    else readers.set(header, knowing);
  }
  const subjects = parts.filter((part) => isSubject(part, readers));
  const [subject] = subjects;
  for (const [header, knowing] of unclear) {
    if (subjects.length !== 1 || !subject || !knowing.includes(subject)) continue;
    readers.set(header, [subject]);
    unclear.delete(header);
  }
  const none: readonly string[] = [];
  const byPart = new Map(
    parts.map((part) => [part, headers.filter((header) => readers.get(header)?.includes(part) ?? false)]),
  );
  return { of: (part) => byPart.get(part) ?? none, unclear };
}

function knows(registry: Registry, { resource, columns }: ImportPart, header: string): boolean {
  const reading = readHeaders(registry, resource, [header], columns);
  return reading.columns.size > 0 || reading.ignored.length > 0;
}

/** Whether the sheet has a column of this model alone, and its key under no name of its own. */
function isSubject(part: ImportPart, readers: ReadonlyMap<string, readonly ImportPart[]>): boolean {
  const key = keyColumn(part)?.header ?? '';
  const headers = [...readers].filter(([, of]) => of.includes(part));
  return headers.some(([, of]) => of.length === 1) && !headers.some(([header]) => isSameHeader(header, key));
}
