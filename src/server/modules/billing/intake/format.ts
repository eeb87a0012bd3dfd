import type { BillProvider } from '#kernel/billing/runs.ts';
import type { DateOrder } from '#kernel/reading/days.ts';
import type { BillRow } from './bill-line.ts';
import type { CellValues, Cells } from './cells.ts';

/** The purposes of a provider's columns, with the names by which each of them is accepted; the first one found is taken. */
export type ColumnNames = Readonly<Record<string, readonly string[]>>;

/** Portals in other languages write a header as "Localised (English)". */
const LOCALISED = /^.*\S\s*\(([^()]*)\)$/su;

/** A name without case and without the characters between its words: `lineItem/UsageAccountId` is `line_item_usage_account_id`. */
const folded = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

const englishOf = (name: string) => LOCALISED.exec(name)?.[1]?.trim();

/** The columns of a file by their names, whatever their case and place. */
export class Columns {
  readonly #places = new Map<string, number>();
  readonly #found = new Set<number>();
  readonly #aside = new Set<number>();
  readonly #amounts = new Set<number>();
  readonly #days = new Map<number, 'day' | 'period'>();
  /** As the file writes them. */
  readonly names: readonly string[];
  /** As the provider calls them in English. */
  readonly english: readonly string[];

  constructor(headers: readonly string[]) {
    this.names = headers.map((header) => header.trim());
    this.english = this.names.map((name) => {
      const inner = englishOf(name);
      // The text after 'Cost ($)' is no name.
      return inner !== undefined && /^[A-Za-z][\w ./:-]{3,}$/.test(inner) ? inner : name;
    });
    // A whole name counts more than one in parentheses.
    for (const names of [this.names, this.english])
      names.forEach((name, at) => {
        const key = folded(name);
        if (key !== '' && !this.#places.has(key)) this.#places.set(key, at);
      });
  }

  /** Where the first of these columns is; -1 where there is none of them. */
  at(...names: readonly string[]): number {
    return this.#find(this.#placeOf(names));
  }

  /** As `at`, for a column of amounts, whose cells decide together by which decimal sign they are read. */
  amountAt(...names: readonly string[]): number {
    return this.markAmounts(this.at(...names));
  }

  /** Notes that the column at a place has amounts. */
  markAmounts(place: number): number {
    if (place >= 0) this.#amounts.add(place);
    return place;
  }

  /** The places of amounts. */
  get amounts(): ReadonlySet<number> {
    return this.#amounts;
  }

  /** The places of dates, and what they are of. */
  get dates(): ReadonlyMap<number, 'day' | 'period'> {
    return this.#days;
  }

  /** Where the first of these columns is whose cells are read only now and then, one by one. */
  aside(...names: readonly string[]): number {
    const place = this.#placeOf(names);
    if (place >= 0) this.#aside.add(place);
    return place;
  }

  /**
   * Where each of the declared columns is; -1 for those that the file lacks. What is declared as `amount` is a column of amounts,
   * `day` or `date` one of days, and `period` one of the first days of billing periods: all cells of these decide together
   * how they are read.
   */
  places<Names extends ColumnNames>(declared: Names): Record<keyof Names, number> {
    const places = Object.entries(declared).map(([role, names]) => {
      const place = this.at(...names);
      if (role === 'amount') this.markAmounts(place);
      if (place >= 0 && (role === 'day' || role === 'date')) this.#days.set(place, 'day');
      if (place >= 0 && role === 'period') this.#days.set(place, 'period');
      return [role, place];
    });
    return Object.fromEntries(places) as Record<keyof Names, number>;
  }

  /** Whether the file has one of these columns. */
  has(names: readonly string[]): boolean {
    return this.#placeOf(names) >= 0;
  }

  /** Where the first column is whose name fits; -1 where there is none. */
  like(pattern: RegExp): number {
    return this.#find(this.names.findIndex((name) => pattern.test(name)));
  }

  /** The places that are read of every row. */
  get found(): number[] {
    return [...this.#found];
  }

  /** The places that are read of some rows. */
  get asides(): number[] {
    return [...this.#aside];
  }

  #placeOf(names: readonly string[]): number {
    return names.map((name) => this.#places.get(folded(name))).find((at) => at !== undefined) ?? -1;
  }

  #find(place: number): number {
    if (place >= 0) this.#found.add(place);
    return place;
  }
}

/** The details of a file beside its rows. */
export interface FileFacts {
  /** The rows before the header, `label,value`, by their labels in lower case. */
  preamble: ReadonlyMap<string, string>;
  /** The currency that the person stated. */
  currency: string | null;
  /** The invoice number that the person stated. */
  reference: string | null;
  /** Reads cells as the file writes them. */
  values: CellValues;
  /** Whether its costs are amortised, and what it is of is billed by the parts before it. */
  isAmortised: boolean;
  /** Whether the column at a place has numbers of the file's own, and not their texts. */
  isNumber: (place: number) => boolean;
}

/** Reads the ids of a file by their places. */
export const idsOf = (columns: Columns, { values, isNumber }: FileFacts) => ({
  id: (cell: string | undefined, place: number) => values.id(cell, columns.names[place] ?? ''),
  awsId: (cell: string | undefined, place: number) =>
    values.awsId(cell, columns.names[place] ?? '', isNumber(place)),
});

/** The cell at a place of a row, whether or not it is read of each; empty for the place -1. */
export type CellAt = (place: number) => string;

/** Reads one row. @throws {BillProblem} for what cannot be read, and for a file that is refused */
export type RowReader = (cells: Cells, cell: CellAt) => BillRow;

/** A file of a provider, recognised by its columns. */
export interface BillFormat {
  name: string;
  /** Its name for people. */
  label: string;
  provider: BillProvider;
  /** The columns that the job needs: of each of these lists one column, or one whose name fits where names vary. */
  needs: readonly Need[];
  /** In which order the provider writes numeric dates: no question comes up where the dates of a file leave it open. */
  dateOrder?: DateOrder;
  /** Whether a file that has them is of this dialect, and not of one that comes behind it. */
  is?: (columns: Columns) => boolean;
  /** The columns that it uses are all that is read of a row, unless it `readsAll`. */
  reader: (columns: Columns, facts: FileFacts) => RowReader;
  readsAll?: boolean;
  /** Its rows with sums may end before the header does. */
  hasShortSums?: boolean;
  /** Its lines have no number until their month is closed, and the same bill has numbers then. */
  numbersLate?: boolean;
  /** The total of the file's one invoice, where its preamble says it; a row that says it goes before. */
  statedBy?: (facts: FileFacts) => string | null;
  /** When the file's one invoice was made and is due, YYYY-MM-DD. */
  dates?: (facts: FileFacts) => { invoice: string | null; due: string | null };
}

/** Columns of which a file has to have one. */
export type Need = readonly string[] | { like: RegExp; label: string };

const isPattern = (need: Need): need is { like: RegExp; label: string } => 'like' in need;

/** How a needed column is called in messages: by its usual name, and by some others that are accepted. */
function needed(need: Need): string {
  if (isPattern(need)) return need.label;
  const [usual = '', ...others] = need;
  return others.length === 0 ? usual : `${usual} (or ${others.slice(0, 3).join(', ')})`;
}

/** The columns that a file lacks to be of this format. */
export const missingOf = ({ needs }: BillFormat, columns: Columns): string[] =>
  needs.flatMap((need) => {
    const isThere = isPattern(need) ? columns.like(need.like) >= 0 : columns.has(need);
    return isThere ? [] : [needed(need)];
  });

/** Whether a file with these columns is of this format. */
export const fits = (format: BillFormat, columns: Columns): boolean =>
  missingOf(format, columns).length === 0 && (format.is?.(columns) ?? true);

/** The first day of the month of a day. */
export const monthOf = (day: string | null): string | null => day && `${day.slice(0, 7)}-01`;
