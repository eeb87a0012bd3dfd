import { csvHeader, csvProperty } from './columns.ts';
import { importColumns, type ImportColumn, type ImportProblem, type KnownBy } from './csv-import.ts';
import type { Registry } from '../registry.ts';
import type { CsvColumn, Resource } from '../resource.ts';

/** What a person said of headings: the header of the column that each stands for, or null where it is to be left out. */
export type SaidHeadings = Readonly<Record<string, string | null>>;

/** What a person said of a heading; undefined where they said nothing. */
export type Meaning = (heading: string) => string | null | undefined;

/** Headings as they are compared: trimmed, without regard to case, and with blanks for underscores. */
export const comparedHeading = (header: string) =>
  header
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ');

/** Whether two headers are the same: trimmed, without regard to case, and with blanks for underscores. */
export const isSameHeader = (one: string, other: string): boolean =>
  comparedHeading(one) === comparedHeading(other);

/** Looks up what a person said of headings, however these are spelled. */
export function meaningOf(said: SaidHeadings = {}): Meaning {
  const meant = new Map(Object.entries(said).map(([heading, takes]) => [comparedHeading(heading), takes]));
  return (heading) => meant.get(comparedHeading(heading));
}

export interface HeaderReading {
  /** By the header as the file has it. A header that is neither here nor in `ignored` means nothing. */
  columns: Map<string, ImportColumn>;
  ignored: string[];
  /** What each header of both was known by. */
  by: Map<string, KnownBy>;
  /** Headers that mean the same column. */
  problems: ImportProblem[];
}

/** The problem of a header that means none of the columns. */
export function unknownHeader(columns: readonly ImportColumn[], header: string): ImportProblem {
  const names = [...new Set(columns.map((column) => column.header))].join(', ');
  const message = `'${header.trim()}' is not a column of this import. Its columns are ${names}.`;
  return { row: 1, column: header, field: header, message };
}

/**
 * Resolves each header of a file: by what a person said, by property name, by the header of our own export or
 * by label, trimmed and without regard to case. Columns that only our export has are left aside.
 */
export function readHeaders(
  registry: Registry,
  resource: Resource,
  headers: Iterable<string>,
  takes: readonly ImportColumn[] = importColumns(resource),
  meaning: Meaning = () => undefined,
): HeaderReading {
  const known = knownHeaders(registry, resource, takes);
  const reading: HeaderReading = { columns: new Map(), ignored: [], by: new Map(), problems: [] };
  const seen = new Map<ImportColumn, string>();
  for (const header of headers) {
    const said = meaning(header);
    const found = said === null ? { column: null } : known.get(comparedHeading(said ?? header));
    if (!found) continue;
    const { column } = found;
    reading.by.set(header, said === undefined && 'by' in found ? found.by : 'said');
    if (column === null) reading.ignored.push(header);
    else if (seen.has(column)) {
      const message = `'${seen.get(column)}' and '${header}' both stand for ${column.label}. Keep one of them.`;
      reading.problems.push({ row: 1, column: header, field: column.name, message });
    } else {
      seen.set(column, header);
      reading.columns.set(header, column);
    }
  }
  return reading;
}

/** The headers that mean something; a column is null where only our export has it. */
function knownHeaders(registry: Registry, resource: Resource, takes: readonly ImportColumn[]) {
  const known = new Map<string, { column: ImportColumn | null; by: KnownBy }>();
  const learn = (name: string, column: ImportColumn | null, by: KnownBy) => {
    if (!known.has(comparedHeading(name))) known.set(comparedHeading(name), { column, by });
  };
  const properties = registry.properties(resource);
  const readOnly = (resource.csv?.export ?? []).filter(
    (column) => !takes.some((taken) => taken.property === csvProperty(column)),
  );
  for (const column of takes) {
    learn(column.header, column, 'header');
    learn(column.property, column, 'field');
  }
  for (const column of readOnly) {
    learn(csvHeader(column), null, 'header');
    learn(csvProperty(column), null, 'field');
  }
  for (const column of takes) learn(column.label, column, 'label');
  for (const column of readOnly)
    for (const label of labelsOf(column, properties)) learn(label, null, 'label');
  return known;
}

function labelsOf(column: CsvColumn, properties: ReadonlyMap<string, { label: string }>): string[] {
  const label = properties.get(csvProperty(column))?.label;
  return label === undefined ? [] : [label];
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether a word is another one with letters left out, such as ctr of center. */
function isShortWord(short: string, whole: string): boolean {
  if (short === whole) return true;
  if (short.length < 2 || short[0] !== whole[0]) return false;
  let at = 0;
  for (const letter of whole) if (letter === short[at]) at += 1;
  return at === short.length;
}

/** Whether a heading is a text with letters left out of its words, such as 'Cost Ctr.' of 'Cost Center'. */
export function isShortSpelling(heading: string, text: string): boolean {
  const [short, whole] = [wordsOf(heading), wordsOf(text)];
  return (
    short.length > 0 &&
    short.length === whole.length &&
    short.every((word, at) => isShortWord(word, whole[at] ?? ''))
  );
}

/** The header of the only column of which a heading may be a short spelling; undefined where none is or several are. */
export function suggestedColumn(columns: readonly ImportColumn[], heading: string): string | undefined {
  const fitting = columns.filter(({ header, property, label }) =>
    [header, property, label].some((text) => isShortSpelling(heading, text)),
  );
  const headers = new Set(fitting.map(({ header }) => header));
  return headers.size === 1 ? fitting[0]?.header : undefined;
}
