import type { FileReading, HeadingRead, ImportProblem } from '#kernel/csv/csv-import.ts';
import type { SaidHeadings } from '#kernel/csv/import-headings.ts';
import { sessionState } from '#web/data/session-store.ts';

/** Headings of one model that are kept: those of a few files. */
const MOST_KEPT = 200;

/** Where what a person said of the headings of a model's files is kept in the browser, as their other choices are. */
function placeOf(model: string): string {
  const session = sessionState();
  const person = session.status === 'in' ? session.person.email : '';
  return `skyledger.headings.${person}.${model}`;
}

/** What a person said of the headings of files before. */
export function keptHeadings(model: string): SaidHeadings {
  try {
    return JSON.parse(localStorage.getItem(placeOf(model)) ?? '{}') as SaidHeadings;
  } catch {
    return {};
  }
}

/** Keeps what a person said of headings, for the next file that has them. */
export function keepHeadings(model: string, said: SaidHeadings): void {
  if (Object.keys(said).length === 0) return;
  const all = Object.entries({ ...keptHeadings(model), ...said });
  localStorage.setItem(placeOf(model), JSON.stringify(Object.fromEntries(all.slice(-MOST_KEPT))));
}

/** Why a heading that nobody knew is taken for a column: a person said so, for the last file or this one, or it is a short spelling. */
export type SaidWhy = 'as last time' | 'short spelling' | 'chosen here';

/** What is said of the headings of a file, and why. */
export interface Said {
  headings: SaidHeadings;
  why: Readonly<Record<string, SaidWhy>>;
}

export const NOTHING_SAID: Said = { headings: {}, why: {} };

/** What a person has just said of headings. */
export const chosenHere = (headings: SaidHeadings): Said => ({
  headings,
  why: Object.fromEntries(Object.keys(headings).map((heading) => [heading, 'chosen here' as const])),
});

/** What can be said of the headings that nobody knows without asking: what was said last time, and short spellings. */
export function sayOfUnknown({ headings, columns }: FileReading, model: string, said: Said): Said {
  const headers = new Set(columns.map(({ header }) => header));
  const kept = keptHeadings(model);
  const found: { headings: Record<string, string | null>; why: Record<string, SaidWhy> } = {
    headings: { ...said.headings },
    why: { ...said.why },
  };
  for (const { heading, by, suggests } of headings) {
    if (by !== null) continue;
    const last = Object.hasOwn(kept, heading) ? kept[heading] : undefined;
    const isKept = last === null || (last !== undefined && headers.has(last));
    if (!isKept && suggests === undefined) continue;
    found.headings[heading] = isKept ? (last ?? null) : (suggests ?? null);
    found.why[heading] = isKept ? 'as last time' : 'short spelling';
  }
  return found;
}

/** Whether there is more to be said of headings than before. */
export const saysMore = (one: Said, other: Said): boolean =>
  Object.keys(other.headings).length > Object.keys(one.headings).length;

/** Problems of the headings of a file, which have to be settled before its rows mean anything. */
export const headingProblems = (errors: readonly ImportProblem[]): ImportProblem[] =>
  errors.filter(({ row }) => row === 1);

/** Whether it is to be said of some headings what they are: rows are wrong only because of them. */
export function needsHeadings(reading: FileReading, errors: readonly ImportProblem[]): boolean {
  const named = new Set(reading.headings.map(({ heading }) => heading));
  return headingProblems(errors).some(({ column }) => named.has(column));
}

/** Said where headings are to be chosen. */
export const NOT_CLEAR = 'Some headings of the file are not clear. Choose the column that each stands for.';

/** What is chosen for a heading: undefined while nobody knows it. */
export const chosenFor = ({ takes, by }: HeadingRead): string | null | undefined =>
  by === null ? undefined : takes;
