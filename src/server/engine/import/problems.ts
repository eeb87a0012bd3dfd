import { FIRST_ROW, type ImportProblem } from '#kernel/csv/csv-import.ts';
import { Refusal } from '#kernel/errors.ts';
import { asReference } from '#kernel/fields/kinds.ts';
import type { Resource } from '#kernel/resource.ts';
import type { Draft, DraftSource } from './draft.ts';

/** Kept at most; beyond it problems are only counted. */
const MOST_KEPT = 10_000;

/** Problems that an answer lists; the others are counted. */
export const MOST_LISTED = 500;

/** Cells and headers are quoted in problems, hundreds of times; the file may have them at any length. */
const LONGEST_QUOTE = 300;

/** A text that was typed, cut where it is longer than so many characters. */
export const shortened = (text: string, longest = LONGEST_QUOTE): string =>
  text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;

/** The problems of a file, by row and column, whichever models its rows are of. */
export class FileProblems {
  readonly #kept: ImportProblem[] = [];
  readonly #rows = new Set<string>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  note(problem: ImportProblem): void {
    this.#total += 1;
    this.#rows.add(rowKey(problem));
    if (this.#kept.length >= MOST_KEPT) return;
    const { column, field, message } = problem;
    this.#kept.push({
      ...problem,
      column: shortened(column),
      field: shortened(field),
      message: shortened(message),
    });
  }

  /** The first `most`, by row. */
  first(most: number): ImportProblem[] {
    return this.all().slice(0, most);
  }

  /** Those that are kept, by row: all of them, unless there are more than anybody could mend. */
  all(): ImportProblem[] {
    return this.#kept.toSorted((one, other) => one.row - other.row);
  }

  /** Whether something is wrong with a row. */
  has(draft: Draft): boolean {
    return draft.faults.size > 0 || this.#rows.has(rowKey({ row: draft.row, ...sheetOf(draft.source) }));
  }

  /** Whether a header is wrong, and with it every row. */
  get broken(): boolean {
    return this.#kept.some(({ row }) => row < FIRST_ROW);
  }

  /** The one sentence for a person who sees nothing else. */
  sentence(): string {
    const [first] = this.first(1);
    if (!first) return '';
    const more = this.#total - 1;
    const others =
      more === 0 ? '' : ` There ${more === 1 ? 'is one more problem' : `are ${more} more problems`}.`;
    const place = first.row < FIRST_ROW ? 'Header' : `Row ${first.row}, ${first.column}`;
    const where = first.sheet === undefined ? place : `Sheet ${first.sheet}, ${place.toLowerCase()}`;
    return `Nothing was imported. ${where}: ${first.message}${first.detail ? ` ${first.detail}` : ''}${others}`;
  }
}

/** 422 with what is wrong per row and column: `errors` has the first of `error_total` problems. */
export class RefusedFile extends Refusal {
  /** All that are known, for a report of more of them than an answer has. */
  readonly problems: FileProblems;

  constructor(problems: FileProblems) {
    super(422, problems.sentence(), {
      errors: problems.first(MOST_LISTED),
      details: { error_total: problems.total },
    });
    this.problems = problems;
  }
}

/** Distinguishes rows, whichever sheet they are in. */
export const rowKey = ({ row, sheet = '' }: Pick<ImportProblem, 'row' | 'sheet'>) => `${row} ${sheet}`;

/** The problems of the rows of one model. */
export class Problems {
  readonly #resource: Resource;
  readonly #file: FileProblems;
  readonly #missing = new Set<string>();

  constructor(resource: Resource, file: FileProblems) {
    this.#resource = resource;
    this.#file = file;
  }

  /** Notes what is wrong with the field `name` of a row. */
  add(draft: Draft, name: string, message: string, detail?: string): void {
    draft.faults.add(name);
    this.#file.note({
      row: draft.row,
      column: this.#columnOf(draft.source, name),
      field: name,
      message,
      ...(detail && { detail }),
      ...sheetOf(draft.source),
    });
  }

  /** Notes once that the file lacks the column of a field that every row needs. */
  addMissingColumn(draft: Draft, name: string, message: string): void {
    draft.faults.add(name);
    if (this.#missing.has(name)) return;
    this.#missing.add(name);
    const column = this.#columnOf(draft.source, name);
    const sentence = `The column ${column} is missing. ${message}`;
    this.#file.note({ row: 1, column, field: name, message: sentence, ...sheetOf(draft.source) });
  }

  /** The header of the file, or the name that our own export gives to the column. */
  #columnOf(source: DraftSource, name: string): string {
    const field = this.#resource.fields[name];
    return source.headers.get(name) ?? asReference(field)?.as ?? name;
  }
}

/** The member with the sheet of a problem, where there are several. */
export const sheetOf = ({ sheet }: Pick<DraftSource, 'sheet'>): { sheet?: string } =>
  sheet === null ? {} : { sheet };
